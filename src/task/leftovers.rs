//! What steps that were cut short left staged, and who holds locks: for looking only.

use super::layout::{LOCK, STAGED_ARTIFACT, STAGED_JOURNAL, STAGED_STATE, STAGING};
use super::lock::Holder;
use super::namespace::{Namespace, TaskFolder};
use crate::fs::{Dir, FsError, LockFile};

/// A lock that somebody holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HeldLock {
    /// The lock file, relative to the project.
    pub path: String,
    /// Who, if they said so.
    pub holder: Option<Holder>,
}

impl TaskFolder {
    /// The paths of what a step left staged. The next step completes or removes it.
    pub fn leftovers(&self) -> Result<Vec<String>, FsError> {
        leftovers(&self.dir)
    }

    /// Who holds the lock of the task, if somebody does.
    pub fn held_lock(&self) -> Result<Option<HeldLock>, FsError> {
        held(&self.dir)
    }
}

impl Namespace {
    /// The paths of tasks that were being made.
    pub fn leftovers(&self) -> Result<Vec<String>, FsError> {
        self.tasks()?.as_ref().map_or(Ok(Vec::new()), leftovers)
    }

    /// Who holds the lock of the folder of all tasks, if somebody does.
    pub fn held_lock(&self) -> Result<Option<HeldLock>, FsError> {
        self.tasks()?.as_ref().map_or(Ok(None), held)
    }
}

fn leftovers(dir: &Dir) -> Result<Vec<String>, FsError> {
    let mut found = Vec::new();
    for name in [STAGED_STATE, STAGED_JOURNAL, STAGED_ARTIFACT] {
        if dir.look(name)?.is_some() {
            found.push(dir.path_of(name));
        }
    }
    // The folder itself stays after the first task was made in it.
    if let Some(staging) = dir.existing_folder(STAGING)? {
        let items = staging.list()?;
        found.extend(items.iter().map(|item| staging.path_of(&item.name)));
    }
    Ok(found)
}

fn held(dir: &Dir) -> Result<Option<HeldLock>, FsError> {
    let Some(file) = LockFile::open(dir, LOCK)? else {
        return Ok(None);
    };
    if file.try_lock()? {
        return Ok(None);
    }
    let note = file.note()?;
    Ok(Some(HeldLock {
        path: file.path().to_owned(),
        holder: serde_json::from_str(&note).ok(),
    }))
}
