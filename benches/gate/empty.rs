//! A program that does nothing: what the gate is measured against.

fn main() {}
