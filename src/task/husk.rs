//! What is left of a task's folder where Git took everything else: the lock file, which no commit
//! holds. It is no task, and nothing is lost with it.

use super::layout::{JOURNAL, LOCK};
use super::namespace::TaskFolder;
use crate::fs::{Dir, FsError};

impl TaskFolder {
    /// Whether the folder holds nothing but a lock file.
    pub(super) fn is_husk(&self) -> Result<bool, FsError> {
        is_husk(&self.dir)
    }
}

/// Whether the folder holds nothing but a lock file.
pub(super) fn is_husk(dir: &Dir) -> Result<bool, FsError> {
    if dir.look(JOURNAL)?.is_some() || dir.look(LOCK)?.is_none() {
        return Ok(false);
    }
    Ok(dir.list()?.len() == 1)
}

/// Makes room for a folder called `name`, if only a husk stands there. Nobody can have its lock:
/// it is no task to anyone.
pub(super) fn clear(folder: &Dir, name: &str) -> Result<(), FsError> {
    if let Some(dir) = folder.existing_folder(name)?
        && is_husk(&dir)?
    {
        dir.unlink(LOCK)?;
        folder.remove_folder(name)?;
    }
    Ok(())
}
