//! The lock of a task alone is no right to move its folder.

use automaton::engine::Grant;
use automaton::task::{LockedTask, relocate};

fn moved(grant: Grant<LockedTask<'_>>) {
    let _ = relocate(grant);
}

fn main() {}
