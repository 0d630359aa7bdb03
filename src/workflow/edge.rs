//! The steps between states, and the conditions on them.

use std::time::Duration;

use super::ids::{ArtifactId, State};
use super::policy::Approvers;
use crate::source::{Span, Spanned};

/// Why a task moves along an edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Event {
    /// From the phase to its pending approval.
    Submit,
    /// From the pending approval to the granted one.
    Approve,
    /// From the pending approval back to the phase, by an approver.
    Reject,
    /// From the pending approval back to the phase, by anyone.
    Withdraw,
    /// From the granted approval back to the phase.
    Revise,
    /// To another phase.
    Next,
    /// Back to an earlier phase.
    Rework,
}

impl Event {
    /// The word that output uses.
    pub fn word(self) -> &'static str {
        match self {
            Self::Submit => "submit",
            Self::Approve => "approve",
            Self::Reject => "reject",
            Self::Withdraw => "withdraw",
            Self::Revise => "revise",
            Self::Next => "next",
            Self::Rework => "rework",
        }
    }
}

/// A condition on an edge.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Guard {
    /// What must hold.
    pub test: GuardTest,
    /// The node in the text.
    pub span: Span,
}

/// What a guard asks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GuardTest {
    /// The artifact states one of these words.
    Outcome {
        /// The artifact.
        artifact: ArtifactId,
        /// The words.
        words: Vec<Spanned<String>>,
    },
    /// The artifact contains this text.
    Contains {
        /// The artifact.
        artifact: ArtifactId,
        /// The text.
        text: String,
    },
    /// There is at least one sub-task, and all are in a terminal success.
    SubtasksComplete,
    /// A command exits with 0.
    Check(Check),
}

/// A command that must succeed.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Check {
    /// The command, run by the shell in the project root.
    pub command: String,
    /// The time limit.
    pub timeout: Duration,
}

/// A step that a task may take.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edge {
    /// Where it starts.
    pub from: State,
    /// Where it leads.
    pub to: State,
    /// Why it is taken.
    pub event: Event,
    /// What must hold.
    pub guards: Vec<Guard>,
    /// Who may take a rework edge.
    pub by: Approvers,
    /// Where the text declares it.
    pub span: Span,
}
