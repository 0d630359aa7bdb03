//! What one commit holds of a project's tasks.

use std::collections::BTreeMap;

use crate::fs::{Content, Kind};
use crate::names::TaskPath;
use crate::task::git::{Blob, Objects};
use crate::task::journal::Journal;
use crate::task::layout::{self, COMPLETE, JOURNAL, OVERRIDES, SUBTASKS, TASKS, WORKFLOWS};

/// The folder in the project that belongs to this program.
pub(super) const HOME: &str = layout::HOME;

/// The workflow file, in [`HOME`].
const WORKFLOW: &str = "workflow.kdl";

/// The files of one task, by their paths in its folder, without those of its sub-tasks.
pub(super) type Folder = BTreeMap<String, Blob>;

/// The tasks of a commit, archived ones included, and the texts of the workflows that decided their steps.
#[derive(Debug, Default)]
pub(super) struct Snapshot {
    pub(super) tasks: BTreeMap<TaskPath, Folder>,
    /// The kept texts, by the names of their files.
    pub(super) texts: BTreeMap<String, Blob>,
    /// The workflow file.
    pub(super) workflow: Option<Blob>,
    /// The journal of overrides.
    pub(super) overrides: Option<Blob>,
    /// Whether there is anything that belongs to this program.
    pub(super) is_project: bool,
}

impl Snapshot {
    /// Sorts the files below [`HOME`]. What is in no task's folder belongs to nobody.
    pub(super) fn of(files: BTreeMap<String, Blob>) -> Self {
        let mut snapshot = Self {
            is_project: !files.is_empty(),
            ..Self::default()
        };
        for (path, blob) in files {
            let (top, rest) = path.split_once('/').unwrap_or((&path, ""));
            if top == WORKFLOWS {
                snapshot.texts.insert(rest.to_owned(), blob);
            } else if top == TASKS {
                snapshot.sort(rest, blob);
            } else if path == WORKFLOW {
                snapshot.workflow = Some(blob);
            } else if path == OVERRIDES {
                snapshot.overrides = Some(blob);
            }
        }
        snapshot
    }

    fn sort(&mut self, path: &str, blob: Blob) {
        let archived = path.strip_prefix(COMPLETE);
        let inside = archived.and_then(|rest| rest.strip_prefix('/'));
        let Some((first, mut rest)) = inside.unwrap_or(path).split_once('/') else {
            return;
        };
        let name = match inside {
            Some(_) => format!("{COMPLETE}/{first}"),
            None => first.to_owned(),
        };
        let Ok(mut task) = name.parse::<TaskPath>() else {
            return;
        };
        while let Some((SUBTASKS, below)) = rest.split_once('/')
            && let Some((name, file)) = below.split_once('/')
            && let Ok(name) = name.parse()
        {
            task = task.child(name);
            rest = file;
        }
        let folder = self.tasks.entry(task).or_default();
        folder.insert(rest.to_owned(), blob);
    }

    /// The folders that may be an earlier or a later one of `task`: its own, and those that have
    /// its name in the archive or outside.
    pub(super) fn of_name<'s>(
        &'s self,
        task: &TaskPath,
    ) -> impl Iterator<Item = (&'s TaskPath, &'s Folder)> {
        let live = task.live();
        let tasks = self.tasks.iter();
        tasks.filter(move |(other, _)| other.live() == live)
    }

    /// The kept texts themselves.
    pub(super) fn workflows(&self, objects: &Objects) -> Result<BTreeMap<String, Content>, String> {
        let texts = self.texts.iter();
        let read = texts.map(|(name, blob)| {
            let content = objects.content(Some(blob))?;
            Ok((name.clone(), Content::clone(&content)))
        });
        read.collect()
    }
}

/// The journal in a task's folder, if there is one.
pub(super) fn journal(
    objects: &Objects,
    task: &TaskPath,
    folder: &Folder,
) -> Result<Option<Journal>, String> {
    Ok(Journal::of(&content(objects, folder, JOURNAL)?, task))
}

/// What stands under a name in a task's folder.
pub(super) fn content(objects: &Objects, folder: &Folder, name: &str) -> Result<Content, String> {
    let is_in = |path: &String| {
        path.strip_prefix(name)
            .is_some_and(|rest| rest.starts_with('/'))
    };
    if folder.keys().any(is_in) {
        return Ok(Content::Not(Kind::Folder));
    }
    Ok(Content::clone(&*objects.content(folder.get(name))?))
}
