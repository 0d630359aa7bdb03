//! Where nothing is known that holds a command: it is not run.

use std::convert::Infallible;
use std::ffi::OsString;
use std::io;
use std::process::{Command, ExitCode};

use super::ending::{Cut, Ending, Limits};
use super::orders::{Orders, Report};

/// A stage that was started: none ever is.
pub(super) struct Started {
    /// What it said about itself.
    pub(super) report: Report,
    none: Infallible,
}

impl Started {
    pub(super) fn finish(self) -> io::Result<Ending> {
        match self.none {}
    }

    pub(super) fn finish_within(self, _: &mut Limits<'_>) -> io::Result<(Ending, Option<Cut>)> {
        match self.none {}
    }
}

pub(super) fn start(_: &Orders, _: impl FnOnce(&mut Command)) -> io::Result<Started> {
    let problem = "only on Linux does this program know what holds a command";
    Err(io::Error::new(io::ErrorKind::Unsupported, problem))
}

/// There is no stage.
pub fn stage(_: &[OsString]) -> Option<ExitCode> {
    None
}
