//! Taking a granted step on a task that exists.

use super::adopt::adopt;
use super::attic;
use super::entry::{Entry, EntryEvent};
use super::found::Found;
use super::journal::Journal;
use super::layout::{STATE, WORKFLOWS};
use super::reading::{LockedTask, TaskFacts};
use super::recover::finish;
use super::repair::repair;
use super::staging;
use crate::engine::{Claim, Grant, Order, StepKind};
use crate::fs::{Content, Dir, FsError};
use crate::names::{StateName, TaskPath};

/// A step that was taken and will not be lost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Committed {
    /// The task.
    pub task: TaskPath,
    /// Where it stood.
    pub from: Option<StateName>,
    /// Where it stands.
    pub to: StateName,
    /// The number of the journal entry.
    pub seq: u64,
    /// When, in UTC.
    pub at: String,
    /// How often the task has changed hands.
    pub epoch: u64,
    /// The claim that is in force.
    pub claim: Option<Claim>,
}

/// Why a granted step was not acknowledged.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CommitError {
    /// The task is as it was.
    #[error("{path}: {problem}; nothing has changed")]
    NotChanged {
        /// The file or folder, relative to the project.
        path: String,
        /// What went wrong.
        problem: String,
    },
    /// The step may have been taken, or may be lost with the power.
    #[error(
        "{path}: {problem}; it is in doubt whether the step was taken: \
         running the same command again settles it"
    )]
    InDoubt {
        /// The file or folder, relative to the project.
        path: String,
        /// What went wrong.
        problem: String,
    },
}

impl CommitError {
    pub(super) fn not_changed(error: FsError) -> Self {
        Self::NotChanged {
            problem: format!("cannot {}: {}", error.doing, error.source),
            path: error.path,
        }
    }

    pub(super) fn in_doubt(error: FsError) -> Self {
        Self::InDoubt {
            problem: format!("cannot {}: {}", error.doing, error.source),
            path: error.path,
        }
    }

    pub(super) fn refused(path: impl Into<String>, problem: impl Into<String>) -> Self {
        Self::NotChanged {
            path: path.into(),
            problem: problem.into(),
        }
    }
}

impl Committed {
    pub(super) fn of(entry: Entry) -> Self {
        Self {
            task: entry.task,
            from: entry.from,
            to: entry.to,
            seq: entry.seq,
            at: entry.at,
            epoch: entry.epoch,
            claim: entry.claim,
        }
    }
}

/// Takes the step that was granted. When this returns without an error, it was taken for good.
pub fn commit(grant: Grant<LockedTask<'_>>) -> Result<Committed, CommitError> {
    let (facts, order) = grant.into_parts();
    let Some(event) = EntryEvent::of(order.kind) else {
        return Err(CommitError::refused(
            facts.folder.shown(),
            "the grant is for looking only",
        ));
    };
    match order.kind {
        StepKind::Create => Err(CommitError::refused(
            facts.folder.shown(),
            "the task exists already",
        )),
        StepKind::Archive | StepKind::Restore => Err(CommitError::refused(
            facts.folder.shown(),
            "moving the task takes the lock of the folder of all tasks",
        )),
        StepKind::Adopt => adopt(&facts, &order),
        StepKind::Repair => repair(&facts, &order),
        StepKind::Edge(_)
        | StepKind::Sign
        | StepKind::Abandon
        | StepKind::Claim
        | StepKind::Release
        | StepKind::Scope
        | StepKind::RestoreArtifact
        | StepKind::Map
        | StepKind::Violation
        | StepKind::Validate => step(&facts, &order, event),
    }
}

fn step<H>(
    facts: &TaskFacts<H>,
    order: &Order,
    event: EntryEvent,
) -> Result<Committed, CommitError> {
    let dir = &facts.folder.dir;
    let (Found::Tracked(record), Some(journal)) = (&facts.found, &facts.journal) else {
        return Err(CommitError::refused(
            dir.shown(),
            "the task's state and journal are not sound",
        ));
    };
    if order.from.as_ref() != Some(&record.state) {
        return Err(CommitError::refused(
            dir.path_of(STATE),
            format!("the step does not start from `{}`", record.state),
        ));
    }
    keep_everything(facts, order)?;
    let entry = Entry::of(order, event, &facts.folder.task, journal.next_link());
    write_ahead(dir, journal, &entry)?;
    Ok(Committed::of(entry))
}

/// Stages the new state, journals the entry, puts everything in place. A crash in between leaves
/// what recovery completes or undoes.
pub(super) fn write_ahead(dir: &Dir, journal: &Journal, entry: &Entry) -> Result<(), CommitError> {
    if entry.event.writes_state() {
        staging::stage(dir, entry).map_err(|error| {
            staging::drop_staged(dir, entry);
            CommitError::not_changed(error)
        })?;
    }
    if let Err(failed) = journal.append(dir, entry) {
        if !failed.undone {
            // The staged state must stay: it explains the entry if that is on the disk after all.
            return Err(CommitError::in_doubt(failed.error));
        }
        if entry.event.writes_state() {
            staging::drop_staged(dir, entry);
        }
        return Err(CommitError::not_changed(failed.error));
    }
    finish(dir, entry).map_err(CommitError::in_doubt)
}

/// Keeps what later commands may need of this step: the text of the workflow that decided, and
/// the bytes of what was approved or frozen.
pub(super) fn keep_everything<H>(facts: &TaskFacts<H>, order: &Order) -> Result<(), CommitError> {
    keep_workflow(&facts.folder.home, order)?;
    let dir = &facts.folder.dir;
    for name in &order.keeps {
        let changed = || {
            let problem = "changed since the step was decided";
            CommitError::refused(dir.path_of(name.as_str()), problem)
        };
        let digest = *order.artifacts.get(name).ok_or_else(changed)?;
        if order.restores.get(name) == Some(&digest) {
            continue;
        }
        let content = facts.artifacts.bytes_of(name, digest);
        let content = content.map_err(CommitError::not_changed)?;
        match content.as_deref() {
            Some(Content::Bytes(bytes)) => {
                attic::keep(dir, digest, bytes).map_err(CommitError::not_changed)?;
            }
            _ => return Err(changed()),
        }
    }
    for (name, &digest) in &order.restores {
        if let Some(seq) = order.shelf {
            let moved = attic::moved(dir, seq, name.as_str()).map_err(CommitError::not_changed)?;
            if let Content::Bytes(bytes) = moved {
                attic::keep(dir, digest, &bytes).map_err(CommitError::not_changed)?;
            }
        }
        let kept = attic::kept(dir, digest).map_err(CommitError::not_changed)?;
        if kept.is_none() {
            return Err(CommitError::refused(
                dir.path_of(name.as_str()),
                format!("its bytes with the digest {digest} are not in the attic"),
            ));
        }
    }
    Ok(())
}

/// Keeps the text of the workflow that decided.
pub(super) fn keep_workflow(home: &Dir, order: &Order) -> Result<(), CommitError> {
    let name = format!("{}.kdl", order.workflow);
    let text = order.workflow_text.text().as_bytes();
    home.ensure_folder(WORKFLOWS)
        .and_then(|folder| attic::keep_in(&folder, &name, order.workflow, text))
        .map_err(CommitError::not_changed)
}
