//! What becomes of a file, decided before anything is written.

use serde_json::Value;

use crate::digest::Digest;

/// What becomes of one file.
#[derive(Clone, Debug)]
pub struct Change {
    /// The harness that reads the file.
    pub harness: &'static str,
    /// The file, as messages show it.
    pub shown: String,
    /// What becomes of it.
    pub fate: Fate,
    pub(super) path: String,
}

/// What becomes of a file.
#[derive(Clone, Debug)]
pub enum Fate {
    /// It is as it should be.
    Same,
    /// It is written, removed, or put back.
    Turn(Turn),
    /// It stays as it is, although it should be another.
    Left {
        /// Why.
        why: String,
        /// What would be written, to be compared by hand.
        beside: Option<String>,
    },
}

/// A file that is written, removed, or put back.
#[derive(Clone, Debug)]
pub struct Turn {
    /// The text that stands there; nothing where there is no file.
    pub before: Option<String>,
    /// The text that is to stand there; nothing where the file goes.
    pub after: Option<String>,
    /// Whether it comes to call the gate, or no longer does.
    pub(super) calls: bool,
    pub(super) executable: bool,
    /// The folder into which the file that stands there is moved, or from which it comes back.
    pub(super) aside: Option<&'static str>,
    pub(super) entries: Vec<Value>,
    /// The text without what is ours.
    pub(super) original: Option<String>,
}

impl Turn {
    /// To a file that calls the gate.
    pub(super) fn towards(after: String) -> Self {
        Self {
            calls: true,
            ..Self::back(Some(after))
        }
    }

    /// To what stood there before; nothing where there was no file.
    pub(super) fn back(after: Option<String>) -> Self {
        Self {
            before: None,
            after,
            calls: false,
            executable: false,
            aside: None,
            entries: Vec::new(),
            original: None,
        }
    }
}

/// What stands under a path.
pub(super) enum Found {
    Nothing,
    Text { text: String, runs: bool },
    Other(String),
}

/// The path of a file that was moved into a folder beside it.
pub(super) fn beside(path: &str, folder: &str) -> String {
    match path.rsplit_once('/') {
        Some((above, name)) => format!("{above}/{folder}/{name}"),
        None => format!("{folder}/{path}"),
    }
}

pub(super) fn digest(text: &str) -> Digest {
    Digest::of(text.as_bytes())
}
