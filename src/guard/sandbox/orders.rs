//! What the supervisor tells the stage, and what the stage says back: over descriptors that are
//! inherited, so that nobody else can give such orders.

use std::fs::File;
use std::io::{self, Read as _, Seek as _, Write as _};
use std::os::fd::AsRawFd as _;
use std::path::PathBuf;

use rustix::fs::{MemfdFlags, SealFlags, fcntl_add_seals, fcntl_get_seals, memfd_create};
use serde::{Deserialize, Serialize};

use super::spine::Rule;
use super::tier::Tier;

/// What is to be done before the command runs.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(super) struct Orders {
    /// The folder that the command runs in.
    pub(super) folder: PathBuf,
    /// The mounts, where there may be some.
    pub(super) mounts: Mounts,
    /// The rules of Landlock under these mounts.
    pub(super) under_mounts: Vec<Rule>,
    /// The rules of Landlock where there are none.
    pub(super) alone: Vec<Rule>,
}

/// Where the file system is not read-only, and where it is again.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(super) struct Mounts {
    /// Folders that are written.
    pub(super) folders: Vec<PathBuf>,
    /// What in these is not.
    pub(super) denied: Vec<PathBuf>,
    /// Files that are written in place.
    pub(super) files: Vec<PathBuf>,
    /// What is hidden: sockets of programs that would write for the command.
    pub(super) hidden: Vec<PathBuf>,
}

/// What became of the orders.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum Report {
    /// The command is about to run, held by this.
    Held(Tier),
    /// The command cannot be run: it is missing, or may not be.
    NotRun {
        /// Whether there is no such program.
        missing: bool,
        /// What the system said.
        problem: String,
    },
    /// The command was not run, because it would not have been held.
    Unheld(String),
}

/// The seals of orders: what is read is what was written.
const SEALS: SealFlags = SealFlags::SEAL
    .union(SealFlags::SHRINK)
    .union(SealFlags::GROW)
    .union(SealFlags::WRITE);

impl Orders {
    /// The orders in a file of memory that this process's children inherit.
    pub(super) fn give(&self) -> io::Result<File> {
        let bytes = postcard::to_allocvec(self).map_err(io::Error::other)?;
        let mut file = File::from(memfd_create("orders", MemfdFlags::ALLOW_SEALING)?);
        file.write_all(&bytes)?;
        file.rewind()?;
        fcntl_add_seals(&file, SEALS)?;
        Ok(file)
    }

    /// The orders behind an inherited descriptor; nothing where there are none.
    pub(super) fn take(descriptor: &str) -> Option<Self> {
        let mut file = File::open(inherited(descriptor)?).ok()?;
        if !fcntl_get_seals(&file).ok()?.contains(SEALS) {
            return None;
        }
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).ok()?;
        postcard::from_bytes(&bytes).ok()
    }
}

/// The name of an inherited descriptor.
pub(super) fn inherited(descriptor: &str) -> Option<PathBuf> {
    let number: u32 = descriptor.parse().ok()?;
    Some(format!("/proc/self/fd/{number}").into())
}

/// The word for a descriptor that a child is to inherit.
pub(super) fn word(file: &impl std::os::fd::AsFd) -> String {
    file.as_fd().as_raw_fd().to_string()
}

impl Report {
    pub(super) fn bytes(&self) -> Vec<u8> {
        postcard::to_allocvec(self).unwrap_or_default()
    }
}
