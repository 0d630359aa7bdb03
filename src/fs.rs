//! The only reader and writer of files that must not be fooled: every name is resolved relative to
//! an open folder, links are never followed, writes are durable, and every error names its path.

pub(crate) mod cached;
mod dir;
mod lock_file;
#[cfg(target_os = "linux")]
pub(crate) mod pinned;
mod resolve;
mod rotated;
pub(crate) mod stand_in;
#[cfg(test)]
mod tests;
mod write;

pub use dir::{Content, Dir, Identity, Item, Kind, Tail};

pub(crate) use lock_file::LockFile;
pub use resolve::{Destination, Unresolved, resolve};
pub(crate) use rotated::RotatedLog;
pub(crate) use write::AppendError;
pub use write::replace;

use std::io;

/// The permission bits of a file, in the system's own type.
pub use rustix::fs::RawMode as FileMode;
use rustix::io::Errno;

/// A system call that failed, and on what.
#[derive(Debug, thiserror::Error)]
#[error("{path}: cannot {doing}: {source}")]
pub struct FsError {
    /// The file or folder, as a message shows it.
    pub path: String,
    /// What was tried.
    pub doing: &'static str,
    /// What the system answered.
    pub source: io::Error,
}

impl FsError {
    fn new(path: String, doing: &'static str, source: impl Into<io::Error>) -> Self {
        Self {
            path,
            doing,
            source: source.into(),
        }
    }

    /// Whether nothing stands under the path.
    pub fn is_missing(&self) -> bool {
        self.is(Errno::NOENT)
    }

    /// Whether something already stands under the path.
    pub fn is_taken(&self) -> bool {
        self.is(Errno::EXIST) || self.is(Errno::NOTEMPTY)
    }

    fn is(&self, errno: Errno) -> bool {
        self.source.raw_os_error() == Some(errno.raw_os_error())
    }
}
