//! The locks of tasks and of the folder of all tasks: waited for with a deadline, never deleted.

use std::sync::Arc;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::archive;
use super::layout::{JOURNAL, LOCK, TASKS};
use super::namespace::{Namespace, TaskFolder};
use super::reading::{Checks, Locked, LockedTask, TaskFacts};
use super::recover::recover;
use crate::clock::{self, Deadline};
use crate::engine::FactError;
use crate::fs::{Dir, FsError, Kind, LockFile};
use crate::names::TaskPath;

/// How long a lock is waited for by default.
pub const DEFAULT_WAIT: Duration = Duration::from_secs(5);
const SHORTEST_PAUSE: Duration = Duration::from_millis(1);
const LONGEST_PAUSE: Duration = Duration::from_millis(25);

/// Who wants a lock, and how long they wait for it.
#[derive(Clone, Debug)]
pub struct Waiter {
    /// The machine.
    pub host: String,
    /// The command, as it was called.
    pub command: String,
    /// The longest wait.
    pub wait: Duration,
}

/// Who holds a lock, in their own words.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Holder {
    /// The process.
    pub pid: u32,
    /// The machine that it runs on.
    pub host: String,
    /// The command that it runs.
    pub command: String,
    /// When it got the lock, in UTC.
    pub since: String,
}

/// Why a lock was not had.
#[derive(Debug, thiserror::Error)]
pub enum LockError {
    /// Somebody else held it for the whole wait.
    #[error("{path}: is locked{}", held_by(holder.as_ref()))]
    Busy {
        /// The lock file, relative to the project.
        path: String,
        /// Who, if they said so.
        holder: Option<Holder>,
    },
    /// Something else stands in the place of the lock that no task owns.
    #[error("{path}: is {}; a regular file is expected", kind.noun())]
    NotAFile {
        /// The path, relative to the project.
        path: String,
        /// What it is.
        kind: Kind,
    },
    /// There is no such task.
    #[error("there is no task `{0}`")]
    NoTask(TaskPath),
    /// What a crash cut short before could not be completed.
    #[error(transparent)]
    Unsettled(FactError),
    /// The lock file could not be used.
    #[error(transparent)]
    Io(#[from] FsError),
}

fn held_by(holder: Option<&Holder>) -> String {
    holder.map_or_else(String::new, |holder| {
        format!(
            " by `{}` (process {} on {}) since {}",
            holder.command, holder.pid, holder.host, holder.since
        )
    })
}

/// The right to change one task. Dropping it gives it up.
#[derive(Debug)]
pub struct TaskLock {
    folder: TaskFolder,
    /// The task's own lock file; while it cannot have one, that of the folder of all tasks.
    _held: Arc<LockFile>,
}

impl TaskLock {
    /// Waits for the lock of `task`.
    pub fn acquire(
        namespace: &Namespace,
        task: &TaskPath,
        waiter: &Waiter,
    ) -> Result<Self, LockError> {
        let deadline = Deadline::after(waiter.wait);
        Self::acquire_until(namespace, task, None, (waiter, deadline))
    }

    /// The same, for one who may hold the lock of the folder of all tasks already.
    pub(super) fn acquire_until(
        namespace: &Namespace,
        task: &TaskPath,
        tasks_lock: Option<&Arc<LockFile>>,
        (waiter, deadline): (&Waiter, Deadline),
    ) -> Result<Self, LockError> {
        let missing = || LockError::NoTask(task.clone());
        if task.depth() > 0 {
            archive::settle_name(namespace, task, tasks_lock, (waiter, deadline))?;
        }
        loop {
            let folder = namespace.find(task)?.ok_or_else(missing)?;
            let own = match obstacle(&folder.dir)? {
                None => LockFile::open(&folder.dir, LOCK)?,
                Some(_) => None,
            };
            let is_own = own.is_some();
            let held = match own {
                Some(file) => {
                    wait(&file, waiter, deadline)?;
                    Arc::new(file)
                }
                None => first_lock(namespace, &folder.dir, tasks_lock, (waiter, deadline))?,
            };
            // While it waited, the folder may have been moved or put under the workflow.
            let now = namespace.find(task)?.ok_or_else(missing)?;
            let same_folder = now.dir.identity()? == folder.dir.identity()?;
            let same_lock = match now.dir.look(LOCK)? {
                Some((Kind::File, _)) => now.dir.identity_of(LOCK)? == Some(held.identity()?),
                Some(_) => !is_own,
                None => now.dir.look(JOURNAL)?.is_none(),
            };
            if same_folder && same_lock {
                return Ok(Self {
                    folder: now,
                    _held: held,
                });
            }
            if deadline.remaining().is_none() {
                return Err(busy(&held));
            }
        }
    }

    /// The folder of the task.
    pub fn folder(&self) -> &TaskFolder {
        &self.folder
    }

    /// Completes or undoes what a crash cut short, then reads the facts about the task. One that
    /// was on its way to the archive is there afterwards.
    pub fn read(&mut self, checks: Checks) -> Result<LockedTask<'_>, FactError> {
        let found = recover(&self.folder.dir, &self.folder.task)?;
        self.folder = archive::settle(&self.folder, &found)?;
        let folder = self.folder.clone();
        let hold = Locked::while_borrowed(self);
        Ok(TaskFacts::new(&folder, found, checks, hold))
    }
}

/// What stands in the place of a lock file, if it is none.
pub(super) fn obstacle(dir: &Dir) -> Result<Option<Kind>, FsError> {
    let found = dir.look(LOCK)?.map(|(kind, _)| kind);
    Ok(found.filter(|kind| *kind != Kind::File))
}

/// The lock for a task without a lock file. Its own is made under the lock of the folder of all
/// tasks, and only once it has a journal: a lock file without a journal shows that somebody
/// deleted the journal. Where something else stands in its place, the lock of the folder of all
/// tasks serves until that is repaired.
fn first_lock(
    namespace: &Namespace,
    dir: &Dir,
    tasks_lock: Option<&Arc<LockFile>>,
    (waiter, deadline): (&Waiter, Deadline),
) -> Result<Arc<LockFile>, LockError> {
    let tasks_lock = match tasks_lock {
        Some(held) => Arc::clone(held),
        None => Arc::new(lock_tasks(namespace, waiter, deadline)?),
    };
    if dir.look(JOURNAL)?.is_none() || obstacle(dir)?.is_some() {
        return Ok(tasks_lock);
    }
    let own = LockFile::ensure(dir, LOCK)?;
    wait(&own, waiter, deadline)?;
    Ok(Arc::new(own))
}

/// Waits for the lock of the folder of all tasks.
pub(super) fn lock_tasks(
    namespace: &Namespace,
    waiter: &Waiter,
    deadline: Deadline,
) -> Result<LockFile, LockError> {
    let tasks = namespace.home.ensure_folder(TASKS)?;
    loop {
        if let Some(kind) = obstacle(&tasks)? {
            let path = tasks.path_of(LOCK);
            return Err(LockError::NotAFile { path, kind });
        }
        let file = LockFile::ensure(&tasks, LOCK)?;
        wait(&file, waiter, deadline)?;
        if tasks.identity_of(LOCK)? == Some(file.identity()?) {
            return Ok(file);
        }
    }
}

/// Waits for a lock file, and says in it who holds it.
pub(crate) fn wait(file: &LockFile, waiter: &Waiter, deadline: Deadline) -> Result<(), LockError> {
    let mut pause = SHORTEST_PAUSE;
    while !file.try_lock()? {
        let Some(left) = deadline.remaining() else {
            return Err(busy(file));
        };
        std::thread::sleep(pause.min(left));
        pause = (pause * 2).min(LONGEST_PAUSE);
    }
    let holder = Holder {
        pid: std::process::id(),
        host: waiter.host.clone(),
        command: waiter.command.clone(),
        since: clock::now(),
    };
    if let Ok(note) = serde_json::to_string(&holder) {
        // The lock holds without its note, which only makes the refusal of others clearer.
        let _ = file.write_note(&note);
    }
    Ok(())
}

fn busy(file: &LockFile) -> LockError {
    LockError::Busy {
        path: file.path().to_owned(),
        holder: file
            .note()
            .ok()
            .and_then(|note| serde_json::from_str(&note).ok()),
    }
}
