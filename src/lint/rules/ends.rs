//! Where tasks start and where they succeed.

use crate::diagnostic::Diagnostic;
use crate::lint::context::Context;
use crate::lint::rule::{Case, Check, Rule};
use crate::workflow::topics::{NO_INITIAL, NO_TERMINAL};

pub(super) static RULE: Rule = Rule {
    cases: &[
        Case {
            topic: &NO_INITIAL,
            triggers: "workflow w version=1 {
    phase done terminal=success
}
",
            passes: "workflow w version=1 {
    initial done
    phase done terminal=success
}
",
        },
        Case {
            topic: &NO_TERMINAL,
            triggers: "workflow w version=1 {
    initial done
    phase done terminal=failure
}
",
            passes: "workflow w version=1 {
    initial done
    phase done terminal=success
}
",
        },
    ],
    check: Check::Graph(check),
};

fn check(context: &Context<'_>) -> Vec<Diagnostic> {
    context.faults(&NO_TERMINAL).cloned().collect()
}
