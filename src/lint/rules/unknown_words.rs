//! Nodes and properties that the language does not have.

use crate::lint::rule::{Case, Check, Rule};
use crate::workflow::topics::{UNKNOWN_NODE, UNKNOWN_PROPERTY};

pub(super) static RULE: Rule = Rule {
    cases: &[
        Case {
            topic: &UNKNOWN_NODE,
            triggers: "workflow w version=1 {
    initial work
    artifact NOTE.md
    phase work { produce NOTE.md; next done; }
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
        },
        Case {
            topic: &UNKNOWN_PROPERTY,
            triggers: "workflow w version=1 {
    initial work
    phase work { edits \"**\"; next done; }
    phase done terminl=success
}
",
            passes: "workflow w version=1 {
    initial work
    phase work { edits \"**\"; next done; }
    phase done terminal=success
}
",
        },
    ],
    check: Check::Reading,
};
