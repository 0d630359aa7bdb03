//! The state that a step leads to, staged before the step is journaled: it shows that an entry's
//! step is under way, and not that somebody changed the state back.
//!
//! A repair starts from a state file that may say anything. So that what it stages is never taken
//! for what the step before it staged, it stages in the attic, under its own number.

use super::attic;
use super::entry::{Entry, EntryEvent};
use super::layout::{STAGED_REPAIR, STAGED_STATE, STATE};
use super::state_file::{self, StateFile};
use crate::fs::{Dir, FsError};

/// Stages the state of `entry`, in the place of what a step that was not journaled left there.
pub(super) fn stage(dir: &Dir, entry: &Entry) -> Result<(), FsError> {
    let text = state_file::text(&entry.to);
    let (folder, name) = match entry.event {
        EntryEvent::Repair => (attic::shelf(dir, entry.seq)?, STAGED_REPAIR),
        _ => (dir.clone(), STAGED_STATE),
    };
    folder.unlink(name)?;
    folder.create_new(name, text.as_bytes())
}

/// What is staged for `entry`.
pub(super) fn staged(dir: &Dir, entry: &Entry) -> Result<StateFile, FsError> {
    match place(dir, entry)? {
        Some((folder, name)) => StateFile::read(&folder, name),
        None => Ok(StateFile::Missing),
    }
}

/// Makes what is staged for `entry` the task's state.
pub(super) fn put_in_place(dir: &Dir, entry: &Entry) -> Result<(), FsError> {
    match place(dir, entry)? {
        Some((folder, name)) => folder.rename(name, dir, STATE),
        None => Err(dir.refuse(STATE, "write", "what was staged for it is gone")),
    }
}

/// Drops what is staged for `entry`. If that fails, the next step of its kind drops it.
pub(super) fn drop_staged(dir: &Dir, entry: &Entry) {
    if let Ok(Some((folder, name))) = place(dir, entry) {
        let _ = folder.unlink(name);
    }
}

fn place(dir: &Dir, entry: &Entry) -> Result<Option<(Dir, &'static str)>, FsError> {
    Ok(match entry.event {
        EntryEvent::Repair => {
            attic::existing_shelf(dir, entry.seq)?.map(|shelf| (shelf, STAGED_REPAIR))
        }
        _ => Some((dir.clone(), STAGED_STATE)),
    })
}
