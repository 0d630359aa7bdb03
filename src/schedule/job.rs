//! What is done at its times.

use std::path::Path;
use std::time::Duration;

use crate::digest::Digest;

/// A command that is to run at its times.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Job {
    /// The name of the schedule: another one for each project and purpose.
    pub name: String,
    /// What it does, in a few words.
    pub title: String,
    /// The command of this program that installs it.
    pub by: &'static str,
    /// Where programs are found, if the command starts others.
    pub search_path: Option<String>,
    /// The call, word by word; the program by its absolute path.
    pub words: Vec<String>,
    /// When.
    pub cadence: Cadence,
}

/// When a command runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cadence {
    /// Once a day.
    Daily,
    /// Each time that so much time has passed.
    Every(Duration),
}

impl Job {
    /// The name of a schedule for `purpose` in the project that stands at `project`.
    pub fn named(purpose: &str, project: &Path) -> String {
        let digest = Digest::of(project.as_os_str().as_encoded_bytes());
        format!("automaton-{purpose}-{}", digest.short())
    }
}
