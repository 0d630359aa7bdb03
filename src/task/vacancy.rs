//! A place where a task may be made: the facts that its creation is decided on.

use std::sync::Arc;

use super::archive::settle_name;
use super::found::Found;
use super::history;
use super::journal::Journal;
use super::judged;
use super::layout::SUBTASKS;
use super::lock::{LockError, TaskLock, Waiter, lock_tasks};
use super::namespace::Namespace;
use super::reading::{Checks, Locked, TaskFacts, Unlocked};
use super::template::NewFile;
use crate::clock::{self, Deadline};
use crate::digest::Digest;
use crate::engine::contract::{Breach, Stated};
use crate::engine::{CheckResult, Fact, FactError, Facts, Presence, Standing, Subtask};
use crate::fs::{Content, Dir, FsError, Item, Kind, LockFile};
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
    /// What takes the name although it is no such task.
    pub(super) taken: Option<String>,
    pub(super) parent: Option<TaskFacts<Hold>>,
    /// What the task starts with.
    pub(super) files: Vec<NewFile>,
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
        settle_name(namespace, task, Some(&held), (waiter, deadline))?;
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
        let facts = Vacancy::look(&self.namespace, &self.task, parent, hold)?;
        if let (Some(_), None, Some(tasks)) = (&facts.found, &facts.parent, self.namespace.tasks()?)
        {
            // It may stand there since a creation whose last sync failed: saying that it exists
            // settles that doubt.
            tasks.sync()?;
        }
        Ok(facts)
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
    /// The same place for a task that starts with `files`: they are facts like those of a folder
    /// that is there.
    #[must_use]
    pub fn with_files(self, files: Vec<NewFile>) -> Self {
        Self { files, ..self }
    }

    /// What the task has under an artifact's name, if it is no more than that one may have.
    fn content(&self, artifact: &Artifact) -> Content {
        let named = |file: &&NewFile| file.name.as_str() == artifact.name.as_str();
        match self.files.iter().find(named).map(|file| &file.content) {
            Some(Content::Bytes(bytes)) if bytes.len() as u64 > artifact.contract.max_bytes => {
                Content::TooLarge
            }
            Some(content) => content.clone(),
            None => Content::Missing,
        }
    }

    fn look(
        namespace: &Namespace,
        task: &TaskPath,
        parent: Option<TaskFacts<Hold>>,
        hold: Hold,
    ) -> Result<Self, FactError> {
        let name = task.name();
        let taken = match &parent {
            None => taken(namespace, name)?,
            Some(parent) => taken_below(parent, name)?,
        };
        let found = match (&taken, &parent) {
            (Some(_), _) => None,
            (None, None) => namespace.find(task)?,
            (None, Some(parent)) => parent.folder.child(name)?,
        };
        Ok(Self {
            namespace: namespace.clone(),
            task: task.clone(),
            found: found
                .map(|folder| folder.found())
                .transpose()?
                .map(|found| found.0),
            taken,
            parent,
            files: Vec::new(),
            _hold: hold,
        })
    }
}

/// What takes the name of a task in the project. The archive keeps its own.
fn taken(namespace: &Namespace, name: &TaskName) -> Result<Option<String>, FsError> {
    let Some(tasks) = namespace.tasks()? else {
        return Ok(None);
    };
    obstacle(&tasks, name)
}

/// What takes the name of a sub-task. One that is on record and gone does: a new one would hide
/// that.
fn taken_below<Hold>(parent: &TaskFacts<Hold>, name: &TaskName) -> Result<Option<String>, FsError> {
    let dir = &parent.folder.dir;
    let subtasks = dir.existing_folder(SUBTASKS)?;
    if let Some(subtasks) = &subtasks
        && let Some(obstacle) = obstacle(subtasks, name)?
    {
        return Ok(Some(obstacle));
    }
    let stands = match subtasks {
        Some(subtasks) => subtasks.look(name.as_str())?.is_some(),
        None => false,
    };
    let lines = parent.journal().map_or(&[][..], Journal::lines);
    let gone = !stands && history::subtasks(lines).contains(&name);
    Ok(gone.then(|| {
        let shown = dir.path_of(SUBTASKS);
        format!("`{shown}/{name}` is missing, although the journal of its parent names it")
    }))
}

/// What keeps a task folder from being made in `folder`, other than the same one: something that
/// is no folder, or a name that differs only in case, and is the same on other systems.
fn obstacle(folder: &Dir, name: &TaskName) -> Result<Option<String>, FsError> {
    let like = |item: &&Item| item.name.eq_ignore_ascii_case(name.as_str());
    let items = folder.list()?;
    let mut obstacles = items.iter().filter(like).filter_map(|item| {
        let shown = folder.path_of(&item.name);
        if item.name != name.as_str() {
            Some(format!(
                "`{shown}` exists, and differs from `{name}` only in case"
            ))
        } else if item.kind != Kind::Folder {
            Some(format!("`{shown}` is {}", item.kind.noun()))
        } else {
            None
        }
    });
    Ok(obstacles.next())
}

impl<Hold> Facts for Vacancy<Hold> {
    fn task(&self) -> &TaskPath {
        &self.task
    }

    fn standing(&self) -> Fact<Standing<'_>> {
        Ok(match (&self.taken, &self.found) {
            (Some(by), _) => Standing::Taken { by: by.clone() },
            (None, Some(found)) => found.standing(),
            (None, None) => Standing::Absent,
        })
    }

    fn now(&self) -> Fact<String> {
        Ok(clock::now())
    }

    fn halted_loop(&self) -> Fact<Option<String>> {
        Ok(None)
    }

    fn presence(&self, name: &ArtifactName) -> Fact<Presence> {
        let name = name.as_str();
        let mut presence = Presence::Missing;
        for file in &self.files {
            let found = file.name.as_str();
            if found == name {
                let empty = file.content == Content::Bytes(Vec::new());
                return Ok(if empty {
                    Presence::Empty
                } else {
                    Presence::File
                });
            }
            if found.to_lowercase() == name.to_lowercase() {
                presence = Presence::OtherCase(found.to_owned());
            }
        }
        Ok(presence)
    }

    fn digest(&self, artifact: &Artifact) -> Fact<Option<Digest>> {
        Ok(judged::digest(&self.content(artifact)))
    }

    fn breaches(&self, artifact: &Artifact) -> Fact<Vec<Breach>> {
        Ok(judged::breaches(artifact, &self.content(artifact)))
    }

    fn stated(&self, artifact: &Artifact) -> Fact<Stated> {
        Ok(judged::stated(artifact, &self.content(artifact)))
    }

    fn contains(&self, artifact: &Artifact, text: &str) -> Fact<bool> {
        Ok(judged::contains(&self.content(artifact), text))
    }

    fn names(&self) -> Fact<Vec<String>> {
        let names = self.files.iter().map(|file| file.name.to_string());
        Ok(names.collect())
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

    fn in_attic(&self, _: u64, _: &ArtifactName) -> Fact<Option<Digest>> {
        Ok(None)
    }

    fn place_taken(&self) -> Fact<Option<String>> {
        Ok(None)
    }

    fn check(&self, _: &Check) -> Fact<CheckResult> {
        Ok(CheckResult::NotRun)
    }
}
