//! The readers of records, for tests that feed them anything.

use super::history::{record, subtasks};
use super::journal::{Journal, Line};
use super::state_file;

/// Reads the bytes of a state file, and gives the state as it would be written.
pub fn state(bytes: &[u8]) -> Option<String> {
    let state = state_file::parse(bytes).ok()?;
    Some(state_file::text(&state))
}

/// Reads the bytes of a journal of the task `task`, whatever it says of itself, and what it amounts
/// to: its sound lines, and how many bytes they have.
pub fn journal(bytes: &[u8]) -> (Vec<Line>, usize) {
    let journal = Journal::parse(bytes, &"task".parse().expect("a task name"));
    let lines = journal.lines().to_vec();
    _ = (record(&lines), subtasks(&lines));
    let sound = bytes
        .split_inclusive(|&byte| byte == b'\n')
        .take(lines.len());
    (lines, sound.map(<[u8]>::len).sum())
}
