//! What was written where, so that it can be told from what people wrote, and taken away again.
//!
//! The file stands beside what it is about and travels with it: a project's in `.automaton`, which
//! is committed as the settings are; a user's among the user's settings; Git's in the repository.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::surroundings::LARGEST;
use crate::digest::Digest;
use crate::fs::{Content, Dir, FileMode, FsError};

/// The permission bits of a file that is its owner's alone.
const PRIVATE: FileMode = 0o600;

/// What was written into one file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Record {
    /// The harness that reads the file.
    pub(super) harness: String,
    /// The file.
    pub(super) path: String,
    /// The digest of the whole file, as it was left.
    pub(super) sha256: Digest,
    /// The entries that are ours; none where the whole file is.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) entries: Vec<Value>,
    /// The text without them; nothing where there was no file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) before: Option<String>,
    /// The folders that were made for the file, the outermost first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) folders: Vec<String>,
}

/// Every record of one place.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(super) struct Ledger {
    version: u32,
    files: Vec<Record>,
}

impl Ledger {
    pub(super) fn of(&self, path: &str) -> Option<&Record> {
        self.files.iter().find(|record| record.path == path)
    }

    /// The files of a harness.
    pub(super) fn paths(&self, harness: &str) -> Vec<&str> {
        let files = self.files.iter().filter(|record| record.harness == harness);
        files.map(|record| record.path.as_str()).collect()
    }

    pub(super) fn put(&mut self, record: Record) {
        self.forget(&record.path);
        self.files.push(record);
        self.files.sort_by(|a, b| a.path.cmp(&b.path));
    }

    pub(super) fn forget(&mut self, path: &str) {
        self.files.retain(|record| record.path != path);
    }
}

/// The file that holds a ledger.
#[derive(Clone, Debug)]
pub(super) struct Book {
    /// The folder, which need not exist.
    pub(super) folder: PathBuf,
    /// How messages show it.
    pub(super) shown: String,
    /// The name of the file.
    pub(super) name: &'static str,
    /// Whether nobody else may read it: it holds what stood in settings before.
    pub(super) private: bool,
}

impl Book {
    pub(super) fn read(&self) -> Result<Ledger, FsError> {
        if !self.folder.exists() {
            return Ok(Ledger::default());
        }
        let dir = Dir::open(&self.folder, &self.shown)?;
        let damaged = |problem: &str| dir.refuse(self.name, "read", problem);
        match dir.read(self.name, LARGEST)? {
            Content::Missing => Ok(Ledger::default()),
            Content::Bytes(bytes) => {
                serde_json::from_slice(&bytes).map_err(|error| damaged(&error.to_string()))
            }
            Content::TooLarge => Err(damaged("it is too large")),
            Content::Not(kind) => Err(damaged(&format!("it is {}", kind.noun()))),
        }
    }

    /// Writes the ledger; one without records leaves no file.
    pub(super) fn write(&self, ledger: &Ledger) -> Result<(), FsError> {
        if ledger.files.is_empty() {
            if !self.folder.exists() {
                return Ok(());
            }
            let dir = Dir::open(&self.folder, &self.shown)?;
            dir.unlink(self.name)?;
            return dir.sync();
        }
        let text = serde_json::to_string_pretty(&Ledger {
            version: 1,
            files: ledger.files.clone(),
        });
        let dir = Dir::open_or_make(&self.folder, &self.shown)?;
        let text = text.map_err(|error| dir.refuse(self.name, "write", &error.to_string()))?;
        let bytes = format!("{text}\n").into_bytes();
        if self.private {
            dir.replace_with_mode(self.name, &bytes, PRIVATE)
        } else {
            dir.replace(self.name, &bytes)
        }
    }
}
