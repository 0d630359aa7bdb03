//! A project in a temporary folder, whose one task takes every step through the store.
#![expect(
    clippy::disallowed_methods,
    reason = "tests write what a phase would write"
)]

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;
use std::time::Duration;

use automaton::engine::{
    Action, Authority, CheckResult, Obstacle, Record, Refusal, Request, decide,
};
use automaton::names::{ArtifactName, TaskPath};
use automaton::task::{Checks, Namespace, NamespaceLock, TaskLock, Waiter, commit, create};
use automaton::workflow::{Edge, Event, GuardTest, Workflow};
use tempfile::TempDir;

/// What the engine said no to.
#[derive(Debug)]
pub struct Refused {
    pub code: &'static str,
    pub obstacles: Vec<Obstacle>,
}

impl From<Box<Refusal>> for Refused {
    fn from(refusal: Box<Refusal>) -> Self {
        Self {
            code: refusal.topic().code,
            obstacles: refusal.obstacles().collect(),
        }
    }
}

/// A project with one task.
pub struct Scratch {
    folder: TempDir,
    pub workflow: Workflow,
    task: TaskPath,
}

impl Scratch {
    /// Makes the project, and the task in it.
    pub fn new(workflow: Workflow) -> Self {
        let folder = TempDir::new().expect("a temporary folder");
        let automaton = folder.path().join(".automaton");
        fs::create_dir_all(automaton.join("tasks")).expect("a project");
        fs::write(automaton.join("workflow.kdl"), workflow.source.text()).expect("written");
        let scratch = Self {
            folder,
            workflow,
            task: "task".parse().expect("a name"),
        };
        let namespace = scratch.namespace();
        let mut lock =
            NamespaceLock::acquire(&namespace, &scratch.task, &waiter()).expect("the lock");
        let facts = lock.read().expect("facts");
        let request = request(Action::Create { scope: Vec::new() }, Authority::Program);
        let grant = decide(&scratch.workflow, facts, &request).map_err(|(_, refused)| refused);
        create(grant.expect("a grant")).expect("created");
        scratch
    }

    /// Takes an edge, or says why it was refused.
    pub fn take(&self, edge: &Edge) -> Result<(), Refused> {
        let to = self.workflow.state_name(edge.to);
        let reason = "because".to_owned();
        let action = match edge.event {
            Event::Approve => Action::Approve,
            Event::Reject => Action::Reject { reason },
            Event::Rework => Action::Rework {
                to: to.phase,
                reason,
            },
            _ => Action::Transition { to },
        };
        let mut lock = self.lock();
        let facts = lock.read(self.passed()).expect("facts");
        let request = request(action, authority(edge.event));
        let grant = decide(&self.workflow, facts, &request).map_err(|(_, refused)| refused)?;
        commit(grant).expect("committed");
        Ok(())
    }

    /// What the journal says about the task.
    pub fn record(&self) -> Record {
        let mut lock = self.lock();
        let facts = lock.read(Checks::new()).expect("facts");
        facts.record().expect("sound records").clone()
    }

    pub fn write(&self, artifact: &ArtifactName, text: &str) {
        fs::write(self.path(artifact.as_str()), text).expect("written");
    }

    pub fn remove(&self, artifact: &ArtifactName) {
        fs::remove_file(self.path(artifact.as_str())).expect("removed");
    }

    /// Every artifact in the folder of the task, with its text.
    pub fn files(&self) -> BTreeMap<ArtifactName, String> {
        let artifacts = self.workflow.artifacts.iter();
        artifacts
            .filter_map(|artifact| {
                let text = fs::read_to_string(self.path(artifact.name.as_str())).ok()?;
                Some((artifact.name.clone(), text))
            })
            .collect()
    }

    fn path(&self, file: &str) -> PathBuf {
        self.folder.path().join(".automaton/tasks/task").join(file)
    }

    fn namespace(&self) -> Namespace {
        Namespace::open(self.folder.path()).expect("a project")
    }

    fn lock(&self) -> TaskLock {
        TaskLock::acquire(&self.namespace(), &self.task, &waiter()).expect("the lock")
    }

    /// Every command of a guard, as if it had succeeded.
    fn passed(&self) -> Checks {
        let guards = self.workflow.edges.iter().flat_map(|edge| &edge.guards);
        guards
            .filter_map(|guard| match &guard.test {
                GuardTest::Check(check) => Some((check.clone(), CheckResult::Passed)),
                _ => None,
            })
            .collect()
    }
}

/// Who takes a step of this kind: a person where one may be needed, a program otherwise.
pub fn authority(event: Event) -> Authority {
    match event {
        Event::Approve | Event::Reject | Event::Rework => Authority::Person,
        Event::Submit | Event::Withdraw | Event::Revise | Event::Next => Authority::Program,
    }
}

fn request(action: Action, authority: Authority) -> Request {
    Request {
        actor: "someone".parse().expect("an actor"),
        authority,
        epoch: None,
        action,
    }
}

fn waiter() -> Waiter {
    Waiter {
        host: "here".to_owned(),
        command: "a test".to_owned(),
        wait: Duration::from_secs(5),
    }
}
