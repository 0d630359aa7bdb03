//! A grant is good for one step of the task that it was decided on.

use automaton::engine::Grant;
use automaton::task::{LockedTask, commit};

fn twice(grant: Grant<LockedTask<'_>>) {
    let _ = commit(grant);
    let _ = commit(grant);
}

fn main() {}
