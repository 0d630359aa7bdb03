//! A grant says which task it is for: it cannot be committed to another one.

use automaton::engine::Grant;
use automaton::task::{LockedTask, TaskFolder, commit};

fn elsewhere(grant: Grant<LockedTask<'_>>, other: &TaskFolder) {
    let _ = commit(grant, other);
}

fn main() {}
