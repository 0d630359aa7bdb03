//! A name is a text that was checked.

use automaton::names::TaskName;

fn name(text: String) -> TaskName {
    text
}

fn main() {}
