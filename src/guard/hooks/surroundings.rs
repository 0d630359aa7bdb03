//! What a harness finds where it runs: programs, the user's settings, and whether it trusts them.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use serde_json::Value;

use super::settings::Settings;
use crate::fs::{Content, Dir};

/// The largest settings file that is read, in bytes.
pub(super) const LARGEST: u64 = 8 << 20;

/// Where a harness runs.
#[derive(Clone, Debug)]
pub struct Surroundings<'s> {
    /// The project's folder.
    pub project: &'s Path,
    /// The user's home folder.
    pub home: Option<&'s Path>,
    /// Where programs are found, in the form of `PATH`.
    pub search: Option<OsString>,
}

/// Whether a harness runs what is installed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Trust {
    /// It does, or nothing says that it does not.
    Given,
    /// It does not.
    Missing {
        /// What shows it.
        seen: String,
        /// What to do.
        remedy: String,
    },
    /// It cannot be told.
    Unknown {
        /// Why not.
        seen: String,
        /// What to do.
        remedy: String,
    },
}

impl Surroundings<'_> {
    /// The file of a program on `PATH`.
    pub fn program(&self, name: &str) -> Option<PathBuf> {
        let folders = std::env::split_paths(self.search.as_ref()?);
        let mut files = folders.map(|folder| folder.join(name));
        files.find(|file| rustix::fs::access(file, rustix::fs::Access::EXEC_OK).is_ok())
    }

    /// What a settings file of the user holds; nothing where it is missing or unreadable.
    pub(super) fn user_json(&self, path: &str) -> Option<Value> {
        read_json(self.home?, path)
    }
}

/// What the settings file `path` below `folder` holds, as its harness reads it: links are followed.
pub(super) fn read_json(folder: &Path, path: &str) -> Option<Value> {
    let file = folder.join(path).canonicalize().ok()?;
    let dir = Dir::open(file.parent()?, "").ok()?;
    match dir.read(file.file_name()?.to_str()?, LARGEST).ok()? {
        Content::Bytes(bytes) => {
            let text = String::from_utf8(bytes).ok()?;
            Some(Settings::parse(&text).ok()?.value())
        }
        _ => None,
    }
}
