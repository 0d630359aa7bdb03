//! Branches that nothing tells apart.

use std::collections::HashMap;

use crate::diagnostic::{Diagnostic, Severity, Topic};
use crate::lint::context::Context;
use crate::lint::rule::{Case, Check, Rule};
use crate::workflow::{Edge, Event, GuardTest};

/// Two branches with the same guards.
pub static SAME_BRANCHES: Topic = Topic::finding(
    "same-branches",
    Severity::Warning,
    "two edges lead from one phase to different phases under the same guards",
    "Guards decide which way a task goes. Where two edges ask for exactly the same, both are open \
     or both are closed, and whoever runs the task chooses: the guards decide nothing. Often one \
     of them was copied and its outcome or command was meant to differ.",
);

pub(super) static RULE: Rule = Rule {
    cases: &[Case {
        topic: &SAME_BRANCHES,
        triggers: "workflow w version=1 {
    initial work
    artifact NOTE.md
    phase work {
        produces NOTE.md
        next done { check \"make test\"; }
        next failed { check \"make test\"; }
    }
    phase done terminal=success
    phase failed terminal=failure
}
",
        passes: "workflow w version=1 {
    initial work
    artifact NOTE.md
    phase work {
        produces NOTE.md
        next done { check \"make test\"; }
        next failed { check \"! make test\"; }
    }
    phase done terminal=success
    phase failed terminal=failure
}
",
    }],
    check: Check::Graph(check),
};

fn check(context: &Context<'_>) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    let edges = &context.model.edges;
    for branches in edges.chunk_by(|a, b| a.from == b.from) {
        let mut first: HashMap<Vec<String>, &Edge> = HashMap::new();
        let guarded = branches.iter().filter(|edge| edge.event == Event::Next);
        for edge in guarded.filter(|edge| !edge.guards.is_empty()) {
            let first = *first.entry(conditions(edge)).or_insert(edge);
            if first.to != edge.to {
                found.push(report(context, first, edge));
            }
        }
    }
    found
}

fn report(context: &Context<'_>, first: &Edge, second: &Edge) -> Diagnostic {
    let message = format!(
        "the ways to `{}` and `{}` have the same guards",
        context.phase(first.to.phase),
        context.phase(second.to.phase)
    );
    context
        .at(&SAME_BRANCHES, second.span, message)
        .label("open whenever the other is")
        .also(first.span, "the other")
        .help("let the guards differ, or remove them from both")
}

/// What the guards of an edge ask, whatever their order.
pub(super) fn conditions(edge: &Edge) -> Vec<String> {
    let mut conditions: Vec<String> = edge
        .guards
        .iter()
        .map(|guard| match &guard.test {
            GuardTest::Outcome { artifact, words } => {
                let mut words: Vec<&str> = words.iter().map(|word| word.value.as_str()).collect();
                words.sort_unstable();
                words.dedup();
                format!("outcome {} {words:?}", artifact.index())
            }
            GuardTest::Contains { artifact, text } => {
                format!("contains {} {text:?}", artifact.index())
            }
            GuardTest::SubtasksComplete => "subtasks".to_owned(),
            GuardTest::Check(check) => format!("check {:?}", check.command),
        })
        .collect();
    conditions.sort_unstable();
    conditions.dedup();
    conditions
}
