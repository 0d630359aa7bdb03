//! The tasks of a project: finding and listing their folders.

use std::ops::ControlFlow;
use std::path::Path;

use super::found::Found;
use super::history;
use super::husk;
use super::journal::Journal;
use super::layout::{COMPLETE, HOME, SUBTASKS, TASKS};
use super::observe::observe;
use super::reading::{Checks, ObservedTask, TaskFacts, Unlocked};
use crate::engine::FactError;
use crate::fs::{Dir, FsError, Kind};
use crate::names::{NameError, TaskName, TaskPath};

/// The tasks of one project.
#[derive(Clone, Debug)]
pub struct Namespace {
    pub(super) home: Dir,
}

/// The folder of one task.
#[derive(Clone, Debug)]
pub struct TaskFolder {
    pub(super) task: TaskPath,
    pub(super) dir: Dir,
    pub(super) home: Dir,
    pub(super) parent: Option<Box<TaskFolder>>,
}

/// A task that was found, or why what stands in a task's place is none.
pub type Listed = Result<TaskFolder, FactError>;

impl Namespace {
    /// Opens the project in the folder `project`.
    pub fn open(project: &Path) -> Result<Self, FsError> {
        let home = Dir::open(project, "")?.folder(HOME)?;
        Ok(Self { home })
    }

    /// Finds the folder of a task, if there is one. A link in its place is an error.
    pub fn find(&self, task: &TaskPath) -> Result<Option<TaskFolder>, FsError> {
        let inner = task.names().iter().skip(1);
        let outermost = task.outermost();
        let (above, name) = match task.archive_name() {
            Some(name) => (self.archive()?, name),
            None => (self.tasks()?, outermost.name().to_string()),
        };
        let Some(above) = above else {
            return Ok(None);
        };
        let mut found = match above.existing_folder(&name)? {
            Some(dir) if !husk::is_husk(&dir)? => self.top(outermost, dir),
            _ => return Ok(None),
        };
        for name in inner {
            match found.child(name)? {
                Some(child) => found = child,
                None => return Ok(None),
            }
        }
        Ok(Some(found))
    }

    /// The same, or the archived task of that name where no other has it.
    pub fn find_anywhere(&self, task: &TaskPath) -> Result<Option<TaskFolder>, FsError> {
        match self.find(task)? {
            None if !task.is_archived() => self.find(&task.first_archived()),
            found => Ok(found),
        }
    }

    /// Lists the tasks by name, each followed by its sub-tasks if they are asked for. What cannot
    /// be opened is reported in its place, and hides nothing else. Every folder stays open: see
    /// [`visit`](Self::visit) for any number of tasks.
    pub fn list(&self, with_subtasks: bool) -> Result<Vec<Listed>, FsError> {
        let mut listed = Vec::new();
        if let Some(tasks) = self.tasks()? {
            let open = |task, dir| self.top(task, dir);
            let _ = visit_in(&tasks, (&top, &open), with_subtasks, &mut |found| {
                listed.push(found);
                ControlFlow::Continue(())
            })?;
        }
        Ok(listed)
    }

    /// Shows `look` every task by name, each followed by its sub-tasks. What cannot be opened is
    /// shown in its place. Only the folders above a task are open while it is looked at: a process
    /// may have no more than some hundred files open.
    pub fn visit(&self, look: &mut dyn FnMut(Listed)) -> Result<(), FsError> {
        self.visit_until(&mut |listed| {
            show(listed, look);
            ControlFlow::Continue(())
        })
    }

    /// The same, until `look` has seen enough.
    pub fn visit_until(
        &self,
        look: &mut dyn FnMut(Listed) -> ControlFlow<()>,
    ) -> Result<(), FsError> {
        if let Some(tasks) = self.tasks()? {
            let open = |task, dir| self.top(task, dir);
            let _ = visit_in(&tasks, (&top, &open), true, look)?;
        }
        Ok(())
    }

    /// Shows `look` every archived task by name, each followed by its sub-tasks, as
    /// [`visit`](Self::visit) does the others.
    pub fn visit_archive(&self, look: &mut dyn FnMut(Listed)) -> Result<(), FsError> {
        if let Some(archive) = self.archive()? {
            let named = |name: &str| format!("{COMPLETE}/{name}").parse();
            let opened = |task, dir| self.top(task, dir);
            let _ = visit_in(&archive, (&named, &opened), true, &mut |listed| {
                show(listed, look);
                ControlFlow::Continue(())
            })?;
        }
        Ok(())
    }

    /// How many tasks there are, without their sub-tasks and those in the archive.
    pub fn count(&self) -> Result<usize, FsError> {
        folders(self.tasks()?)
    }

    /// How many tasks are in the archive, without their sub-tasks.
    pub fn archived(&self) -> Result<usize, FsError> {
        folders(self.archive()?)
    }

    /// The folder of all tasks, if there is one.
    pub(super) fn tasks(&self) -> Result<Option<Dir>, FsError> {
        self.home.existing_folder(TASKS)
    }

    /// The folder of archived tasks, if there is one.
    pub(super) fn archive(&self) -> Result<Option<Dir>, FsError> {
        match self.tasks()? {
            Some(tasks) => tasks.existing_folder(COMPLETE),
            None => Ok(None),
        }
    }

    pub(super) fn top(&self, task: TaskPath, dir: Dir) -> TaskFolder {
        TaskFolder {
            task,
            dir,
            home: self.home.clone(),
            parent: None,
        }
    }
}

impl TaskFolder {
    /// The task.
    pub fn task(&self) -> &TaskPath {
        &self.task
    }

    /// The folder, as messages show it: relative to the project.
    pub fn shown(&self) -> &str {
        self.dir.shown()
    }

    /// Shows `look` this task, then its sub-tasks.
    pub fn visit(&self, look: &mut dyn FnMut(Listed)) {
        let _ = visit_tree(self, &mut |listed| {
            show(listed, look);
            ControlFlow::Continue(())
        });
    }

    /// Reads the facts about the task without its lock, and without writing. While a step is
    /// under way, they are those from before the step.
    pub fn observe(&self, checks: Checks) -> Result<ObservedTask, FactError> {
        let found = observe(&self.dir, &self.task)?;
        Ok(TaskFacts::new(
            &self.placed(&found),
            found,
            checks,
            Unlocked,
        ))
    }

    /// The same folder as what its journal says that it is: one that was archived is, although it
    /// may not have come there yet.
    fn placed(&self, (found, journal): &(Found, Option<Journal>)) -> Self {
        let lines = journal.as_ref().map_or(&[][..], Journal::lines);
        let place = history::place(lines).filter(|_| matches!(found, Found::Tracked(_)));
        Self {
            task: place.unwrap_or(&self.task).clone(),
            ..self.clone()
        }
    }

    /// The whole journal as far as it is sound, a step that is under way included.
    pub fn journal(&self) -> Result<Option<Journal>, FsError> {
        Journal::read(&self.dir, &self.task)
    }

    /// Where the task stands, without its lock.
    pub(super) fn found(&self) -> Result<(Found, Option<Journal>), FsError> {
        observe(&self.dir, &self.task)
    }

    /// The folder of a sub-task, if there is one.
    pub(super) fn child(&self, name: &TaskName) -> Result<Option<Self>, FsError> {
        let Some(subtasks) = self.dir.existing_folder(SUBTASKS)? else {
            return Ok(None);
        };
        let dir = subtasks.existing_folder(name.as_str())?;
        Ok(dir.map(|dir| self.below(self.task.child(name.clone()), dir)))
    }

    fn below(&self, task: TaskPath, dir: Dir) -> Self {
        Self {
            task,
            dir,
            home: self.home.clone(),
            parent: Some(Box::new(self.clone())),
        }
    }
}

/// How what stands in a folder of tasks is called.
type Naming<'n> = &'n dyn Fn(&str) -> Result<TaskPath, NameError>;
/// How a task's folder is opened.
type Opening<'o> = &'o dyn Fn(TaskPath, Dir) -> TaskFolder;

fn top(name: &str) -> Result<TaskPath, NameError> {
    name.parse().map(TaskPath::top)
}

fn folders(parent: Option<Dir>) -> Result<usize, FsError> {
    let items = parent.map_or_else(|| Ok(Vec::new()), |parent| parent.list())?;
    let folders = items.iter().filter(|item| item.kind == Kind::Folder);
    Ok(folders.count())
}

/// Shows what stands in a folder of tasks. Plain files and names with a leading dot are nobody's
/// task: they are left alone.
fn visit_in(
    tasks: &Dir,
    (named, open): (Naming<'_>, Opening<'_>),
    with_subtasks: bool,
    look: &mut dyn FnMut(Listed) -> ControlFlow<()>,
) -> Result<ControlFlow<()>, FsError> {
    for item in tasks.list()? {
        if item.kind == Kind::File || item.name.starts_with('.') || item.name == COMPLETE {
            continue;
        }
        let opened = match named(&item.name) {
            Err(error) => Err(FactError {
                path: tasks.path_of(&item.name),
                problem: error.to_string(),
            }),
            Ok(_) if item.kind != Kind::Folder => Err(FactError {
                path: tasks.path_of(&item.name),
                problem: format!("is {}; a task is a folder", item.kind.noun()),
            }),
            Ok(task) => match tasks.existing_folder(&item.name) {
                Ok(Some(dir)) => Ok(open(task, dir)),
                // It went to the archive, or came back, since it was listed.
                Ok(None) => continue,
                Err(error) => Err(error.into()),
            },
        };
        let flow = match opened {
            Ok(folder) if with_subtasks => visit_tree(&folder, look),
            opened => look(opened),
        };
        if flow.is_break() {
            return Ok(flow);
        }
    }
    Ok(ControlFlow::Continue(()))
}

/// Shows `look` what was listed, unless only its lock file is left.
fn show(listed: Listed, look: &mut dyn FnMut(Listed)) {
    match listed.map(|folder| (folder.is_husk(), folder)) {
        Ok((Ok(true), _)) => {}
        Ok((Ok(false), folder)) => look(Ok(folder)),
        Ok((Err(error), _)) => look(Err(error.into())),
        Err(error) => look(Err(error)),
    }
}

/// Shows a task, then its sub-tasks.
fn visit_tree(
    folder: &TaskFolder,
    look: &mut dyn FnMut(Listed) -> ControlFlow<()>,
) -> ControlFlow<()> {
    look(Ok(folder.clone()))?;
    let named = |name: &str| name.parse().map(|name| folder.task.child(name));
    let below = |task, dir| folder.below(task, dir);
    let nested = match folder.dir.existing_folder(SUBTASKS) {
        Ok(Some(subtasks)) => visit_in(&subtasks, (&named, &below), true, look),
        Ok(None) => Ok(ControlFlow::Continue(())),
        Err(error) => Err(error),
    };
    nested.unwrap_or_else(|error| look(Err(error.into())))
}
