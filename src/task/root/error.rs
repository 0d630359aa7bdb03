//! Why there is no project to work in, or no workflow to work by.

use std::path::PathBuf;

use crate::diagnostic::{Diagnostic, Exit, NextStep, Severity, Topic};

/// No project was found, or the named folder is none.
pub static NO_PROJECT: Topic = Topic {
    code: "no-project",
    severity: Severity::Error,
    exit: Exit::Usage,
    summary: "no project was found, or the named folder is none",
    explanation: "A project is a folder whose `.automaton` holds `tasks/` or a `workflow.kdl`. It is \
        looked for at `--project`, then at `AUTOMATON_PROJECT`, then from the current folder upward, \
        then in the main worktree of a linked one. `automaton init` sets one up. `~/.automaton` is \
        never found this way: `--framework` chooses it.",
};

/// The project could not be looked at.
pub static PROJECT_UNREADABLE: Topic = Topic {
    code: "project-unreadable",
    severity: Severity::Error,
    exit: Exit::Io,
    summary: "a folder or file that decides which workflow is in force could not be read",
    explanation: "While the project or its workflow file was looked for, the system refused to read \
        something. Going on as if it were not there could put another workflow in force, so nothing \
        is done. Mend the permissions, or name the project with `--project`.",
};

/// The workflow file or the folder around it is something else.
pub static WORKFLOW_NOT_A_FILE: Topic = Topic {
    code: "workflow-not-a-file",
    severity: Severity::Error,
    exit: Exit::Usage,
    summary: "`.automaton` is not a folder of its own, or `workflow.kdl` not a readable text file",
    explanation: "The workflow is held by what stands in `.automaton`: a real folder, and in it a \
        regular file of UTF-8 text of at most 1 MiB. A symbolic link is refused, because what it \
        leads to can change without the project changing. The embedded default is in force only \
        where there is no `workflow.kdl` at all.",
};

/// Why there is no project to work in, or no workflow to work by.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RootError {
    /// There is no project.
    #[error("{message}")]
    NoProject {
        /// What was asked for and is not there.
        message: String,
        /// The steps that were tried, one line each.
        searched: Vec<String>,
        /// The commands that lead on.
        next: Vec<NextStep>,
    },
    /// Something stands in the way that is not what it should be.
    #[error("`{}` {problem}", .path.display())]
    NotAFile {
        /// The file or folder.
        path: PathBuf,
        /// What it is instead, as a predicate.
        problem: String,
    },
    /// The system would not say.
    #[error("`{}` cannot be read: {problem}", .path.display())]
    Unreadable {
        /// The file or folder.
        path: PathBuf,
        /// What the system said.
        problem: String,
    },
}

impl RootError {
    pub(super) fn unreadable(path: impl Into<PathBuf>, error: &std::io::Error) -> Self {
        Self::Unreadable {
            path: path.into(),
            problem: error.to_string(),
        }
    }

    pub(super) fn not_a_file(path: impl Into<PathBuf>, problem: impl Into<String>) -> Self {
        Self::NotAFile {
            path: path.into(),
            problem: problem.into(),
        }
    }

    /// The error as a finding.
    pub fn diagnostic(&self) -> Diagnostic {
        let message = self.to_string();
        match self {
            Self::NoProject { searched, next, .. } => {
                let found = Diagnostic::call(&NO_PROJECT, message);
                let found = searched.iter().fold(found, Diagnostic::reason);
                next.iter().cloned().fold(found, Diagnostic::next)
            }
            Self::NotAFile { path, .. } => {
                Diagnostic::about(&WORKFLOW_NOT_A_FILE, path.to_string_lossy(), message)
            }
            Self::Unreadable { path, .. } => {
                Diagnostic::about(&PROJECT_UNREADABLE, path.to_string_lossy(), message)
            }
        }
    }
}
