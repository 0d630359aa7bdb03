//! A place where a task may be made: the facts that its creation is decided on.

use std::sync::Arc;

use super::found::Found;
use super::history;
use super::journal::Journal;
use super::layout::{COMPLETE, SUBTASKS};
use super::lock::{LockError, TaskLock, Waiter, lock_tasks};
use super::namespace::Namespace;
use super::reading::{Checks, Locked, TaskFacts, Unlocked};
use crate::clock::Deadline;
use crate::digest::Digest;
use crate::engine::contract::{Breach, Stated};
use crate::engine::{CheckResult, Claim, Fact, FactError, Facts, Presence, Standing, Subtask};
use crate::fs::{Dir, Item, LockFile};
use crate::names::{ArtifactName, TaskName, TaskPath};
use crate::workflow::{Artifact, Check};

/// The right to make tasks. Dropping it gives it up.
#[derive(Debug)]
pub struct NamespaceLock {
    namespace: Namespace,
    task: TaskPath,
    parent: Option<TaskLock>,
    held: Arc<LockFile>,
}

/// The facts about a place for a task, read under the lock of the folder of all tasks and that of
/// the task's parent.
pub type LockedNamespace<'l> = Vacancy<Locked<'l>>;
/// The facts about a place for a task, read without locks.
pub type ObservedNamespace = Vacancy<Unlocked>;

/// The facts about a task that is to be made. `Hold` says under which locks they were read.
#[derive(Debug)]
pub struct Vacancy<Hold> {
    pub(super) namespace: Namespace,
    pub(super) task: TaskPath,
    /// What stands there already.
    pub(super) found: Option<Found>,
    pub(super) parent: Option<TaskFacts<Hold>>,
    _hold: Hold,
}

impl NamespaceLock {
    /// Waits for the locks that making `task` needs.
    pub fn acquire(
        namespace: &Namespace,
        task: &TaskPath,
        waiter: &Waiter,
    ) -> Result<Self, LockError> {
        let deadline = Deadline::after(waiter.wait);
        let held = Arc::new(lock_tasks(namespace, waiter, deadline)?);
        let lock_parent = |parent: TaskPath| {
            let waiter = (waiter, deadline);
            TaskLock::acquire_until(namespace, &parent, Some(&held), waiter)
        };
        Ok(Self {
            parent: task.parent().map(lock_parent).transpose()?,
            namespace: namespace.clone(),
            task: task.clone(),
            held,
        })
    }

    /// Reads the facts about the place.
    pub fn read(&mut self) -> Result<LockedNamespace<'_>, FactError> {
        let parent = match &mut self.parent {
            Some(lock) => Some(lock.read(Checks::new())?),
            None => None,
        };
        let hold = Locked::while_borrowed(&mut self.held);
        Vacancy::look(&self.namespace, &self.task, parent, hold)
    }
}

impl Namespace {
    /// Reads the facts about a place for `task` without locks, and without writing; nothing where
    /// the task that it would be a sub-task of is missing.
    pub fn observe_place(&self, task: &TaskPath) -> Result<Option<ObservedNamespace>, FactError> {
        let parent = match task.parent() {
            None => None,
            Some(parent) => match self.find(&parent)? {
                None => return Ok(None),
                Some(folder) => Some(folder.observe(Checks::new())?),
            },
        };
        Vacancy::look(self, task, parent, Unlocked).map(Some)
    }
}

impl<Hold> Vacancy<Hold> {
    fn look(
        namespace: &Namespace,
        task: &TaskPath,
        parent: Option<TaskFacts<Hold>>,
        hold: Hold,
    ) -> Result<Self, FactError> {
        let found = match &parent {
            None => {
                if let Some(tasks) = namespace.tasks()? {
                    refuse_twin(&tasks, task.name())?;
                    if let Some(archive) = tasks.existing_folder(COMPLETE)? {
                        refuse_archived(&archive, task.name())?;
                    }
                }
                namespace.find(task)?
            }
            Some(parent) => {
                if let Some(subtasks) = parent.folder.dir.existing_folder(SUBTASKS)? {
                    refuse_twin(&subtasks, task.name())?;
                }
                let found = parent.folder.child(task.name())?;
                if found.is_none() {
                    refuse_recorded(parent, task.name())?;
                }
                found
            }
        };
        Ok(Self {
            namespace: namespace.clone(),
            task: task.clone(),
            found: found.map(|folder| folder.found()).transpose()?,
            parent,
            _hold: hold,
        })
    }
}

/// Refuses a name that differs from a name in `folder` only in case: elsewhere they are the same.
fn refuse_twin(folder: &Dir, name: &TaskName) -> Result<(), FactError> {
    let twin =
        |item: &Item| item.name != name.as_str() && item.name.eq_ignore_ascii_case(name.as_str());
    match folder.list()?.into_iter().find(twin) {
        None => Ok(()),
        Some(item) => Err(FactError {
            path: folder.path_of(&item.name),
            problem: format!("exists, and differs from `{name}` only in case"),
        }),
    }
}

fn refuse_archived(archive: &Dir, name: &TaskName) -> Result<(), FactError> {
    let same = |item: &Item| item.name.eq_ignore_ascii_case(name.as_str());
    match archive.list()?.into_iter().find(same) {
        None => Ok(()),
        Some(item) => Err(FactError {
            path: archive.path_of(&item.name),
            problem: "is an archived task of the same name".to_owned(),
        }),
    }
}

/// Refuses the name of a sub-task that is on record and gone: a new one would hide that.
fn refuse_recorded<Hold>(parent: &TaskFacts<Hold>, name: &TaskName) -> Result<(), FactError> {
    let lines = parent.journal().map_or(&[][..], Journal::lines);
    if history::subtasks(lines).contains(&name) {
        let shown = parent.folder.dir.path_of(SUBTASKS);
        return Err(FactError {
            path: format!("{shown}/{name}"),
            problem: "is missing, although the journal of its parent names it".to_owned(),
        });
    }
    Ok(())
}

impl<Hold> Facts for Vacancy<Hold> {
    fn task(&self) -> &TaskPath {
        &self.task
    }

    fn standing(&self) -> Fact<Standing<'_>> {
        Ok(self
            .found
            .as_ref()
            .map_or(Standing::Absent, Found::standing))
    }

    fn claim(&self) -> Fact<Option<Claim>> {
        Ok(None)
    }

    fn halted_loop(&self) -> Fact<Option<String>> {
        Ok(None)
    }

    fn presence(&self, _: &ArtifactName) -> Fact<Presence> {
        Ok(Presence::Missing)
    }

    fn digest(&self, _: &Artifact) -> Fact<Option<Digest>> {
        Ok(None)
    }

    fn breaches(&self, _: &Artifact) -> Fact<Vec<Breach>> {
        Ok(Vec::new())
    }

    fn stated(&self, _: &Artifact) -> Fact<Stated> {
        Ok(Stated::Nothing)
    }

    fn contains(&self, _: &Artifact, _: &str) -> Fact<bool> {
        Ok(false)
    }

    fn names(&self) -> Fact<Vec<String>> {
        Ok(Vec::new())
    }

    fn subtasks(&self) -> Fact<Vec<Subtask>> {
        Ok(Vec::new())
    }

    fn parent(&self) -> Fact<Option<Standing<'_>>> {
        self.parent.as_ref().map(Facts::standing).transpose()
    }

    fn is_kept(&self, _: Digest) -> Fact<bool> {
        Ok(false)
    }

    fn check(&self, _: &Check) -> Fact<CheckResult> {
        Ok(CheckResult::NotRun)
    }
}
