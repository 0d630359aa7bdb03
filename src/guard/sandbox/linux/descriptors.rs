//! Descriptors that a command must not get: what was opened before is written whatever holds now.

use std::fs;
use std::io;
use std::os::fd::BorrowedFd;

use rustix::io::{FdFlags, fcntl_getfd, fcntl_setfd};

/// The standard streams, which are the caller's own.
const STREAMS: i32 = 3;

/// Lets every descriptor but the standard streams end with this program.
pub(super) fn end_with_this_program() -> io::Result<()> {
    for entry in fs::read_dir("/proc/self/fd")? {
        let name = entry?.file_name();
        let number: i32 = name
            .to_str()
            .and_then(|name| name.parse().ok())
            .ok_or_else(|| io::Error::other("a descriptor without a number"))?;
        if number < STREAMS {
            continue;
        }
        #[expect(
            unsafe_code,
            reason = "no safe call marks a descriptor that is known by its number alone; it is open \
                      while it is listed, because the stage has one thread"
        )]
        let descriptor = unsafe { BorrowedFd::borrow_raw(number) };
        fcntl_setfd(descriptor, fcntl_getfd(descriptor)? | FdFlags::CLOEXEC)?;
    }
    Ok(())
}
