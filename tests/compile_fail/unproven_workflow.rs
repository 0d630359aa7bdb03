//! The engine grants steps of a workflow that compiled, not of one that was only read.

use automaton::engine::{Facts, Request, decide};
use automaton::workflow::Resolved;

fn grant(resolved: &Resolved, facts: impl Facts, request: &Request) {
    let _ = decide(resolved, facts, request);
}

fn main() {}
