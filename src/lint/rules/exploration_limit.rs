//! Workflows that are too intricate to be explored in full.

use crate::diagnostic::{Diagnostic, Severity, Topic};
use crate::lint::context::Context;
use crate::lint::rule::{Case, Check, Rule};

/// Not everything was looked at.
pub static EXPLORATION_LIMIT: Topic = Topic::finding(
    "exploration-limit",
    Severity::Info,
    "the workflow has more configurations than are explored",
    "Each artifact that may or may not exist doubles what a task's folder can look like, as long as \
     some later phase asks for it. Past a limit the linter stops, and says so: `deadlock` was not \
     looked for, and edges that may be blocked or artifacts that may be missing were judged path \
     by path, which finds fewer errors and more warnings. Forbid artifacts where they are no \
     longer needed, or make fewer of them optional.",
);

pub(super) static RULE: Rule = Rule {
    cases: &[Case {
        topic: &EXPLORATION_LIMIT,
        triggers: MANY,
        passes: "workflow w version=1 {
    initial work
    artifact NOTE.md
    phase work { produces NOTE.md; next done; }
    phase done terminal=success
}
",
    }],
    check: Check::Graph(check),
};

/// Two to the power of twenty folders, all of which differ at the next step.
const MANY: &str = "workflow w version=1 {
    initial work
    artifact A0; artifact A1; artifact A2; artifact A3; artifact A4
    artifact B0; artifact B1; artifact B2; artifact B3; artifact B4
    artifact C0; artifact C1; artifact C2; artifact C3; artifact C4
    artifact D0; artifact D1; artifact D2; artifact D3; artifact D4
    phase work {
        produces A0 A1 A2 A3 A4 B0 B1 B2 B3 B4 C0 C1 C2 C3 C4 D0 D1 D2 D3 D4 optional=#true
        next check
    }
    phase check { forbids A0 A1 A2 A3 A4 B0 B1 B2 B3 B4 C0 C1 C2 C3 C4 D0 D1 D2 D3 D4; next done; }
    phase done terminal=success
}
";

fn check(context: &Context<'_>) -> Vec<Diagnostic> {
    if context.exploration().complete && context.existence().settled {
        return Vec::new();
    }
    let place = context.statements().named("workflow").unwrap_or_default();
    let message = "not every configuration was explored: there are too many";
    vec![
        context
            .at(&EXPLORATION_LIMIT, place, message)
            .help("`deadlock` was not looked for; forbid artifacts where they are not needed"),
    ]
}
