//! Changing what stands in a folder. What returns without an error is on the disk, but for names:
//! those are on the disk after [`Dir::sync`].
#![expect(clippy::disallowed_methods, reason = "fs owns writing files")]

use std::fs::File;
use std::io::Write as _;
use std::os::unix::fs::FileExt as _;
use std::path::Path;
use std::sync::atomic::{AtomicU32, Ordering};

use rustix::fs::{AtFlags, Mode, OFlags};
use rustix::io::{Errno, retry_on_intr};

use super::dir::Dir;
use super::{FileMode, FsError, Kind};

/// An append that failed.
#[derive(Debug)]
pub(crate) struct AppendError {
    /// Why.
    pub(crate) error: FsError,
    /// Whether the file is certainly as it was before.
    pub(crate) undone: bool,
}

impl Dir {
    /// Writes a new file. Something that already stands under the name is an error.
    pub(crate) fn create_new(&self, name: &str, bytes: &[u8]) -> Result<(), FsError> {
        let flags = OFlags::WRONLY | OFlags::CREATE | OFlags::EXCL;
        let mut file = File::from(self.open_fd(name, flags, "create")?);
        file.write_all(bytes).map_err(self.failed(name, "write"))?;
        file.sync_all().map_err(self.failed(name, "sync"))
    }

    /// Appends to a file of exactly `len` bytes, or puts it back as it was.
    pub(crate) fn append(&self, name: &str, len: u64, bytes: &[u8]) -> Result<(), AppendError> {
        let untouched = |error| AppendError {
            error,
            undone: true,
        };
        let fd = self.open_fd(name, OFlags::WRONLY, "open");
        let file = File::from(fd.map_err(untouched)?);
        let found = file.metadata().map_err(self.failed(name, "look at"));
        if found.map_err(untouched)?.len() != len {
            let changed = std::io::Error::other("the file changed since it was read");
            return Err(untouched(self.failed(name, "append")(changed)));
        }
        let written = file
            .write_all_at(bytes, len)
            .map_err(self.failed(name, "append"))
            .and_then(|()| file.sync_all().map_err(self.failed(name, "sync")));
        written.map_err(|error| AppendError {
            error,
            undone: file.set_len(len).and_then(|()| file.sync_all()).is_ok(),
        })
    }

    /// Writes bytes over what a file holds at `offset`, and makes all of the file durable.
    pub(crate) fn rewrite(&self, name: &str, offset: u64, bytes: &[u8]) -> Result<(), FsError> {
        let file = File::from(self.open_fd(name, OFlags::WRONLY, "open")?);
        file.write_all_at(bytes, offset)
            .map_err(self.failed(name, "write"))?;
        file.sync_all().map_err(self.failed(name, "sync"))
    }

    /// Cuts a file off after `len` bytes.
    pub(crate) fn truncate(&self, name: &str, len: u64) -> Result<(), FsError> {
        let file = File::from(self.open_fd(name, OFlags::WRONLY, "open")?);
        file.set_len(len).map_err(self.failed(name, "truncate"))?;
        file.sync_all().map_err(self.failed(name, "sync"))
    }

    /// Keeps bytes under a name that says what they are, such as their digest.
    ///
    /// Every writer of a name writes the same bytes, so writers need no lock, and what one of them
    /// left behind the next one completes.
    pub(crate) fn keep(&self, name: &str, bytes: &[u8]) -> Result<(), FsError> {
        let staged = format!("{name}.tmp");
        let fd = self.open_fd(&staged, OFlags::WRONLY | OFlags::CREATE, "create")?;
        let file = File::from(fd);
        file.write_all_at(bytes, 0)
            .and_then(|()| file.set_len(bytes.len() as u64))
            .map_err(self.failed(&staged, "write"))?;
        file.sync_all().map_err(self.failed(&staged, "sync"))?;
        match self.rename(&staged, self, name) {
            Err(error) if error.is_missing() && self.look(name)?.is_some() => {}
            renamed => renamed?,
        }
        self.sync()
    }

    /// Replaces the file `name`, or makes it: afterwards it holds the old bytes or the new ones,
    /// never a part.
    pub(crate) fn replace(&self, name: &str, bytes: &[u8]) -> Result<(), FsError> {
        self.stage(name, bytes, |staged| self.rename(staged, self, name))
    }

    /// The same, and the file has the permission bits `mode` from the start.
    pub(crate) fn replace_with_mode(
        &self,
        name: &str,
        bytes: &[u8],
        mode: FileMode,
    ) -> Result<(), FsError> {
        let mode = Mode::from_raw_mode(mode);
        self.stage(name, bytes, |staged| {
            let changed = || rustix::fs::chmodat(&self.fd, staged, mode, AtFlags::empty());
            retry_on_intr(changed).map_err(self.failed(staged, "set the mode of"))?;
            self.rename(staged, self, name)
        })
    }

    /// Makes the file `name` whole or not at all. Something that already stands under the name is
    /// an error.
    pub(crate) fn place_new(&self, name: &str, bytes: &[u8]) -> Result<(), FsError> {
        self.stage(name, bytes, |staged| self.rename_new(staged, self, name))
    }

    /// Writes bytes aside, durably, and lets `put` give them their name.
    fn stage(
        &self,
        name: &str,
        bytes: &[u8],
        put: impl FnOnce(&str) -> Result<(), FsError>,
    ) -> Result<(), FsError> {
        static COUNTER: AtomicU32 = AtomicU32::new(0);
        let number = COUNTER.fetch_add(1, Ordering::Relaxed);
        let staged = format!(".{name}.{}.{number}.tmp", std::process::id());
        self.create_new(&staged, bytes).inspect_err(|error| {
            if !error.is_taken() {
                // The error to report is the first one.
                let _ = self.unlink(&staged);
            }
        })?;
        put(&staged).inspect_err(|_| {
            let _ = self.unlink(&staged);
        })?;
        self.sync()
    }

    /// Renames a file or a folder into `target`. A file that stands there is replaced.
    pub(crate) fn rename(&self, name: &str, target: &Self, new: &str) -> Result<(), FsError> {
        retry_on_intr(|| rustix::fs::renameat(&self.fd, name, &target.fd, new))
            .map_err(self.failed(name, "rename"))
    }

    /// Renames a file or a folder into `target`, where nothing may stand under the new name.
    pub(crate) fn rename_new(&self, name: &str, target: &Self, new: &str) -> Result<(), FsError> {
        match retry_on_intr(|| self.rename_noreplace(name, target, new)) {
            Ok(()) => Ok(()),
            // Some file systems cannot promise it; looking first is the next best.
            Err(Errno::INVAL | Errno::NOSYS) if target.look(new)?.is_none() => {
                self.rename(name, target, new)
            }
            Err(Errno::INVAL | Errno::NOSYS | Errno::EXIST) => {
                Err(target.failed(new, "make")(Errno::EXIST))
            }
            Err(error) => Err(self.failed(name, "rename")(error)),
        }
    }

    #[cfg(any(target_os = "linux", target_vendor = "apple"))]
    fn rename_noreplace(&self, name: &str, target: &Self, new: &str) -> rustix::io::Result<()> {
        let flags = rustix::fs::RenameFlags::NOREPLACE;
        rustix::fs::renameat_with(&self.fd, name, &target.fd, new, flags)
    }

    #[cfg(not(any(target_os = "linux", target_vendor = "apple")))]
    fn rename_noreplace(&self, _: &str, _: &Self, _: &str) -> rustix::io::Result<()> {
        Err(Errno::NOSYS)
    }

    /// Gives the file `name` a second name in `target`, where nothing may stand under it.
    pub(crate) fn link(&self, name: &str, target: &Self, new: &str) -> Result<(), FsError> {
        let flags = AtFlags::empty();
        retry_on_intr(|| rustix::fs::linkat(&self.fd, name, &target.fd, new, flags))
            .map_err(target.failed(new, "link"))
    }

    /// Removes the file or the link `name`, if it is there.
    pub(crate) fn unlink(&self, name: &str) -> Result<(), FsError> {
        match retry_on_intr(|| rustix::fs::unlinkat(&self.fd, name, AtFlags::empty())) {
            Ok(()) | Err(Errno::NOENT) => Ok(()),
            Err(error) => Err(self.failed(name, "remove")(error)),
        }
    }

    /// Removes the empty folder `name`.
    pub(crate) fn remove_folder(&self, name: &str) -> Result<(), FsError> {
        retry_on_intr(|| rustix::fs::unlinkat(&self.fd, name, AtFlags::REMOVEDIR))
            .map_err(self.failed(name, "remove"))
    }

    /// Makes the folder `name`. Something that already stands under the name is an error.
    pub(crate) fn make_folder(&self, name: &str) -> Result<Self, FsError> {
        let mode = Mode::from_raw_mode(0o777);
        retry_on_intr(|| rustix::fs::mkdirat(&self.fd, name, mode))
            .map_err(self.failed(name, "make the folder"))?;
        self.folder(name)
    }

    /// Opens the folder `name`, or makes it, durably.
    pub(crate) fn ensure_folder(&self, name: &str) -> Result<Self, FsError> {
        if let Some(dir) = self.existing_folder(name)? {
            return Ok(dir);
        }
        match self.make_folder(name) {
            Err(error) if error.is_taken() => self.folder(name),
            made => {
                let dir = made?;
                self.sync()?;
                Ok(dir)
            }
        }
    }

    /// Opens the folder at `path`, which is made, with those above it, where it is missing.
    pub(crate) fn open_or_make(path: &Path, shown: &str) -> Result<Self, FsError> {
        let (Some(above), Some(name)) = (path.parent(), path.file_name()) else {
            return Self::open(path, shown);
        };
        if !path.exists() {
            let above = Self::open_or_make(above, &above.display().to_string())?;
            above.ensure_folder(&name.to_string_lossy())?;
        }
        Self::open(path, shown)
    }

    /// Makes the names in this folder durable.
    pub(crate) fn sync(&self) -> Result<(), FsError> {
        retry_on_intr(|| rustix::fs::fsync(&self.fd))
            .map_err(|error| FsError::new(self.shown().to_owned(), "sync the folder", error))
    }
}

/// Replaces the file at `path`, which must not be a link, or makes it, durably.
pub fn replace(path: &Path, bytes: &[u8]) -> Result<(), FsError> {
    let invalid = |problem| {
        let error = std::io::Error::new(std::io::ErrorKind::InvalidInput, problem);
        FsError::new(path.display().to_string(), "replace", error)
    };
    let name = path.file_name().and_then(|name| name.to_str());
    let name = name.ok_or_else(|| invalid("it has no file name"))?;
    let folder = match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    };
    let dir = Dir::open(folder, &folder.to_string_lossy())?;
    match dir.look(name)? {
        None | Some((Kind::File, _)) => dir.replace(name, bytes),
        Some((kind, _)) => Err(invalid(match kind {
            Kind::Link => "a symbolic link stands there",
            _ => "it is not a regular file",
        })),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fs::Content;

    #[test]
    fn a_new_file_is_placed_whole_and_over_nothing() {
        let folder = tempfile::tempdir().expect("a folder");
        let dir = Dir::open(folder.path(), "").expect("the folder");
        dir.place_new("a", b"first").expect("placed");
        let error = dir.place_new("a", b"second").expect_err("taken");
        assert!(error.is_taken(), "{error}");
        let content = dir.read("a", 100).expect("read");
        assert_eq!(content, Content::Bytes(b"first".to_vec()));
        let names: Vec<String> = dir
            .list()
            .expect("a list")
            .into_iter()
            .map(|i| i.name)
            .collect();
        assert_eq!(names, ["a"], "nothing staged is left");
    }
}
