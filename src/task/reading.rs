//! What was read from a task folder: the facts that the engine decides on.

use std::cell::OnceCell;
use std::collections::BTreeMap;
use std::marker::PhantomData;
use std::rc::Rc;

use super::archive;
use super::artifact::Artifacts;
use super::attic;
use super::found::Found;
use super::halts;
use super::journal::Journal;
use super::judged;
use super::namespace::TaskFolder;
use super::subtasks;
use crate::clock;
use crate::digest::Digest;
use crate::engine::contract::{Breach, Stated};
use crate::engine::{CheckResult, Fact, FactError, Facts, Presence, Record, Standing, Subtask};
use crate::fs::Content;
use crate::names::{ArtifactName, TaskPath};
use crate::workflow::{Artifact, Check};

/// What became of the commands of guards that were run beforehand.
pub type Checks = BTreeMap<Check, CheckResult>;

/// Facts that were read under a lock, which cannot be given up while they exist.
#[derive(Debug)]
pub struct Locked<'l>(PhantomData<&'l mut ()>);

impl Locked<'_> {
    /// Says that the caller holds the lock for as long as the result lives.
    pub(super) fn while_borrowed<T>(_lock: &mut T) -> Locked<'_> {
        Locked(PhantomData)
    }
}

/// Facts that were read without a lock: good for looking, not for committing.
#[derive(Debug)]
pub struct Unlocked;

/// The facts about a task, read under its lock.
pub type LockedTask<'l> = TaskFacts<Locked<'l>>;
/// The facts about a task, read without its lock.
pub type ObservedTask = TaskFacts<Unlocked>;

/// The facts about one task folder. `Hold` says under which lock they were read.
#[derive(Debug)]
pub struct TaskFacts<Hold> {
    pub(super) folder: TaskFolder,
    pub(super) found: Found,
    pub(super) journal: Option<Journal>,
    pub(super) artifacts: Artifacts,
    checks: Checks,
    /// When the rest was read.
    now: String,
    parent: OnceCell<Option<Found>>,
    subtasks: OnceCell<Vec<Subtask>>,
    _hold: Hold,
}

impl<Hold> TaskFacts<Hold> {
    pub(super) fn new(
        folder: &TaskFolder,
        (found, journal): (Found, Option<Journal>),
        checks: Checks,
        hold: Hold,
    ) -> Self {
        Self {
            folder: folder.clone(),
            found,
            journal,
            artifacts: Artifacts::new(folder.dir.clone()),
            checks,
            now: clock::now(),
            parent: OnceCell::new(),
            subtasks: OnceCell::new(),
            _hold: hold,
        }
    }

    /// The same facts, under other locks.
    pub(super) fn holding<Other>(self, hold: Other) -> TaskFacts<Other> {
        TaskFacts {
            folder: self.folder,
            found: self.found,
            journal: self.journal,
            artifacts: self.artifacts,
            checks: self.checks,
            now: self.now,
            parent: self.parent,
            subtasks: self.subtasks,
            _hold: hold,
        }
    }

    /// The journal as far as it is sound, up to where the task stands.
    pub fn journal(&self) -> Option<&Journal> {
        self.journal.as_ref()
    }

    /// What the journal says about a task whose records are sound.
    pub fn record(&self) -> Option<&Record> {
        match &self.found {
            Found::Tracked(record) => Some(record),
            _ => None,
        }
    }

    /// What the artifact holds, in the bytes of its digest; nothing where it is no file, or too large.
    pub fn bytes(&self, artifact: &Artifact) -> Fact<Option<Vec<u8>>> {
        Ok(match &*self.content(artifact)? {
            Content::Bytes(bytes) => Some(bytes.clone()),
            _ => None,
        })
    }

    fn content(&self, artifact: &Artifact) -> Fact<Rc<Content>> {
        let limit = artifact.contract.max_bytes;
        Ok(self.artifacts.content(&artifact.name, limit)?)
    }
}

impl<Hold> Facts for TaskFacts<Hold> {
    fn task(&self) -> &TaskPath {
        &self.folder.task
    }

    fn standing(&self) -> Fact<Standing<'_>> {
        Ok(self.found.standing())
    }

    fn now(&self) -> Fact<String> {
        Ok(self.now.clone())
    }

    fn halted_loop(&self) -> Fact<Option<String>> {
        halts::halted_loop(&self.folder.home, &self.folder.task)
    }

    fn presence(&self, name: &ArtifactName) -> Fact<Presence> {
        Ok(self.artifacts.presence(name)?)
    }

    fn digest(&self, artifact: &Artifact) -> Fact<Option<Digest>> {
        let limit = artifact.contract.max_bytes;
        Ok(self.artifacts.digest(&artifact.name, limit)?)
    }

    fn breaches(&self, artifact: &Artifact) -> Fact<Vec<Breach>> {
        Ok(judged::breaches(artifact, &*self.content(artifact)?))
    }

    fn stated(&self, artifact: &Artifact) -> Fact<Stated> {
        Ok(judged::stated(artifact, &*self.content(artifact)?))
    }

    fn contains(&self, artifact: &Artifact, text: &str) -> Fact<bool> {
        Ok(judged::contains(&*self.content(artifact)?, text))
    }

    fn names(&self) -> Fact<Vec<String>> {
        Ok(self.artifacts.names()?)
    }

    fn subtasks(&self) -> Fact<Vec<Subtask>> {
        let look = || {
            let lines = self.journal.as_ref().map_or(&[][..], Journal::lines);
            subtasks::facts(&self.folder, lines)
        };
        Ok(self.subtasks.get_or_init(look).clone())
    }

    fn parent(&self) -> Fact<Option<Standing<'_>>> {
        if self.parent.get().is_none() {
            let found = match &self.folder.parent {
                Some(parent) => Some(parent.found()?.0),
                None => None,
            };
            // Nothing else fills the cell in between, so this keeps what was found.
            let _ = self.parent.set(found);
        }
        Ok(self
            .parent
            .get()
            .and_then(Option::as_ref)
            .map(Found::standing))
    }

    fn is_kept(&self, digest: Digest) -> Fact<bool> {
        Ok(attic::kept(&self.folder.dir, digest)?.is_some())
    }

    fn in_attic(&self, seq: u64, name: &ArtifactName) -> Fact<Option<Digest>> {
        let content = attic::moved(&self.folder.dir, seq, name.as_str())?;
        Ok(judged::digest(&content))
    }

    fn place_taken(&self) -> Fact<Option<String>> {
        Ok(archive::place_taken(&self.folder)?)
    }

    fn check(&self, check: &Check) -> Fact<CheckResult> {
        Ok(self
            .checks
            .get(check)
            .cloned()
            .unwrap_or(CheckResult::NotRun))
    }
}

impl From<crate::fs::FsError> for FactError {
    fn from(error: crate::fs::FsError) -> Self {
        Self {
            problem: format!("cannot {}: {}", error.doing, error.source),
            path: error.path,
        }
    }
}
