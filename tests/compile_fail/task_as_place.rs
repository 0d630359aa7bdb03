//! Leave to make a task is no leave to move one.

use automaton::engine::Grant;
use automaton::task::{LockedNamespace, commit};

fn mistaken(grant: Grant<LockedNamespace<'_>>) {
    let _ = commit(grant);
}

fn main() {}
