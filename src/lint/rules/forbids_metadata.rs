//! Bookkeeping in a table of forbidden artifacts.

use crate::lint::rule::{Case, Check, Rule};
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
