//! What the gate asks about the tasks. It takes no lock, and believes only what it can check.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use super::bounds::Bounds;
use crate::engine::claim::Claim;
use crate::engine::facts::Fact;
use crate::names::{ActorName, ArtifactName, StateName, TaskPath};
use crate::workflow::{Glob, Origin};

/// Who is shown a task and how to read what is believed of it, and says whether they have seen
/// enough.
pub type Visitor<'v> = &'v mut dyn FnMut(&TaskPath, &dyn Fn() -> Fact<Footing>) -> ControlFlow<()>;

/// The world around an edit.
pub trait EditFacts {
    /// The task that the caller names, if it names one.
    fn named(&self) -> Option<&TaskPath>;

    /// Whether the caller is `owner`.
    fn is_caller(&self, owner: &ActorName) -> Fact<bool>;

    /// The present time in UTC, as the clock writes it.
    fn now(&self) -> String;

    /// Shows `look` every task, until it has seen enough.
    fn each(&self, look: Visitor<'_>) -> Fact<()>;

    /// What is believed of one task.
    fn footing(&self, task: &TaskPath) -> Fact<Footing>;

    /// What a person lets through at this moment.
    fn overriding(&self) -> Fact<Option<Override>>;

    /// The bounds that a loop sets to the caller, where one runs it.
    fn bounds(&self) -> Fact<Option<Bounds>>;
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
    /// The claim that the last step left in force. It may have run out.
    pub claim: Option<Claim>,
    /// The project files that the task is about; nothing where it is about all that its phase edits.
    pub scope: Vec<Glob>,
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
