//! Comments that accept a finding that is not there.

use crate::lint::rule::{Case, Check, Rule};
use crate::lint::suppression::UNUSED_SUPPRESSION;

pub(super) static RULE: Rule = Rule {
    cases: &[Case {
        topic: &UNUSED_SUPPRESSION,
        triggers: "workflow w version=1 {
    initial work
    artifact NOTE.md
    phase work {
        produces NOTE.md
        // automaton: allow(approval-of-nothing) a person must look at the work itself
        approval
        next done
    }
    phase done terminal=success
}
",
        passes: "workflow w version=1 {
    initial work
    phase work {
        edits \"**\"
        // automaton: allow(approval-of-nothing) a person must look at the work itself
        approval
        next done
    }
    phase done terminal=success
}
",
    }],
    // Only once every rule has run is it known which comments hid nothing.
    check: Check::Reading,
};
