//! The `automaton` program.

fn main() {}
