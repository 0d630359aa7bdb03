//! A step that a person took at a terminal, without the terminal.

use std::time::Duration;

use automaton::engine::{Action, Authority, Request, decide};
use automaton::source::SourceFile;
use automaton::task::{Checks, Namespace, TaskLock, Waiter, commit};
use automaton::workflow::{Origin, Workflow};

use crate::project::Project;

/// Approves what `task` has submitted.
pub fn approve(project: &Project, task: &str) {
    take(project, task, Action::Approve);
}

/// Takes one step with the authority of a person.
pub fn take(project: &Project, task: &str, action: Action) {
    let text = project.read(".automaton/workflow.kdl");
    let source = SourceFile::new(".automaton/workflow.kdl", text);
    let workflow = Workflow::compile(&source, Origin::File).expect("a workflow");
    let namespace = Namespace::open(&project.root()).expect("a project");
    let waiter = Waiter {
        host: "here".to_owned(),
        command: "a test".to_owned(),
        wait: Duration::from_secs(5),
    };
    let task = task.parse().expect("a name");
    let mut lock = TaskLock::acquire(&namespace, &task, &waiter).expect("the lock");
    let request = Request {
        actor: "ann".parse().expect("a name"),
        authority: Authority::Person,
        epoch: None,
        action,
    };
    let facts = lock.read(Checks::new()).expect("facts");
    let grant = decide(&workflow, facts, &request).map_err(|(_, refused)| refused);
    commit(grant.expect("a grant")).expect("committed");
}
