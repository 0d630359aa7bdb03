//! A model is not a proof that no task can be caught in it.

use automaton::workflow::{Model, Workflow};

fn prove(model: Model) -> Workflow {
    Workflow(model)
}

fn main() {}
