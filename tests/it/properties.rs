//! Random workflows under random sequences: the engine and the reference always agree, and what
//! must never happen never does. `PROPTEST_CASES` sets how many sequences are tried.

mod content;
mod happening;
mod pair;
mod plan;
mod reference;

use std::collections::BTreeSet;

use automaton::source::SourceFile;
use automaton::workflow::{Origin, Workflow};
use proptest::prelude::*;
use proptest::strategy::ValueTree as _;
use proptest::test_runner::TestRunner;

use happening::sequence;
use pair::Pair;
use plan::{Plan, plan};

fn compile(plan: &Plan) -> Option<Workflow> {
    let source = SourceFile::new("workflow.kdl", plan.text());
    Workflow::compile(&source, Origin::File).ok()
}

proptest! {
    #[test]
    fn the_engine_and_the_reference_agree(plan in plan(), happenings in sequence()) {
        if let Some(workflow) = compile(&plan) {
            let mut pair = Pair::new(&workflow, &plan);
            for happening in &happenings {
                pair.happen(happening)?;
            }
        }
    }
}

#[test]
fn the_random_sequences_reach_every_kind_of_step_and_of_failure() {
    let mut runner = TestRunner::deterministic();
    let mut seen = BTreeSet::new();
    let mut compiled = 0;
    for _ in 0..256 {
        let plan = plan().new_tree(&mut runner).expect("a plan").current();
        let happenings = sequence()
            .new_tree(&mut runner)
            .expect("a sequence")
            .current();
        let Some(workflow) = compile(&plan) else {
            continue;
        };
        compiled += 1;
        let mut pair = Pair::new(&workflow, &plan);
        for happening in &happenings {
            pair.happen(happening).expect("they agree");
        }
        seen.extend(pair.seen);
    }
    assert!(
        compiled >= 250,
        "only {compiled} of 256 random workflows compile"
    );
    let expected = [
        "Abandon",
        "Edge(Approve)",
        "Edge(Next)",
        "Edge(Reject)",
        "Edge(Revise)",
        "Edge(Rework)",
        "Edge(Submit)",
        "Edge(Withdraw)",
        "Validate",
        "abandoned",
        "already-there",
        "approval-required",
        "artifact-changed",
        "case-mismatch",
        "check-not-run",
        "claimed",
        "contract-unmet",
        "forbidden-artifact",
        "guard-failed",
        "missing-artifact",
        "no-such-transition",
        "not-a-file",
        "nothing-pending",
        "open-subtasks",
        "person-required",
        "signature-required",
        "target-forbids",
        "target-reads",
        "unknown-file",
    ];
    let seen: Vec<&str> = seen.iter().map(String::as_str).collect();
    assert_eq!(seen, expected);
}
