//! Settling broken records, as a person decided. Nothing is lost: what is replaced goes to the
//! attic, and the journal says what was done.

use std::collections::BTreeSet;

use super::adopt::stage;
use super::attic;
use super::commit::{CommitError, Committed, keep_everything, write_ahead};
use super::entry::{Entry, EntryEvent};
use super::found::Found;
use super::history;
use super::journal::{Ending, Journal};
use super::layout::{JOURNAL, STAGED_JOURNAL, STAGED_REPAIR, STAGED_STATE, STATE, SUBTASKS};
use super::reading::TaskFacts;
use super::recover::finish;
use crate::digest::Digest;
use crate::engine::Order;
use crate::fs::{Content, Dir, FsError, Kind};
use crate::names::TaskName;

/// Settles the records of a task.
pub(super) fn repair<H>(facts: &TaskFacts<H>, order: &Order) -> Result<Committed, CommitError> {
    if matches!(facts.found, Found::Untracked(_)) {
        return Err(CommitError::refused(
            facts.folder.shown(),
            "the folder has no records to repair",
        ));
    }
    keep_everything(facts, order)?;
    match &facts.journal {
        Some(journal) if journal.is_whole() => go_on(facts, order, journal),
        Some(journal) if is_torn_repair(facts, journal).map_err(CommitError::not_changed)? => {
            let dropped = journal.drop_tail(&facts.folder.dir);
            dropped.map_err(CommitError::not_changed)?;
            go_on(facts, order, journal)
        }
        _ => start_anew(facts, order),
    }
}

/// Whether the journal ends in the line of a repair that was not written to its end: what that
/// repair staged is still there. Nobody was told of it, and all before it is sound.
fn is_torn_repair<H>(facts: &TaskFacts<H>, journal: &Journal) -> Result<bool, FsError> {
    let (seq, _) = journal.next_link();
    if journal.ending != Ending::Torn || journal.last().is_none() {
        return Ok(false);
    }
    match attic::existing_shelf(&facts.folder.dir, seq)? {
        Some(shelf) => Ok(shelf.look(STAGED_REPAIR)?.is_some()),
        None => Ok(false),
    }
}

/// Adds to a journal that is whole: only the state or the artifacts are wrong.
fn go_on<H>(
    facts: &TaskFacts<H>,
    order: &Order,
    journal: &Journal,
) -> Result<Committed, CommitError> {
    let dir = &facts.folder.dir;
    let link = journal.next_link();
    let mut entry = Entry::of(order, EntryEvent::Repair, &facts.folder.task, link);
    // The chain of states follows the journal, whatever the state file said.
    entry.from = journal.last().map(|line| line.entry.to.clone());
    clear(dir, entry.seq).map_err(CommitError::not_changed)?;
    write_ahead(dir, journal, &entry)?;
    Ok(Committed::of(entry))
}

/// Starts a journal whose first entry holds the digest of the one that it replaces. Approvals of
/// the old one are void; sub-tasks stay on record.
fn start_anew<H>(facts: &TaskFacts<H>, order: &Order) -> Result<Committed, CommitError> {
    let dir = &facts.folder.dir;
    let prepare = || -> Result<(Entry, Option<Kind>), FsError> {
        let sound = facts.journal.as_ref().and_then(Journal::last);
        let seq = sound.map_or(0, |line| line.entry.seq);
        let highest = attic::highest(dir)?;
        if let Some(shelf) = attic::existing_shelf(dir, highest)? {
            // What a repair staged that was cut short before it was journaled belongs to no step.
            shelf.unlink(STAGED_REPAIR)?;
        }
        let seq = seq.max(highest) + 1;
        let old = dir.read(JOURNAL, u64::MAX)?;
        let prev = match &old {
            Content::Bytes(bytes) => Some(Digest::of(bytes)),
            _ => None,
        };
        let kind = dir.look(JOURNAL)?.map(|(kind, _)| kind);
        let link = (seq, prev);
        let mut entry = Entry::of(order, EntryEvent::Repair, &facts.folder.task, link);
        entry.subtasks = subtasks(facts)?;
        clear(dir, seq)?;
        stage(dir, &entry)?;
        Ok((entry, kind))
    };
    let (entry, old) = prepare().map_err(CommitError::not_changed)?;
    let place = || -> Result<(), FsError> {
        let shelf = attic::shelf(dir, entry.seq)?;
        match old {
            None => {}
            // Linked, not moved: at no time is the task without a journal.
            Some(Kind::File) => dir.link(JOURNAL, &shelf, JOURNAL)?,
            Some(_) => dir.rename(JOURNAL, &shelf, JOURNAL)?,
        }
        shelf.sync()?;
        dir.rename(STAGED_JOURNAL, dir, JOURNAL)?;
        dir.sync()?;
        finish(dir, &entry)
    };
    place().map_err(CommitError::in_doubt)?;
    Ok(Committed::of(entry))
}

/// Makes room for the staged state, and for the state if something other than a file stands there.
fn clear(dir: &Dir, seq: u64) -> Result<(), FsError> {
    for name in [STATE, STAGED_STATE, STAGED_JOURNAL] {
        match dir.look(name)? {
            None => {}
            Some((Kind::File, _)) if name == STATE => {}
            Some((Kind::File, _)) => dir.unlink(name)?,
            Some(_) => attic::set_aside(dir, seq, name)?,
        }
    }
    Ok(())
}

/// The sub-tasks that the sound part of the journal names, and those that stand in the folder.
pub(super) fn subtasks<H>(facts: &TaskFacts<H>) -> Result<Vec<TaskName>, FsError> {
    let lines = facts.journal.as_ref().map_or(&[][..], Journal::lines);
    let mut names: BTreeSet<TaskName> = history::subtasks(lines).into_iter().cloned().collect();
    if let Some(folder) = facts.folder.dir.existing_folder(SUBTASKS)? {
        let items = folder.list()?;
        names.extend(items.iter().filter_map(|item| item.name.parse().ok()));
    }
    Ok(names.into_iter().collect())
}
