//! Making a task: it is built aside and put in place whole.

use super::commit::{CommitError, Committed, keep_workflow, write_ahead};
use super::entry::{Entry, EntryEvent};
use super::husk;
use super::journal::checked_line;
use super::layout::{JOURNAL, STAGING, STATE, SUBTASKS, TASKS};
use super::reading::TaskFacts;
use super::state_file;
use super::template::NewFile;
use super::vacancy::{LockedNamespace, Vacancy};
use crate::engine::{Grant, Order, StepKind};
use crate::fs::{Content, Dir, FsError};

/// Makes the task that was granted. When this returns without an error, it was made for good.
pub fn create(grant: Grant<LockedNamespace<'_>>) -> Result<Committed, CommitError> {
    let (facts, order) = grant.into_parts();
    let refuse = |problem| CommitError::refused(facts.task.to_string(), problem);
    if order.kind != StepKind::Create {
        return Err(refuse("the grant is not for making a task"));
    }
    if facts.found.is_some() || facts.taken.is_some() {
        return Err(refuse("the name is taken"));
    }
    keep_workflow(&facts.namespace.home, &order)?;
    let entry = Entry::of(&order, EntryEvent::Create, &facts.task, (1, None));
    match &facts.parent {
        None => create_top(&facts, &entry)?,
        Some(parent) => create_below(parent, &facts.files, &entry, &order)?,
    }
    Ok(Committed::of(entry))
}

fn create_top<H>(facts: &Vacancy<H>, entry: &Entry) -> Result<(), CommitError> {
    let name = facts.task.name().as_str();
    let prepare = || -> Result<(Dir, Dir), FsError> {
        let tasks = facts.namespace.home.ensure_folder(TASKS)?;
        let staging = tasks.ensure_folder(STAGING)?;
        build(&staging, entry, &given(&facts.files))?;
        husk::clear(&tasks, name)?;
        staging.rename_new(name, &tasks, name)?;
        Ok((tasks, staging))
    };
    let (tasks, staging) = prepare().map_err(CommitError::not_changed)?;
    tasks
        .sync()
        .and_then(|()| staging.sync())
        .map_err(CommitError::in_doubt)
}

/// The parent's journal names the sub-task before it is in place: it cannot be lost unnoticed.
fn create_below<H>(
    parent: &TaskFacts<H>,
    files: &[NewFile],
    entry: &Entry,
    order: &Order,
) -> Result<(), CommitError> {
    let dir = &parent.folder.dir;
    let (Some(record), Some(journal)) = (parent.record(), &parent.journal) else {
        return Err(CommitError::refused(
            dir.path_of(JOURNAL),
            "the parent has no sound journal",
        ));
    };
    let prepare = || -> Result<(), FsError> {
        let mut starting = inherited(parent, order)?;
        starting.extend(given(files));
        husk::clear(&dir.ensure_folder(SUBTASKS)?, entry.task.name().as_str())?;
        build(&dir.ensure_folder(STAGING)?, entry, &starting)
    };
    prepare().map_err(CommitError::not_changed)?;
    let link = journal.next_link();
    let mut named = Entry::of(order, EntryEvent::Subtask, &parent.folder.task, link);
    named.from = Some(record.state.clone());
    named.to = record.state.clone();
    named.artifacts.clone_from(&record.artifacts);
    named.epoch = record.claims.epoch;
    named.claim.clone_from(&order.parent_claim);
    named.scope.clone_from(&record.scope);
    named.subtasks = vec![entry.task.name().clone()];
    write_ahead(dir, journal, &named)?;
    let left = dir
        .folder(STAGING)
        .and_then(|staging| staging.look(entry.task.name().as_str()));
    match left.map_err(CommitError::in_doubt)? {
        None => Ok(()),
        Some(_) => Err(CommitError::InDoubt {
            path: format!("{}/{}", dir.path_of(SUBTASKS), entry.task.name()),
            problem: "something else took the place of the new task".to_owned(),
        }),
    }
}

/// Builds a task folder in `staging`, whole and durable, in the place of one that was begun.
fn build(staging: &Dir, entry: &Entry, files: &[(&str, Vec<u8>)]) -> Result<(), FsError> {
    let name = entry.task.name().as_str();
    if let Some(begun) = staging.existing_folder(name)? {
        for item in begun.list()? {
            begun.unlink(&item.name)?;
        }
        staging.remove_folder(name)?;
    }
    let folder = staging.make_folder(name)?;
    for (name, bytes) in files {
        folder.create_new(name, bytes)?;
    }
    folder.create_new(STATE, state_file::text(&entry.to).as_bytes())?;
    folder.create_new(JOURNAL, checked_line(&folder, entry)?.as_bytes())?;
    folder.sync()?;
    staging.sync()
}

/// What the template of the task gives it.
fn given(files: &[NewFile]) -> Vec<(&str, Vec<u8>)> {
    let bytes = |file: &NewFile| match &file.content {
        Content::Bytes(bytes) => bytes.clone(),
        _ => Vec::new(),
    };
    let files = files.iter();
    files
        .map(|file| (file.name.as_str(), bytes(file)))
        .collect()
}

/// What the sub-task gets of its parent's artifacts. One that the parent does not have is left out.
fn inherited<'o, H>(
    parent: &TaskFacts<H>,
    order: &'o Order,
) -> Result<Vec<(&'o str, Vec<u8>)>, FsError> {
    let dir = &parent.folder.dir;
    let mut files = Vec::new();
    for (artifact, copy) in &order.inherits {
        match &*parent.artifacts.content(artifact, u64::MAX)? {
            Content::Bytes(bytes) => files.push((copy.as_str(), bytes.clone())),
            Content::Missing => {}
            Content::TooLarge => return Err(dir.refuse(artifact.as_str(), "copy", "too large")),
            Content::Not(kind) => return Err(dir.refuse(artifact.as_str(), "copy", kind.noun())),
        }
    }
    Ok(files)
}
