//! How orders and reports pass: over descriptors that are inherited, so that nobody else can give
//! such orders.

use std::fs::File;
use std::io::{self, Read as _, Seek as _, Write as _};
use std::os::fd::AsRawFd as _;
use std::path::PathBuf;

use rustix::fs::{MemfdFlags, SealFlags, fcntl_add_seals, fcntl_get_seals, memfd_create};

use super::super::orders::{Orders, Report};

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
