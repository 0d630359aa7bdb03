//! What a loop lets its harness edit, whatever a phase allows besides.

use std::fmt;

use crate::names::LoopName;
use crate::workflow::Glob;

/// The bounds that a loop sets to whoever works in it. No person's override opens them: nobody
/// watches what a loop does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// The loop.
    pub by: LoopName,
    /// The files of the project that it may change.
    pub file_scope: Vec<Glob>,
}

impl Bounds {
    /// Whether `path`, a file of the project, lies within them.
    pub fn hold(&self, path: &str) -> bool {
        self.file_scope.iter().any(|glob| glob.matches(path))
    }
}

impl fmt::Display for Bounds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let scope = listed(&self.file_scope);
        write!(
            f,
            "the loop `{}` may change {scope} and nothing else",
            self.by
        )
    }
}

/// Globs as a sentence names them.
pub(super) fn listed(globs: &[Glob]) -> String {
    let globs: Vec<String> = globs.iter().map(|glob| format!("`{glob}`")).collect();
    globs.join(", ")
}
