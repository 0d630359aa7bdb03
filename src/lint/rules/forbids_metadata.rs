//! Bookkeeping in a table of forbidden artifacts.

use crate::diagnostic::Diagnostic;
use crate::lint::context::mended;
use crate::lint::rule::{Case, Check, Rule};
use crate::lint::statements::Statements;
use crate::workflow::topics::FORBIDS_METADATA;

pub(super) static RULE: Rule = Rule {
    cases: &[Case {
        topic: &FORBIDS_METADATA,
        triggers: "workflow w version=1 {
    initial work
    metadata NOTES.md
    artifact CHANGE.md
    phase work { produces CHANGE.md; next done; }
    phase done terminal=success { forbids .state NOTES.md; }
}
",
        passes: "workflow w version=1 {
    initial work
    metadata NOTES.md
    artifact CHANGE.md
    phase work { produces CHANGE.md; next done; }
    phase done terminal=success
}
",
    }],
    check: Check::Reading,
};

/// Offers to take out of its `forbids` what was found there while the text was read.
pub(in crate::lint) fn offered(found: Diagnostic, statements: &Statements<'_>) -> Diagnostic {
    match found.span() {
        Some(span) if found.topic == &FORBIDS_METADATA => {
            let title = format!("remove `{}`", statements.text(span).trim_matches('"'));
            mended(found, title, true, statements.without_value(span))
        }
        _ => found,
    }
}
