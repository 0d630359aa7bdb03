//! Paths that cannot be swapped for others while the kernel is told about them.
#![expect(
    clippy::disallowed_methods,
    reason = "fs owns opening and writing files"
)]

use std::io;
use std::os::fd::OwnedFd;
use std::path::Path;

use rustix::fs::{CWD, Mode, OFlags, ResolveFlags, openat2};

/// A handle on what stands at an absolute path, for naming it and nothing else. A link anywhere on
/// the way is an error.
pub(crate) fn pin(path: &Path) -> io::Result<OwnedFd> {
    let flags = OFlags::PATH | OFlags::CLOEXEC;
    let pinned = openat2(CWD, path, flags, Mode::empty(), ResolveFlags::NO_SYMLINKS);
    Ok(pinned?)
}

/// Writes to a file by which the kernel is told something.
pub(crate) fn tell(path: &str, text: &str) -> io::Result<()> {
    std::fs::write(path, text)
}
