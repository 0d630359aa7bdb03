//! What a harness is about to do, whatever the harness.

use std::path::PathBuf;

/// One tool call that a harness announces.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Event {
    /// Where relative paths start; nothing where the harness does not say.
    pub folder: Option<PathBuf>,
    /// The session that calls, where the harness tells the commands that it runs the same one.
    pub session: Option<String>,
    /// What the tool would do.
    pub deed: Deed,
}

/// What a tool would do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Deed {
    /// Nothing that changes files.
    Look,
    /// Write these files; at least one.
    Write(Vec<String>),
    /// Run a shell command.
    Shell(String),
    /// Start something that is then told what to do without any hook.
    Unseen(&'static str),
}

/// A payload that does not say what it has to.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the payload {0}")]
pub struct Malformed(pub String);
