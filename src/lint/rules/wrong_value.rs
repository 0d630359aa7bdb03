//! Values of the wrong kind or count.

use crate::lint::rule::{Case, Check, Rule};
use crate::workflow::topics::WRONG_VALUE;

pub(super) static RULE: Rule = Rule {
    cases: &[Case {
        topic: &WRONG_VALUE,
        triggers: "workflow w version=1 {
    initial work
    phase work { next done { check \"make test\" timeout=\"ten minutes\"; }; }
    phase done terminal=success
}
",
        passes: "workflow w version=1 {
    initial work
    phase work { next done { check \"make test\" timeout=\"10m\"; }; }
    phase done terminal=success
}
",
    }],
    check: Check::Reading,
};
