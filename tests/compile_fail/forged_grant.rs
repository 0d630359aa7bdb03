//! A grant is made by `decide` alone.

use automaton::engine::{Grant, Order, Step};

fn forge(step: Step, order: Order) -> Grant<()> {
    Grant { facts: (), step, order }
}

fn main() {}
