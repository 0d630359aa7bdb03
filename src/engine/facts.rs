//! What the engine asks about the world. It never looks for itself.

use std::collections::BTreeMap;

use super::claim::Claims;
use super::contract::{Breach, Stated};
use super::signature::Signature;
use crate::digest::Digest;
use crate::names::{ActorName, ArtifactName, PhaseName, StateName, TaskPath};
use crate::workflow::{Artifact, Check, Glob, Origin};

/// A fact, or why it could not be had. An error is always a refusal.
pub type Fact<T> = Result<T, FactError>;

/// Why a fact could not be had.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{path}: {problem}")]
pub struct FactError {
    /// The file or folder, relative to the project.
    pub path: String,
    /// What went wrong.
    pub problem: String,
}

/// The world around one task.
pub trait Facts {
    /// The task that the request is about.
    fn task(&self) -> &TaskPath;

    /// What is on record about the task.
    fn standing(&self) -> Fact<Standing<'_>>;

    /// The present time in UTC, as the clock writes it.
    fn now(&self) -> Fact<String>;

    /// The halted loop that owns the task, if one does.
    fn halted_loop(&self) -> Fact<Option<String>>;

    /// What stands in the task folder under the artifact's name.
    fn presence(&self, name: &ArtifactName) -> Fact<Presence>;

    /// The digest of an artifact that is a file; nothing where it is missing or too large to read.
    fn digest(&self, artifact: &Artifact) -> Fact<Option<Digest>>;

    /// What keeps an existing artifact from counting as produced.
    fn breaches(&self, artifact: &Artifact) -> Fact<Vec<Breach>>;

    /// Which outcome the artifact states.
    fn stated(&self, artifact: &Artifact) -> Fact<Stated>;

    /// Whether the artifact contains a text.
    fn contains(&self, artifact: &Artifact, text: &str) -> Fact<bool>;

    /// The names in the task folder, but for `.state*` and the folder of sub-tasks.
    fn names(&self) -> Fact<Vec<String>>;

    /// The sub-tasks on record, whether or not their folders still exist.
    fn subtasks(&self) -> Fact<Vec<Subtask>>;

    /// What is on record about the task that this one is a sub-task of; nothing for a task that
    /// stands directly in the project.
    fn parent(&self) -> Fact<Option<Standing<'_>>>;

    /// Whether the store holds the bytes of this digest for the task.
    fn is_kept(&self, digest: Digest) -> Fact<bool>;

    /// The digest of what step `seq` moved to the attic under this name; nothing where it moved
    /// no such file.
    fn in_attic(&self, seq: u64, name: &ArtifactName) -> Fact<Option<Digest>>;

    /// What takes the place that an archived task had, in one line that starts with its path;
    /// nothing where the place is free.
    fn place_taken(&self) -> Fact<Option<String>>;

    /// What became of a command that a guard asks for.
    fn check(&self, check: &Check) -> Fact<CheckResult>;
}

/// What is on record about a task.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Standing<'a> {
    /// There is no such task.
    Absent,
    /// There is no such task, and none can be made: the name counts as taken.
    Taken {
        /// What takes it, in one line that starts with its path.
        by: String,
    },
    /// A folder without a journal.
    Untracked {
        /// What a `.state` file says that an older tool wrote, if there is one.
        state: Option<StateName>,
    },
    /// State and journal disagree, or one of them is not what it should be.
    Tampered(Tampering<'a>),
    /// State and journal agree.
    Tracked(&'a Record),
}

/// How a task's records are broken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tampering<'a> {
    /// The file that is wrong, relative to the task folder.
    pub file: String,
    /// What is wrong with it, in one line.
    pub problem: String,
    /// What the longest sound part of the journal says, if any part is sound.
    pub record: Option<&'a Record>,
    /// What `.state` says, if it can be read.
    pub state: Option<StateName>,
}

/// What the journal says about a task.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// Where the task stands.
    pub state: StateName,
    /// The number of the last entry.
    pub seq: u64,
    /// When the task came to this state, in UTC.
    pub since: String,
    /// Who brought it there.
    pub by: ActorName,
    /// The digests of the artifacts when the last step was taken.
    pub artifacts: BTreeMap<ArtifactName, Digest>,
    /// The phases whose approval stands, with what was approved.
    pub approved: BTreeMap<PhaseName, BTreeMap<ArtifactName, Digest>>,
    /// Where the workflow that decided the last step came from.
    pub origin: Origin,
    /// Why the task was abandoned, if it was.
    pub abandoned: Option<String>,
    /// When the last step was taken that set the state or ended the task, in UTC.
    pub rested: String,
    /// What a signature about the state is bound to, and those that were collected.
    pub submission: Submission,
    /// Who has claimed the task.
    pub claims: Claims,
    /// The project files that the task is about; nothing where it is about all that its phase edits.
    pub scope: Vec<Glob>,
}

/// The journal entry that set the state of a task, as signatures refer to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Submission {
    /// The digest of the task's first entry.
    pub project: Digest,
    /// The digest of the entry that set the state.
    pub head: Digest,
    /// When it did, in UTC.
    pub at: String,
    /// The signatures that were accepted since, in their order.
    pub signatures: Vec<Signature>,
}

/// What stands under an artifact's name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Presence {
    /// Nothing.
    Missing,
    /// A file without content: not produced yet.
    Empty,
    /// A file with content.
    File,
    /// Something that is not a regular file: a link, a folder, a device.
    Other(&'static str),
    /// A name that differs only in case.
    OtherCase(String),
}

/// A sub-task on record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Subtask {
    /// The sub-task.
    pub task: TaskPath,
    /// Where it stands.
    pub at: SubtaskStanding,
    /// Its own sub-tasks.
    pub parts: Vec<Self>,
}

/// Where a sub-task stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SubtaskStanding {
    /// In this state.
    State(StateName),
    /// Abandoned.
    Abandoned,
    /// Its folder is gone, or its records are broken.
    Broken(String),
}

/// What became of a guard's command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CheckResult {
    /// It exited with 0.
    Passed,
    /// It did not.
    Failed {
        /// How it ended, in words.
        ended: String,
        /// Its last lines.
        tail: Vec<String>,
    },
    /// It has not been run for this decision.
    NotRun,
}
