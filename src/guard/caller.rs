//! Who asks the gate.

use crate::engine::{Fact, FactError};
use crate::environment::Environment;
use crate::names::{ActorName, LoopName, TaskPath};

/// Who asks the gate, as far as the call says so.
#[derive(Clone, Debug)]
pub struct Caller {
    /// The task that the call names.
    pub task: Option<TaskPath>,
    /// The name that the call gives.
    pub actor: Option<ActorName>,
    /// What tells the name otherwise.
    pub environment: Environment,
}

impl Caller {
    /// The name under which the call is made.
    pub(super) fn name(&self) -> Fact<ActorName> {
        if let Some(actor) = &self.actor {
            return Ok(actor.clone());
        }
        self.environment.actor().map_err(unknown)
    }

    /// The loop that runs the caller, if one does.
    pub(super) fn looped(&self) -> Fact<Option<LoopName>> {
        self.environment.looped().map_err(unknown)
    }
}

fn unknown(error: impl std::fmt::Display) -> FactError {
    FactError {
        path: "the caller".to_owned(),
        problem: error.to_string(),
    }
}
