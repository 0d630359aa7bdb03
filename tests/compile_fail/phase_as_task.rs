//! A phase name is no task name.

use automaton::names::{PhaseName, TaskPath};

fn task(phase: PhaseName) -> TaskPath {
    TaskPath::top(phase)
}

fn main() {}
