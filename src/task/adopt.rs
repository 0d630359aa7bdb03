//! Putting a folder without records under the workflow.

use super::commit::{CommitError, Committed, keep_everything};
use super::entry::{Entry, EntryEvent};
use super::found::Found;
use super::journal::checked_line;
use super::layout::{JOURNAL, STAGED_JOURNAL, STATE};
use super::reading::TaskFacts;
use super::recover::finish;
use super::repair::subtasks;
use super::staging;
use crate::engine::Order;
use crate::fs::{Dir, FsError, Kind};

/// Starts the journal of an untracked folder. The facts were read under the lock of the folder of
/// all tasks: the task's own lock file comes after its journal.
pub(super) fn adopt<H>(facts: &TaskFacts<H>, order: &Order) -> Result<Committed, CommitError> {
    let dir = &facts.folder.dir;
    if !matches!(facts.found, Found::Untracked(_)) {
        return Err(CommitError::refused(
            dir.path_of(JOURNAL),
            "the task has records already",
        ));
    }
    match dir.look(STATE).map_err(CommitError::not_changed)? {
        None | Some((Kind::File, _)) => {}
        Some((kind, _)) => {
            let problem = format!("is {}; move it away first", kind.noun());
            return Err(CommitError::refused(dir.path_of(STATE), problem));
        }
    }
    keep_everything(facts, order)?;
    let mut entry = Entry::of(order, EntryEvent::Adopt, &facts.folder.task, (1, None));
    // From here on they are on record: removing one does not complete it.
    entry.subtasks = subtasks(facts).map_err(CommitError::not_changed)?;
    stage(dir, &entry).map_err(CommitError::not_changed)?;
    dir.rename_new(STAGED_JOURNAL, dir, JOURNAL)
        .map_err(CommitError::not_changed)?;
    dir.sync()
        .and_then(|()| finish(dir, &entry))
        .map_err(CommitError::in_doubt)?;
    Ok(Committed::of(entry))
}

/// Stages the state and the whole journal of a task that starts with `entry`.
pub(super) fn stage(dir: &Dir, entry: &Entry) -> Result<(), FsError> {
    let line = checked_line(dir, entry)?;
    staging::stage(dir, entry)?;
    dir.unlink(STAGED_JOURNAL)?;
    dir.create_new(STAGED_JOURNAL, line.as_bytes())
}
