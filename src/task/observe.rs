//! Looking at a task's files without its lock, and without writing.

use std::time::Duration;

use super::found::Found;
use super::journal::Journal;
use super::records::{Records, Todo, Verdict};
use crate::fs::{Dir, FsError};
use crate::names::TaskPath;

/// How often files that keep changing are read again.
const ATTEMPTS: u32 = 50;

/// Where the task stands; before the step, if one is under way.
///
/// The files cannot be read all at once. What does not look like a task at rest is believed only
/// if a second reading finds the same.
pub(super) fn observe(dir: &Dir, task: &TaskPath) -> Result<(Found, Option<Journal>), FsError> {
    let mut records = Records::read(dir, task)?;
    for _ in 0..ATTEMPTS {
        if records.verdict() == Verdict::Sound(Todo::Nothing) {
            break;
        }
        std::thread::sleep(Duration::from_millis(1));
        let again = Records::read(dir, task)?;
        if again == records {
            break;
        }
        records = again;
    }
    Ok(Found::of(records))
}
