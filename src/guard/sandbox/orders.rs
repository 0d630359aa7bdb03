//! What the supervisor tells the stage, and what the stage says back.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use super::spine::Rule;
use super::tier::Tier;

/// What is to be done before the command runs.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(super) struct Orders {
    /// The folder that the command runs in.
    pub(super) folder: PathBuf,
    /// The mounts, where there may be some.
    pub(super) mounts: Mounts,
    /// The rules of Landlock under these mounts.
    pub(super) under_mounts: Vec<Rule>,
    /// The rules of Landlock where there are none.
    pub(super) alone: Vec<Rule>,
}

/// Where the file system is not read-only, and where it is again.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(super) struct Mounts {
    /// Folders that are written.
    pub(super) folders: Vec<PathBuf>,
    /// What in these is not.
    pub(super) denied: Vec<PathBuf>,
    /// Files that are written in place.
    pub(super) files: Vec<PathBuf>,
    /// What is hidden: sockets of programs that would write for the command.
    pub(super) hidden: Vec<PathBuf>,
}

/// What became of the orders.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum Report {
    /// The command is about to run, held by this.
    Held(Tier),
    /// The command cannot be run: it is missing, or may not be.
    NotRun {
        /// Whether there is no such program.
        missing: bool,
        /// What the system said.
        problem: String,
    },
    /// The command was not run, because it would not have been held.
    Unheld(String),
}
