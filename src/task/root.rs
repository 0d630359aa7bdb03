//! Which project a call is about, and the workflow file that it has.

mod error;
mod search;
mod settings;
mod text;
mod worktree;

use std::path::{Path, PathBuf};

pub use error::{NO_PROJECT, PROJECT_UNREADABLE, RootError, WORKFLOW_NOT_A_FILE};
pub use settings::{CONFIG_BROKEN, Settings};
pub use text::MAX_WORKFLOW_BYTES;
pub use worktree::Repository;

use crate::environment::Environment;

/// The folder in a project that belongs to the workflow.
pub const FOLDER: &str = ".automaton";

/// How the project was chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum How {
    /// `--project` names it.
    Option,
    /// `AUTOMATON_PROJECT` names it.
    Variable,
    /// It is the nearest one at or above the current folder.
    Ancestor,
    /// The current folder lies in a linked worktree of it.
    MainWorktree,
    /// `--framework` asks for the one in the home folder.
    Framework,
}

impl How {
    /// The reason in words, to follow "because".
    pub fn words(self) -> &'static str {
        match self {
            Self::Option => "`--project` names it",
            Self::Variable => "`AUTOMATON_PROJECT` names it",
            Self::Ancestor => "it is the nearest one at or above the current folder",
            Self::MainWorktree => "the current folder is in a linked worktree of it",
            Self::Framework => "`--framework` asks for it",
        }
    }
}

/// What the call says about the project.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Asked<'a> {
    /// Nothing: it is looked for.
    #[default]
    Nothing,
    /// `--project`.
    Folder(&'a Path),
    /// `--framework`.
    Framework,
}

/// A project that exists, by absolute paths without links.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Project {
    /// What task folders, checks and workflow paths are relative to.
    pub root: PathBuf,
    /// What the paths of code are relative to: the root, or its counterpart in the linked worktree
    /// that the call was made in.
    pub code: PathBuf,
    /// How the root was chosen.
    pub why: How,
    /// The steps of the choice, one line each, in order.
    pub trail: Vec<String>,
    automaton: PathBuf,
}

impl Project {
    /// Finds the project that a call is about.
    pub fn find(asked: Asked<'_>, environment: &Environment) -> Result<Self, RootError> {
        search::Search::new(environment).run(asked)
    }

    /// Finds the project that calls made in `folder` are about, whatever an option or a variable
    /// says; nothing where there is none.
    pub fn around(folder: &Path, environment: &Environment) -> Result<Option<Self>, RootError> {
        match search::Search::new(environment).around(folder) {
            Ok(project) => Ok(Some(project)),
            Err(RootError::NoProject { .. }) => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// The folder that belongs to the workflow.
    pub fn automaton_dir(&self) -> &Path {
        &self.automaton
    }

    /// The folder that the one of the workflow stands in: the root, but for the framework's.
    pub fn base(&self) -> &Path {
        self.automaton.parent().unwrap_or(&self.root)
    }

    /// The folder of the task folders.
    pub fn tasks_dir(&self) -> PathBuf {
        self.automaton.join("tasks")
    }

    /// The workflow file, which need not exist.
    pub fn workflow_file(&self) -> PathBuf {
        self.automaton.join("workflow.kdl")
    }

    /// The text of the workflow file; nothing where there is none and the embedded default is in
    /// force. A file that cannot be read is an error, never a missing one.
    pub fn workflow_text(&self) -> Result<Option<String>, RootError> {
        text::read(&self.workflow_file())
    }
}

#[cfg(test)]
mod tests;
