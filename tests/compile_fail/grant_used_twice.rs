//! A grant is good for one step.

use automaton::engine::Grant;

fn commit<F>(_: Grant<F>) {}

fn twice<F>(grant: Grant<F>) {
    commit(grant);
    commit(grant);
}

fn main() {}
