//! Edges from a phase to itself.

use crate::diagnostic::Diagnostic;
use crate::lint::context::{Context, mended};
use crate::lint::rule::{Case, Check, Rule};
use crate::workflow::topics::SELF_TRANSITION;

pub(super) static RULE: Rule = Rule {
    cases: &[Case {
        topic: &SELF_TRANSITION,
        triggers: "workflow w version=1 {
    initial work
    artifact NOTE.md
    phase work { produces NOTE.md; next work; next done; }
    phase done terminal=success
}
",
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

fn check(context: &Context<'_>) -> Vec<Diagnostic> {
    let faults = context.faults(&SELF_TRANSITION).cloned();
    faults
        .map(|found| {
            let edit = found
                .span()
                .and_then(|edge| context.statements().without_value(edge));
            mended(found, "remove the edge", false, edit)
        })
        .collect()
}
