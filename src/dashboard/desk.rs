//! What the dashboard asks of the layer above it, which runs the commands.

use std::path::PathBuf;

use crate::names::TaskPath;
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

    /// The workflow in force with what the linter finds in it, or why it cannot be had.
    fn workflow(&self, project: usize) -> Result<Resolved, Answer>;

    /// The answer of the command that the question stands for.
    fn ask(&self, project: usize, question: &Question) -> Answer;
}
