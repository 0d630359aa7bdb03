//! A grant cannot be kept by committing a copy of it.

use automaton::engine::Grant;

fn copy(grant: &Grant<()>) -> Grant<()> {
    Clone::clone(grant)
}

fn main() {}
