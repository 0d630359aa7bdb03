//! Approvals where there is nothing to look at.

use crate::diagnostic::{Diagnostic, Severity, Topic};
use crate::lint::context::{Context, mended};
use crate::lint::rule::{Case, Check, Rule};

/// An approval of nothing.
pub static APPROVAL_OF_NOTHING: Topic = Topic::finding(
    "approval-of-nothing",
    Severity::Warning,
    "a phase has an approval and produces no artifact",
    "An approval shows a person the artifacts of the phase and records their digests: what was \
     approved must stay as it is. Without an artifact there is nothing to show and nothing that \
     the approval would hold fast. Let the phase produce what is to be approved, or remove the \
     approval.",
);

pub(super) static RULE: Rule = Rule {
    cases: &[Case {
        topic: &APPROVAL_OF_NOTHING,
        triggers: "workflow w version=1 {
    initial work
    phase work { edits \"**\"; approval; next done; }
    phase done terminal=success
}
",
        passes: "workflow w version=1 {
    initial work
    artifact CHANGE.md
    phase work { produces CHANGE.md; edits \"**\"; approval; next done; }
    phase done terminal=success
}
",
    }],
    check: Check::Graph(check),
};

fn check(context: &Context<'_>) -> Vec<Diagnostic> {
    let phases = context.model.phases.iter();
    let empty = phases.filter(|phase| phase.produces.is_empty());
    empty
        .filter_map(|phase| {
            let approval = phase.approval.as_ref()?;
            let message = format!("`{}` has an approval and produces nothing", phase.name);
            let found = context
                .at(&APPROVAL_OF_NOTHING, approval.span, message)
                .help("let the phase produce what is to be approved, or remove the approval");
            let edit = context.statements().without_statement(approval.span);
            Some(mended(found, "remove the approval", false, edit))
        })
        .collect()
}
