//! What the dashboard asks of the layer above it, which runs the commands.

use std::path::PathBuf;

use crate::diagnostic::NextStep;
use crate::digest::Digest;
use crate::names::{ArtifactName, LoopName, TaskPath};
use crate::report::{Answer, TaskRow};
use crate::workflow::Resolved;

/// Where the tasks of a project stand, and the phases in the order of its workflow.
#[derive(Clone, Debug, Default)]
pub struct Board {
    /// The names of the phases.
    pub phases: Vec<String>,
    /// Each task before its sub-tasks.
    pub rows: Vec<TaskRow>,
}

/// What a task has submitted and a person is to decide about.
#[derive(Clone, Debug)]
pub struct Pending {
    /// The task.
    pub task: TaskPath,
    /// Where it stands.
    pub state: String,
    /// Who submitted it.
    pub by: String,
    /// When, in UTC.
    pub since: String,
    /// What was submitted.
    pub artifacts: Vec<Submitted>,
    /// Where an approval leads, and the commands that are possible there.
    pub to: Option<String>,
    /// The commands that are possible once it is approved.
    pub next: Vec<NextStep>,
    /// Why the page cannot approve it.
    pub refused: Option<Answer>,
    /// What tells this submission and these bytes from all others.
    pub shown: Digest,
}

/// One submitted artifact.
#[derive(Clone, Debug)]
pub struct Submitted {
    /// Its name.
    pub name: ArtifactName,
    /// The digest of its bytes.
    pub digest: Digest,
    /// Its bytes.
    pub bytes: Vec<u8>,
    /// When it was last kept with other bytes, and these.
    pub before: Option<(String, Vec<u8>)>,
}

/// What somebody does on a page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Deed {
    /// Grants the approval that was shown.
    Approve {
        /// The task.
        task: TaskPath,
        /// What was shown.
        shown: Digest,
    },
    /// Turns it down.
    Reject {
        /// The task.
        task: TaskPath,
        /// What was shown.
        shown: Digest,
        /// Why.
        reason: String,
    },
    /// Moves a task to the archive; all that are over without one.
    Archive(Option<TaskPath>),
    /// Brings a task back from the archive.
    Restore(TaskPath),
    /// Pauses a loop.
    Pause(LoopName),
}

/// What a page or the API asks: each is one command, and its answer the command's own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Question {
    /// All tasks, as `status` lists them.
    Tasks,
    /// One task, as `status TASK` shows it.
    Task(TaskPath),
    /// What happened to a task, or to all of them.
    Log(Option<TaskPath>),
    /// What `audit` finds.
    Audit,
    /// Who works on what.
    Claims,
    /// What steps of a task moved aside.
    Attic(TaskPath),
    /// What `cleanup-done` would move.
    Archivable,
    /// The archived tasks.
    Archived,
    /// The loops.
    Loops,
}

impl Question {
    /// The words of the command.
    pub fn words(&self) -> Vec<String> {
        let (words, task): (&[&str], Option<&TaskPath>) = match self {
            Self::Tasks => (&["status"], None),
            Self::Task(task) => (&["status"], Some(task)),
            Self::Log(task) => (&["log"], task.as_ref()),
            Self::Audit => (&["audit"], None),
            Self::Claims => (&["claims"], None),
            Self::Attic(task) => (&["attic", "list", "--task"], Some(task)),
            Self::Archivable => (&["cleanup-done", "--dry-run"], None),
            Self::Archived => (&["status", "--archived"], None),
            Self::Loops => (&["loop", "status"], None),
        };
        let words = words.iter().map(|&word| word.to_owned());
        words.chain(task.map(ToString::to_string)).collect()
    }
}

/// The program as the dashboard sees it. Projects are told apart by their place in
/// [`projects`](Desk::projects).
pub trait Desk: Send + Sync + 'static {
    /// The folders `.automaton` of the projects, and how each is called.
    fn projects(&self) -> &[(String, PathBuf)];

    /// Where tasks stand, or why that cannot be told.
    fn board(&self, project: usize) -> Result<Board, Answer>;

    /// The workflow, and all that the linter finds about it.
    fn study(&self, project: usize) -> Result<Resolved, Answer>;

    /// What a task has submitted; nothing where it waits for no approval.
    fn pending(&self, project: usize, task: &TaskPath) -> Result<Option<Pending>, Answer>;

    /// The bytes of an artifact, which may lie in the task's folder as a file.
    fn artifact(
        &self,
        project: usize,
        task: &TaskPath,
        name: &ArtifactName,
    ) -> Result<Vec<u8>, Answer>;

    /// Does what a person asks for on a page.
    fn act(&self, project: usize, deed: &Deed) -> Answer;

    /// The answer of the command that the question stands for.
    fn ask(&self, project: usize, question: &Question) -> Answer;
}
