//! What the gate asks about the tasks. It takes no lock, and believes only what it can check.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use crate::engine::facts::Fact;
use crate::names::{ActorName, ArtifactName, StateName, TaskPath};
use crate::workflow::Origin;

/// The world around an edit.
pub trait EditFacts {
    /// Shows `look` every task that the caller works on, until it has seen enough.
    fn at_work(
        &self,
        look: &mut dyn FnMut(&TaskPath, Fact<Footing>) -> ControlFlow<()>,
    ) -> Fact<()>;

    /// Whether the caller works on `task`.
    fn works_on(&self, task: &TaskPath) -> bool;

    /// What is believed of one task.
    fn footing(&self, task: &TaskPath) -> Fact<Footing>;

    /// What a person lets through at this moment.
    fn overriding(&self) -> Fact<Option<Override>>;
}

/// What is believed of a task that is read without its lock.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Footing {
    /// There is no such task.
    Absent,
    /// The folder has no records.
    Untracked,
    /// The records do not fit together.
    Broken {
        /// The file that is wrong, relative to the task folder.
        file: &'static str,
        /// What is wrong with it, in one line.
        problem: String,
    },
    /// A person ended the task.
    Abandoned,
    /// The task is in the archive, or on its way there.
    Archived,
    /// State and journal agree.
    At(Stand),
}

/// Where a task stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stand {
    /// The state.
    pub state: StateName,
    /// The state that a step which is under way leads to.
    pub becoming: Option<StateName>,
    /// Where the workflow that decided the last step came from.
    pub origin: Origin,
    /// The artifacts that the last step recorded.
    pub recorded: BTreeSet<ArtifactName>,
}

/// A person's word that lets edits through for a while.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Override {
    /// Who gave it.
    pub actor: ActorName,
    /// Why.
    pub reason: String,
    /// Until when, in UTC.
    pub until: String,
}
