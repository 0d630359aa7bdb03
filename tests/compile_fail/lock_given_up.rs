//! What was decided under a lock cannot outlive it.

use automaton::engine::{Request, decide};
use automaton::task::{Checks, TaskLock, commit};
use automaton::workflow::Workflow;

fn late(mut lock: TaskLock, workflow: &Workflow, request: &Request) {
    let facts = lock.read(Checks::new()).expect("facts");
    let Ok(grant) = decide(workflow, facts, request) else {
        return;
    };
    drop(lock);
    let _ = commit(grant);
}

fn main() {}
