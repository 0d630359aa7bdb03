//! Names that nothing declares.

use crate::lint::rule::{Case, Check, Rule};
use crate::workflow::topics::UNDEFINED_REFERENCE;

pub(super) static RULE: Rule = Rule {
    cases: &[Case {
        topic: &UNDEFINED_REFERENCE,
        triggers: "workflow w version=1 {
    initial work
    artifact NOTE.md
    phase work { produces NOTES.md; next done; }
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
    check: Check::Reading,
};
