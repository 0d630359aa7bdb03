//! What may be asked of the engine.

use std::collections::BTreeMap;
use std::time::Duration;

use super::signature::Evidence;
use crate::names::{ActorName, ArtifactName, PhaseName, StateName};
use crate::workflow::Glob;

/// A request: who wants what, and with which authority.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Request {
    /// Who asks.
    pub actor: ActorName,
    /// Whether a person is known to be asking.
    pub authority: Authority,
    /// The epoch of the claim that the caller believes to hold, if the request is bound to one.
    pub epoch: Option<u64>,
    /// What is asked.
    pub action: Action,
}

/// How much is known about who asks. The caller gathers it, like any other fact.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Authority {
    /// An agent is at work in this environment.
    Agent,
    /// Nothing: it may be a program.
    Program,
    /// A person decided it on the page that a person opened from a terminal. It is enough for
    /// approvals, and for nothing else that asks for a person.
    Page,
    /// A person confirmed it at a terminal.
    Person,
}

/// What is asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Action {
    /// Make the task.
    Create {
        /// The project files that it is about; all that its phases edit where the list is empty.
        scope: Vec<Glob>,
    },
    /// Claim the task, or renew the claim.
    Claim {
        /// For how long, from each renewal on.
        lease: Duration,
    },
    /// End the claim on the task.
    Release,
    /// Say which project files the task is about.
    Scope {
        /// The files; all that its phase edits where the list is empty.
        globs: Vec<Glob>,
    },
    /// Move to a state: submit, withdraw, revise or go on, whichever edge leads there.
    Transition {
        /// The state.
        to: StateName,
    },
    /// Grant the pending approval.
    Approve,
    /// Add a signature to the pending approval, or grant it by those that were collected.
    ApproveSigned(Box<Evidence>),
    /// Turn the pending approval down.
    Reject {
        /// Why.
        reason: String,
    },
    /// Go back to an earlier phase.
    Rework {
        /// The phase.
        to: PhaseName,
        /// Why.
        reason: String,
    },
    /// End the task where it stands.
    Abandon {
        /// Why.
        reason: String,
    },
    /// Move a task that is over to the archive.
    Archive {
        /// Only if it has rested since before this time, in UTC.
        before: Option<String>,
    },
    /// Bring a task back from the archive.
    Restore,
    /// Put an artifact back that an earlier step moved to the attic.
    RestoreArtifact {
        /// The number of that step.
        seq: u64,
        /// The artifact.
        name: ArtifactName,
    },
    /// Put on record that a command changed what the phase may not.
    Violation {
        /// What it changed.
        found: String,
    },
    /// Ask only whether the folder is valid for the state.
    Validate,
    /// Put a folder without records under the workflow.
    Adopt {
        /// The base state that a person chose; by inference otherwise.
        state: Option<StateName>,
        /// The phases that stand for states which an older tool wrote.
        renamed: BTreeMap<StateName, PhaseName>,
    },
    /// Move the task out of a state that the workflow lost.
    Map {
        /// The phase of that state.
        old: PhaseName,
        /// The phase in which the task goes on.
        new: PhaseName,
    },
    /// Settle broken records or changed artifacts.
    Repair {
        /// What to believe.
        keep: Keep,
    },
}

/// What a repair believes.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Keep {
    /// The journal: `.state` and changed artifacts go back to what it says.
    Journal,
    /// The folder: what it holds now is accepted, and approvals of changed artifacts are void.
    Folder,
    /// The folder, in a base state that the person names.
    State(StateName),
}
