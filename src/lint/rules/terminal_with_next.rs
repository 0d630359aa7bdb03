//! Ways out of a phase that is an end.

use crate::diagnostic::Diagnostic;
use crate::lint::context::{Context, mended};
use crate::lint::rule::{Case, Check, Rule};
use crate::workflow::topics::TERMINAL_WITH_NEXT;

pub(super) static RULE: Rule = Rule {
    cases: &[Case {
        topic: &TERMINAL_WITH_NEXT,
        triggers: "workflow w version=1 {
    initial work
    artifact NOTE.md
    phase work { produces NOTE.md; next done; }
    phase done terminal=success { rework work; }
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
    let faults = context.faults(&TERMINAL_WITH_NEXT).cloned();
    faults
        .map(|found| {
            let statements = context.statements();
            let edit = found.span().and_then(|place| {
                let whole = statements.without_value(place);
                whole.or_else(|| statements.without_statement(place))
            });
            mended(found, "remove what leaves the phase", false, edit)
        })
        .collect()
}
