//! What a caller wants to write, once links and dots in its path are resolved.

use crate::names::TaskPath;

/// One file that a caller wants to write.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Aim {
    /// The path as the caller gave it.
    pub given: String,
    /// Where it leads.
    pub target: Target,
    /// What stands there now.
    pub object: Object,
}

/// Where a path leads. Paths use `/`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Target {
    /// Among the project's files, relative to its root.
    Code(String),
    /// In the folder of a task.
    Task {
        /// The task.
        task: TaskPath,
        /// The path below the task's folder.
        inside: String,
    },
    /// Elsewhere in the folder that belongs to the workflow, relative to the project.
    Own(String),
    /// Behind a link that stands for a guarded path of the project.
    Alias {
        /// The guarded path.
        of: String,
        /// Where the path really leads.
        path: String,
    },
    /// In the system's folder for temporary files.
    Temporary(String),
    /// Anywhere else.
    Outside(String),
    /// Nowhere: it is no path that anything can be written to, and why.
    Nowhere(String),
}

/// What stands at the end of a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Object {
    /// Nothing.
    Missing,
    /// A regular file with so many names.
    File {
        /// How many hard links it has.
        links: u64,
    },
    /// Something that is no regular file.
    Other(&'static str),
}
