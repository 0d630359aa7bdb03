//! What was decided on facts that were read without a lock cannot be committed.

use automaton::engine::{Request, decide};
use automaton::task::{Checks, TaskFolder, commit};
use automaton::workflow::Workflow;

fn unlocked(folder: &TaskFolder, workflow: &Workflow, request: &Request) {
    let facts = folder.observe(Checks::new()).expect("facts");
    if let Ok(grant) = decide(workflow, facts, request) {
        let _ = commit(grant);
    }
}

fn main() {}
