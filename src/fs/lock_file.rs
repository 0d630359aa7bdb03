//! A file that is locked, and says by whom. It is never deleted: whoever deletes a lock file lets
//! two owners in.

use std::fs::{File, TryLockError};
use std::io;
use std::os::unix::fs::FileExt as _;

use rustix::fs::OFlags;

use super::{Dir, FsError, Identity};

/// The longest note that is read back.
const NOTE_LIMIT: usize = 4096;

/// An open lock file. Closing it gives up the lock.
#[derive(Debug)]
pub(crate) struct LockFile {
    file: File,
    path: String,
}

impl LockFile {
    /// Opens the lock file `name`, if there is one.
    pub(crate) fn open(dir: &Dir, name: &str) -> Result<Option<Self>, FsError> {
        match Self::open_with(dir, name, OFlags::RDWR) {
            Ok(file) => Ok(Some(file)),
            Err(error) if error.is_missing() => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// Opens the lock file `name`, or makes it.
    pub(crate) fn ensure(dir: &Dir, name: &str) -> Result<Self, FsError> {
        Self::open_with(dir, name, OFlags::RDWR | OFlags::CREATE)
    }

    fn open_with(dir: &Dir, name: &str, flags: OFlags) -> Result<Self, FsError> {
        let file = File::from(dir.open_fd(name, flags, "open the lock file")?);
        Ok(Self {
            file,
            path: dir.path_of(name),
        })
    }

    /// Takes the lock if nobody holds it, and says whether it is held now.
    pub(crate) fn try_lock(&self) -> Result<bool, FsError> {
        match self.file.try_lock() {
            Ok(()) => Ok(true),
            Err(TryLockError::WouldBlock) => Ok(false),
            Err(TryLockError::Error(error)) if error.kind() == io::ErrorKind::Interrupted => {
                Ok(false)
            }
            Err(TryLockError::Error(error)) => Err(self.failed("lock", error)),
        }
    }

    /// Which file this is.
    pub(crate) fn identity(&self) -> Result<Identity, FsError> {
        rustix::fs::fstat(&self.file)
            .map(Into::into)
            .map_err(|error| self.failed("look at", error.into()))
    }

    /// Says in the file who holds the lock. It is a courtesy to those who wait, so not durable.
    pub(crate) fn write_note(&self, note: &str) -> Result<(), FsError> {
        self.file
            .write_all_at(note.as_bytes(), 0)
            .and_then(|()| self.file.set_len(note.len() as u64))
            .map_err(|error| self.failed("write", error))
    }

    /// What the holder of the lock wrote.
    pub(crate) fn note(&self) -> Result<String, FsError> {
        let mut note = vec![0; NOTE_LIMIT];
        let read = self.file.read_at(&mut note, 0);
        note.truncate(read.map_err(|error| self.failed("read", error))?);
        Ok(String::from_utf8_lossy(&note).into_owned())
    }

    /// How messages show the file.
    pub(crate) fn path(&self) -> &str {
        &self.path
    }

    fn failed(&self, doing: &'static str, error: io::Error) -> FsError {
        FsError::new(self.path.clone(), doing, error)
    }
}
