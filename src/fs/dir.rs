//! A handle on an open folder: looking at what stands in it.
#![expect(
    clippy::disallowed_methods,
    reason = "fs owns opening files by descriptor"
)]

use std::fs::File;
use std::io::Read as _;
use std::os::fd::OwnedFd;
use std::os::unix::fs::FileExt as _;
use std::path::Path;
use std::sync::Arc;

use rustix::fs::{AtFlags, FileType, Mode, OFlags, Stat};
use rustix::io::{Errno, retry_on_intr};

use super::{FileMode, FsError};

/// What stands under a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A regular file.
    File,
    /// A folder.
    Folder,
    /// A symbolic link, wherever it leads.
    Link,
    /// A pipe, a socket or a device.
    Special,
}

impl Kind {
    fn of(kind: FileType) -> Self {
        match kind {
            FileType::RegularFile => Self::File,
            FileType::Directory => Self::Folder,
            FileType::Symlink => Self::Link,
            _ => Self::Special,
        }
    }

    /// The kind in words, with its article.
    pub fn noun(self) -> &'static str {
        match self {
            Self::File => "a file",
            Self::Folder => "a folder",
            Self::Link => "a symbolic link",
            Self::Special => "a special file",
        }
    }
}

/// Something that stands in a folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Item {
    /// Its name; bytes that are not UTF-8 are replaced.
    pub name: String,
    /// What it is.
    pub kind: Kind,
}

/// What a bounded read found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Content {
    /// Nothing under that name.
    Missing,
    /// All of a regular file.
    Bytes(Vec<u8>),
    /// A regular file of more bytes than allowed, which was not read.
    TooLarge,
    /// Something that is not a regular file.
    Not(Kind),
}

/// The end of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Tail {
    /// Nothing under that name.
    Missing,
    /// The last bytes of a regular file.
    Bytes {
        /// The bytes.
        bytes: Vec<u8>,
        /// Whether they are all of it.
        whole: bool,
    },
    /// Something that is not a regular file.
    Not(Kind),
}

/// Which file an open descriptor or a name stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Identity {
    device: u64,
    inode: u64,
}

impl From<Stat> for Identity {
    #[allow(
        clippy::unnecessary_cast,
        clippy::useless_conversion,
        clippy::cast_sign_loss,
        reason = "the field types differ between systems"
    )]
    fn from(stat: Stat) -> Self {
        Self {
            device: stat.st_dev as u64,
            inode: stat.st_ino.into(),
        }
    }
}

/// What opening a file came to.
enum Opened {
    Missing,
    Not(Kind),
    File(File, u64),
}

/// An open folder. Clones share the descriptor. Every `name` is a single path component.
#[derive(Clone, Debug)]
pub struct Dir {
    pub(super) fd: Arc<OwnedFd>,
    shown: Arc<str>,
}

const FOLDER: OFlags = OFlags::RDONLY
    .union(OFlags::DIRECTORY)
    .union(OFlags::CLOEXEC);

impl Dir {
    /// Opens the folder at `path`, following links on the way: it is the caller's own word.
    /// Messages call it `shown`; what stands in an unnamed folder is shown by its name alone.
    pub fn open(path: &Path, shown: &str) -> Result<Self, FsError> {
        let fd = retry_on_intr(|| rustix::fs::open(path, FOLDER, Mode::empty()))
            .map_err(|error| FsError::new(path.display().to_string(), "open", error))?;
        Ok(Self {
            fd: Arc::new(fd),
            shown: shown.into(),
        })
    }

    /// Opens the folder `name` in this one. A link is refused.
    pub fn folder(&self, name: &str) -> Result<Self, FsError> {
        Ok(Self {
            fd: Arc::new(self.open_fd(name, FOLDER, "open the folder")?),
            shown: self.path_of(name).into(),
        })
    }

    /// Opens the folder `name` in this one, if anything stands under that name.
    pub fn existing_folder(&self, name: &str) -> Result<Option<Self>, FsError> {
        match self.folder(name) {
            Ok(dir) => Ok(Some(dir)),
            Err(error) if error.is_missing() => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// How messages show this folder.
    pub fn shown(&self) -> &str {
        if self.shown.is_empty() {
            "."
        } else {
            &self.shown
        }
    }

    /// How messages show `name` in this folder.
    pub fn path_of(&self, name: &str) -> String {
        if self.shown.is_empty() {
            name.to_owned()
        } else {
            format!("{}/{name}", self.shown)
        }
    }

    /// What stands under `name`, with its size in bytes.
    pub fn look(&self, name: &str) -> Result<Option<(Kind, u64)>, FsError> {
        let stat = self.stat(name)?;
        Ok(stat.map(|stat| {
            let kind = Kind::of(FileType::from_raw_mode(stat.st_mode));
            (kind, u64::try_from(stat.st_size).unwrap_or_default())
        }))
    }

    /// The permission bits of what stands under `name`.
    pub fn mode(&self, name: &str) -> Result<Option<FileMode>, FsError> {
        let bits = |stat: Stat| Mode::from_raw_mode(stat.st_mode).bits() & 0o7777;
        Ok(self.stat(name)?.map(bits))
    }

    /// Which folder this is.
    pub fn identity(&self) -> Result<Identity, FsError> {
        let stat = rustix::fs::fstat(&self.fd);
        stat.map(Into::into)
            .map_err(|error| FsError::new(self.shown().to_owned(), "look at", error))
    }

    /// Which file stands under `name`.
    pub fn identity_of(&self, name: &str) -> Result<Option<Identity>, FsError> {
        Ok(self.stat(name)?.map(Into::into))
    }

    /// Reads the regular file `name`, if it has at most `limit` bytes.
    pub fn read(&self, name: &str, limit: u64) -> Result<Content, FsError> {
        let (file, size) = match self.open_file(name)? {
            Opened::Missing => return Ok(Content::Missing),
            Opened::Not(kind) => return Ok(Content::Not(kind)),
            Opened::File(file, size) => (file, size),
        };
        if size > limit {
            return Ok(Content::TooLarge);
        }
        let mut bytes = Vec::with_capacity(usize::try_from(size).unwrap_or_default() + 1);
        let mut bounded = file.take(limit.saturating_add(1));
        bounded
            .read_to_end(&mut bytes)
            .map_err(self.failed(name, "read"))?;
        if bytes.len() as u64 > limit {
            return Ok(Content::TooLarge);
        }
        Ok(Content::Bytes(bytes))
    }

    /// Reads the last bytes of the regular file `name`, at most `limit`.
    pub fn read_tail(&self, name: &str, limit: u64) -> Result<Tail, FsError> {
        let (file, size) = match self.open_file(name)? {
            Opened::Missing => return Ok(Tail::Missing),
            Opened::Not(kind) => return Ok(Tail::Not(kind)),
            Opened::File(file, size) => (file, size),
        };
        let start = size.saturating_sub(limit);
        let mut bytes = vec![0; usize::try_from(size - start).unwrap_or_default()];
        file.read_exact_at(&mut bytes, start)
            .map_err(self.failed(name, "read"))?;
        Ok(Tail::Bytes {
            bytes,
            whole: start == 0,
        })
    }

    /// Everything in the folder, by name.
    pub fn list(&self) -> Result<Vec<Item>, FsError> {
        let failed = |error| FsError::new(self.shown().to_owned(), "list", error);
        let mut items = Vec::new();
        for entry in rustix::fs::Dir::read_from(&self.fd).map_err(failed)? {
            let entry = entry.map_err(failed)?;
            if matches!(entry.file_name().to_bytes(), b"." | b"..") {
                continue;
            }
            let name = entry.file_name().to_string_lossy().into_owned();
            let kind = match entry.file_type() {
                FileType::Unknown => match self.look(&name)? {
                    Some((kind, _)) => kind,
                    None => continue,
                },
                kind => Kind::of(kind),
            };
            items.push(Item { name, kind });
        }
        items.sort_unstable_by(|a, b| a.name.cmp(&b.name));
        Ok(items)
    }

    /// The error of something that is refused before the system is asked.
    pub fn refuse(&self, name: &str, doing: &'static str, problem: &str) -> FsError {
        self.failed(name, doing)(std::io::Error::other(problem))
    }

    /// Opens the regular file `name`, and says how many bytes it has.
    fn open_file(&self, name: &str) -> Result<Opened, FsError> {
        let fd = match self.open_fd(name, OFlags::RDONLY, "open") {
            Ok(fd) => fd,
            Err(error) if error.is_missing() => return Ok(Opened::Missing),
            Err(error) if error.is(Errno::LOOP) => return Ok(Opened::Not(Kind::Link)),
            Err(error) if error.is(Errno::NXIO) => return Ok(Opened::Not(Kind::Special)),
            Err(error) => return Err(error),
        };
        let stat = rustix::fs::fstat(&fd).map_err(self.failed(name, "look at"))?;
        Ok(match Kind::of(FileType::from_raw_mode(stat.st_mode)) {
            Kind::File => {
                let size = u64::try_from(stat.st_size).unwrap_or_default();
                Opened::File(File::from(fd), size)
            }
            kind => Opened::Not(kind),
        })
    }

    fn stat(&self, name: &str) -> Result<Option<Stat>, FsError> {
        let stat = || rustix::fs::statat(&self.fd, name, AtFlags::SYMLINK_NOFOLLOW);
        match retry_on_intr(stat) {
            Ok(stat) => Ok(Some(stat)),
            Err(Errno::NOENT) => Ok(None),
            Err(error) => Err(self.failed(name, "look at")(error)),
        }
    }

    pub(super) fn open_fd(
        &self,
        name: &str,
        flags: OFlags,
        doing: &'static str,
    ) -> Result<OwnedFd, FsError> {
        // Without NONBLOCK, opening a pipe waits for somebody at its other end.
        let flags = flags | OFlags::NOFOLLOW | OFlags::CLOEXEC | OFlags::NONBLOCK | OFlags::NOCTTY;
        let mode = Mode::from_raw_mode(0o666);
        retry_on_intr(|| rustix::fs::openat(&self.fd, name, flags, mode))
            .map_err(self.failed(name, doing))
    }

    /// Turns what the system answered about `name` into an error.
    pub(super) fn failed<E: Into<std::io::Error>>(
        &self,
        name: &str,
        doing: &'static str,
    ) -> impl FnOnce(E) -> FsError + use<E> {
        let path = self.path_of(name);
        move |error| FsError::new(path, doing, error)
    }
}
