//! The archive: where a task's folder stands once it is over, and the way there and back.
//!
//! The journal says where the folder has to stand. To the archive, the journal comes first; back
//! from it, the folder does. So a step that was cut short always leaves a folder among the tasks
//! whose journal says that it is archived, and whoever takes its lock next moves it there.

use std::marker::PhantomData;
use std::num::NonZeroU32;
use std::sync::Arc;

use super::commit::{CommitError, Committed, keep_workflow, write_ahead};
use super::entry::{Entry, EntryEvent};
use super::found::Found;
use super::history;
use super::husk;
use super::journal::Journal;
use super::layout::{COMPLETE, TASKS};
use super::lock::{LockError, TaskLock, Waiter, lock_tasks};
use super::namespace::{Namespace, TaskFolder};
use super::reading::{Checks, TaskFacts};
use crate::clock::Deadline;
use crate::engine::{FactError, Grant, StepKind};
use crate::fs::{Dir, FsError, Item, Kind, LockFile};
use crate::names::TaskPath;

/// The right to move a task to the archive or back: nobody makes a task meanwhile, and nobody
/// works on this one or its sub-tasks. Dropping it gives it up.
#[derive(Debug)]
pub struct TreeLock {
    task: TaskLock,
    below: Vec<TaskLock>,
    _tasks: Arc<LockFile>,
}

/// Facts that were read under the locks of a whole task and of the folder of all tasks.
#[derive(Debug)]
pub struct Movable<'l>(PhantomData<&'l mut ()>);

/// The facts about a task that may be moved.
pub type MovableTask<'l> = TaskFacts<Movable<'l>>;

impl TreeLock {
    /// Waits for the locks of `task`, its sub-tasks and the folder of all tasks.
    pub fn acquire(
        namespace: &Namespace,
        task: &TaskPath,
        waiter: &Waiter,
    ) -> Result<Self, LockError> {
        let until = (waiter, Deadline::after(waiter.wait));
        let tasks = Arc::new(lock_tasks(namespace, until.0, until.1)?);
        if task.is_archived() {
            settle_name(namespace, task, Some(&tasks), until)?;
        }
        let lock = |task: &TaskPath| TaskLock::acquire_until(namespace, task, Some(&tasks), until);
        let mut own = lock(task)?;
        own.read(Checks::new()).map_err(LockError::Unsettled)?;
        let mut parts = Vec::new();
        own.folder().visit(&mut |listed| {
            parts.extend(listed.ok().map(|folder| folder.task().clone()));
        });
        let parts = parts.iter().skip(1);
        Ok(Self {
            below: parts.map(lock).collect::<Result<_, _>>()?,
            task: own,
            _tasks: tasks,
        })
    }

    /// Completes or undoes what crashes cut short, then reads the facts about the task.
    pub fn read(&mut self) -> Result<MovableTask<'_>, FactError> {
        for part in &mut self.below {
            part.read(Checks::new())?;
        }
        Ok(self.task.read(Checks::new())?.holding(Movable(PhantomData)))
    }
}

/// Moves the task as it was granted. When this returns without an error, it was moved for good.
pub fn relocate(grant: Grant<MovableTask<'_>>) -> Result<Committed, CommitError> {
    let (facts, order) = grant.into_parts();
    let folder = &facts.folder;
    let refuse = |problem| Err(CommitError::refused(folder.shown(), problem));
    let (Found::Tracked(_), Some(journal)) = (&facts.found, &facts.journal) else {
        return refuse("the task's state and journal are not sound");
    };
    let event = match order.kind {
        StepKind::Archive if !folder.task.is_archived() => EntryEvent::Archive,
        StepKind::Restore if folder.task.is_archived() => EntryEvent::Restore,
        _ => return refuse("the grant is not for moving the task from where it stands"),
    };
    keep_workflow(&folder.home, &order)?;
    let mut entry = Entry::of(&order, event, &folder.task, journal.next_link());
    if event == EntryEvent::Archive {
        let place = free_place(folder).map_err(CommitError::not_changed)?;
        entry.place = Some(place.clone());
        write_ahead(&folder.dir, journal, &entry)?;
        put_away(folder, &place).map_err(CommitError::in_doubt)?;
        return Ok(Committed {
            task: place,
            ..Committed::of(entry)
        });
    }
    bring_back(folder)?;
    write_ahead(&folder.dir, journal, &entry).map_err(|error| match error {
        CommitError::NotChanged { .. } => undone(folder, error),
        in_doubt @ CommitError::InDoubt { .. } => in_doubt,
    })?;
    Ok(Committed::of(entry))
}

/// The first place in the archive that is free for the task. Names that differ only in case are
/// the same on other systems.
fn free_place(folder: &TaskFolder) -> Result<TaskPath, FsError> {
    let archive = tasks(folder)?.ensure_folder(COMPLETE)?;
    let mut taken = Vec::new();
    for item in archive.list()? {
        if !is_free(&archive, &item)? {
            taken.push(item.name);
        }
    }
    let is_vacant = |place: &TaskPath| {
        let name = place.archive_name().unwrap_or_default();
        !taken.iter().any(|taken| taken.eq_ignore_ascii_case(&name))
    };
    let numbers = (1..).filter_map(NonZeroU32::new);
    let mut places = numbers.map(|number| folder.task.archived(number));
    let name = folder.task.name().as_str();
    let full = || archive.refuse(name, "archive", "there is no free place for it");
    places.find(is_vacant).ok_or_else(full)
}

/// Moves the folder of a task to its place in the archive.
fn put_away(folder: &TaskFolder, place: &TaskPath) -> Result<(), FsError> {
    let tasks = tasks(folder)?;
    let archive = tasks.ensure_folder(COMPLETE)?;
    let name = place.archive_name().unwrap_or_default();
    husk::clear(&archive, &name)?;
    tasks.rename_new(folder.task.name().as_str(), &archive, &name)?;
    archive.sync()?;
    tasks.sync()
}

/// Moves the folder of an archived task among the tasks. Its journal still says that it is
/// archived: if that is all that was done, it goes back.
fn bring_back(folder: &TaskFolder) -> Result<(), CommitError> {
    let name = folder.task.archive_name().unwrap_or_default();
    let place = || -> Result<(Dir, Dir), FsError> {
        let tasks = tasks(folder)?;
        let archive = tasks.folder(COMPLETE)?;
        husk::clear(&tasks, folder.task.name().as_str())?;
        archive.rename_new(&name, &tasks, folder.task.name().as_str())?;
        Ok((tasks, archive))
    };
    let (tasks, archive) = place().map_err(CommitError::not_changed)?;
    let synced = tasks.sync().and_then(|()| archive.sync());
    synced.map_err(|error| undone(folder, CommitError::not_changed(error)))
}

/// Moves the folder back to the archive after a failure, and says whether that is certain.
fn undone(folder: &TaskFolder, failed: CommitError) -> CommitError {
    match (put_away(folder, &folder.task), failed) {
        (Err(_), CommitError::NotChanged { path, problem }) => {
            CommitError::InDoubt { path, problem }
        }
        (_, failed) => failed,
    }
}

/// Where the folder stands once what its journal says was completed. The caller holds its lock.
pub(super) fn settle(
    folder: &TaskFolder,
    (found, journal): &(Found, Option<Journal>),
) -> Result<TaskFolder, FsError> {
    let lines = journal.as_ref().map_or(&[][..], Journal::lines);
    let Some(place) = history::place(lines).filter(|_| matches!(found, Found::Tracked(_))) else {
        return Ok(folder.clone());
    };
    let tasks = tasks(folder)?;
    if folder.task.is_archived() {
        // It may stand here since a step whose last sync failed: saying so settles that doubt.
        tasks.folder(COMPLETE)?.sync()?;
        tasks.sync()?;
        return Ok(folder.clone());
    }
    put_away(folder, place)?;
    let archive = tasks.folder(COMPLETE)?;
    Ok(TaskFolder {
        task: place.clone(),
        dir: archive.folder(&place.archive_name().unwrap_or_default())?,
        ..folder.clone()
    })
}

/// Completes the way to the archive of the outermost task of this name, if it is on its way: before
/// its name is given to another, it comes back, or a part of it is worked on.
pub(super) fn settle_name(
    namespace: &Namespace,
    task: &TaskPath,
    tasks_lock: Option<&Arc<LockFile>>,
    until: (&Waiter, Deadline),
) -> Result<(), LockError> {
    let live = task.live().outermost();
    // Anything else that stands there takes the name, and is told about where the name is wanted.
    let found = match namespace.tasks()? {
        Some(tasks) => tasks.look(live.name().as_str())?,
        None => None,
    };
    if !matches!(found, Some((Kind::Folder, _))) {
        return Ok(());
    }
    let Some(folder) = namespace.find(&live)? else {
        return Ok(());
    };
    if folder.is_leaving()? {
        let mut lock = TaskLock::acquire_until(namespace, &live, tasks_lock, until)?;
        lock.read(Checks::new()).map_err(LockError::Unsettled)?;
    }
    Ok(())
}

fn tasks(folder: &TaskFolder) -> Result<Dir, FsError> {
    folder.home.folder(TASKS)
}

/// Whether what stands there is only a husk, which makes room.
fn is_free(folder: &Dir, item: &Item) -> Result<bool, FsError> {
    match item.kind {
        Kind::Folder => husk::is_husk(&folder.folder(&item.name)?),
        _ => Ok(false),
    }
}

/// What takes the place among the tasks that an archived task had; names that differ only in case
/// take each other's. The folder itself may stand there already, when it is on its way back.
pub(super) fn place_taken(folder: &TaskFolder) -> Result<Option<String>, FsError> {
    let tasks = tasks(folder)?;
    let name = folder.task.name().as_str();
    let own = folder.dir.identity()?;
    for item in tasks.list()? {
        let is_own = || {
            tasks
                .identity_of(&item.name)
                .map(|found| found == Some(own))
        };
        if item.name.eq_ignore_ascii_case(name) && !is_own()? && !is_free(&tasks, &item)? {
            return Ok(Some(format!("`{}` exists", tasks.path_of(&item.name))));
        }
    }
    Ok(None)
}
