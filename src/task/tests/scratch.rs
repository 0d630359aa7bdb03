//! A project in a temporary folder, and orders to carry out in it.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use tempfile::TempDir;

use crate::clock;
use crate::digest::Digest;
use crate::engine::{Authority, Grant, Order, StepKind};
use crate::names::TaskPath;
use crate::source::SourceFile;
use crate::task::{
    Checks, CommitError, Committed, Namespace, NamespaceLock, TaskLock, Waiter, commit, create,
};
use crate::workflow::{Event, Origin};

pub(super) const WORKFLOW: &str = "workflow \"test\"\n";
pub(super) const NEXT: StepKind = StepKind::Edge(Event::Next);

/// A project without tasks.
pub(super) struct Scratch {
    folder: TempDir,
}

impl Scratch {
    pub(super) fn new() -> Self {
        let folder = TempDir::new().expect("a temporary folder");
        fs::create_dir_all(folder.path().join(".automaton/tasks")).expect("a project");
        Self { folder }
    }

    /// A project with the task `login`, made in `new` and moved to `research`, whose lock file
    /// exists.
    pub(super) fn with_login() -> Self {
        let scratch = Self::new();
        scratch.create("login").expect("created");
        let order = order(NEXT, Some("new"), "research");
        scratch.commit("login", order).expect("moved");
        scratch
    }

    pub(super) fn root(&self) -> &Path {
        self.folder.path()
    }

    pub(super) fn namespace(&self) -> Namespace {
        Namespace::open(self.root()).expect("a project")
    }

    /// A path in the folder of all tasks.
    pub(super) fn path(&self, path: &str) -> PathBuf {
        self.root().join(".automaton/tasks").join(path)
    }

    pub(super) fn write(&self, path: &str, bytes: impl AsRef<[u8]>) {
        let path = self.path(path);
        fs::create_dir_all(path.parent().expect("a parent")).expect("folders");
        fs::write(path, bytes).expect("written");
    }

    pub(super) fn remove(&self, path: &str) {
        fs::remove_file(self.path(path)).expect("removed");
    }

    pub(super) fn read(&self, path: &str) -> String {
        fs::read_to_string(self.path(path)).expect(path)
    }

    pub(super) fn lock(&self, task: &str) -> TaskLock {
        TaskLock::acquire(&self.namespace(), &path(task), &waiter(5000)).expect("the lock")
    }

    pub(super) fn create(&self, task: &str) -> Result<Committed, CommitError> {
        self.create_with(task, order(StepKind::Create, None, "new"))
    }

    pub(super) fn create_with(&self, task: &str, order: Order) -> Result<Committed, CommitError> {
        let lock = NamespaceLock::acquire(&self.namespace(), &path(task), &waiter(5000));
        let mut lock = lock.expect("the lock");
        let facts = lock.read().expect("facts");
        create(Grant::for_tests(facts, order))
    }

    pub(super) fn commit(&self, task: &str, order: Order) -> Result<Committed, CommitError> {
        let mut lock = self.lock(task);
        let facts = lock.read(Checks::new()).expect("facts");
        commit(Grant::for_tests(facts, order))
    }

    /// Everything in a task folder, but for the lock file: folders end in `/`, links say where
    /// they lead.
    pub(super) fn tree(&self, task: &str) -> BTreeMap<String, String> {
        let mut tree = BTreeMap::new();
        walk(&self.path(task), "", &mut tree);
        tree.remove(".state.lock");
        tree
    }
}

fn walk(folder: &Path, prefix: &str, tree: &mut BTreeMap<String, String>) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let entry = entry.expect("an entry");
        let name = format!("{prefix}{}", entry.file_name().to_string_lossy());
        let kind = entry.file_type().expect("a kind");
        if kind.is_dir() {
            tree.insert(format!("{name}/"), String::new());
            walk(&entry.path(), &format!("{name}/"), tree);
        } else if kind.is_symlink() {
            let target = fs::read_link(entry.path()).expect("a link");
            tree.insert(name, format!("-> {}", target.display()));
        } else {
            let bytes = fs::read(entry.path()).expect("a file");
            tree.insert(name, String::from_utf8_lossy(&bytes).into_owned());
        }
    }
}

pub(super) fn path(task: &str) -> TaskPath {
    task.parse().expect("a task path")
}

pub(super) fn waiter(milliseconds: u64) -> Waiter {
    Waiter {
        host: "here".to_owned(),
        command: "automaton test".to_owned(),
        wait: Duration::from_millis(milliseconds),
    }
}

pub(super) fn order(kind: StepKind, from: Option<&str>, to: &str) -> Order {
    Order {
        kind,
        at: clock::now(),
        from: from.map(|from| from.parse().expect("a state")),
        to: to.parse().expect("a state"),
        actor: "tester".parse().expect("an actor"),
        authority: Authority::Program,
        by_signatures: false,
        signature: None,
        note: None,
        workflow: Digest::of(WORKFLOW.as_bytes()),
        origin: Origin::File,
        workflow_text: SourceFile::new("workflow.kdl", WORKFLOW),
        artifacts: BTreeMap::new(),
        keeps: BTreeSet::new(),
        moves: Vec::new(),
        restores: BTreeMap::new(),
        shelf: None,
        voids: Vec::new(),
        inherits: Vec::new(),
        epoch: 0,
        claim: None,
        parent_claim: None,
        scope: Vec::new(),
    }
}
