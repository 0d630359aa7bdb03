//! The text is not KDL, or not the part of it that workflows use.

use crate::lint::rule::{Case, Check, Rule};
use crate::workflow::topics::SYNTAX;

pub(super) static RULE: Rule = Rule {
    cases: &[Case {
        topic: &SYNTAX,
        triggers: "workflow w version=1 {\n    initial done\n    phase done terminal=success\n",
        passes: "workflow w version=1 {\n    initial done\n    phase done terminal=success\n}\n",
    }],
    check: Check::Reading,
};
