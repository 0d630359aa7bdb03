//! Under a task's lock: completing or undoing what a crash cut short.

use super::entry::{Entry, EntryEvent};
use super::found::Found;
use super::journal::Journal;
use super::layout::{LOCK, STAGED_STATE, STAGING, STATE, SUBTASKS};
use super::records::{Records, Todo, Verdict};
use super::{attic, lock, staging, state_file};
use crate::fs::{Dir, FsError};
use crate::names::TaskPath;

/// Brings the files of `task` to where the last acknowledged step left them, and says where the
/// task stands. Damaged files are left as they are. The caller holds the task's lock.
pub(super) fn recover(dir: &Dir, task: &TaskPath) -> Result<(Found, Option<Journal>), FsError> {
    let mut records = Records::read(dir, task)?;
    while let (Verdict::Sound(todo), Some(journal)) = (records.verdict(), &records.journal) {
        if !settle(dir, journal, todo)? {
            break;
        }
        records = Records::read(dir, task)?;
    }
    Ok(Found::of(records))
}

/// Does what is left to do, and says whether anything was.
fn settle(dir: &Dir, journal: &Journal, todo: Todo) -> Result<bool, FsError> {
    let Some(last) = journal.last().map(|line| &line.entry) else {
        return Ok(false);
    };
    match todo {
        Todo::Nothing => {
            if !last.event.writes_state() {
                // Nothing but the journal shows that this step was taken, and what was read may
                // never have reached the disk.
                journal.confirm_last(dir)?;
            }
            return Ok(false);
        }
        Todo::Finish | Todo::Redo => {
            journal.confirm_last(dir)?;
            finish(dir, last)?;
        }
        Todo::DropStaged => {
            // The journal may have been cut back without that reaching the disk.
            journal.confirm_last(dir)?;
            dir.unlink(STAGED_STATE)?;
        }
        Todo::DropTail => {
            journal.drop_tail(dir)?;
            dir.unlink(STAGED_STATE)?;
        }
        Todo::RestoreState => {
            journal.confirm_last(dir)?;
            dir.unlink(STAGED_STATE)?;
            dir.create_new(STAGED_STATE, state_file::text(&last.to).as_bytes())?;
            put_in_place(dir, last)?;
            dir.rename(STAGED_STATE, dir, STATE)?;
            dir.sync()?;
        }
    }
    Ok(true)
}

/// Completes a step that is journaled: its files, then its state. Doing it twice does no harm.
pub(super) fn finish(dir: &Dir, entry: &Entry) -> Result<(), FsError> {
    put_in_place(dir, entry)?;
    if entry.event.writes_state() {
        staging::put_in_place(dir, entry)?;
    }
    dir.sync()
}

fn put_in_place(dir: &Dir, entry: &Entry) -> Result<(), FsError> {
    if entry.event == EntryEvent::Repair && lock::obstacle(dir)?.is_some() {
        attic::set_aside(dir, entry.seq, LOCK)?;
    }
    for name in &entry.moves {
        attic::set_aside(dir, entry.seq, name.as_str())?;
    }
    for name in &entry.restores {
        if let Some(&digest) = entry.artifacts.get(name) {
            attic::restore(dir, entry.seq, name.as_str(), digest)?;
        }
    }
    for name in &entry.subtasks {
        place(dir, name.as_str())?;
    }
    Ok(())
}

/// Puts a sub-task that is built in its place, unless that was done before.
fn place(dir: &Dir, name: &str) -> Result<(), FsError> {
    let Some(staging) = dir.existing_folder(STAGING)? else {
        return Ok(());
    };
    let subtasks = dir.ensure_folder(SUBTASKS)?;
    match staging.rename_new(name, &subtasks, name) {
        Err(error) if error.is_missing() || error.is_taken() => Ok(()),
        placed => {
            placed?;
            subtasks.sync()?;
            staging.sync()
        }
    }
}
