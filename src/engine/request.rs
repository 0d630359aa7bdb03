//! What may be asked of the engine.

use super::signature::Evidence;
use crate::names::{ActorName, PhaseName, StateName};

/// A request: who wants what, and with which authority.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Request {
    /// Who asks.
    pub actor: ActorName,
    /// Whether a person is known to be asking.
    pub authority: Authority,
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
    /// A person confirmed it at a terminal.
    Person,
}

/// What is asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Action {
    /// Make the task.
    Create,
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
