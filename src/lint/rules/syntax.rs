//! The text is not KDL, or not the part of it that workflows use.

use crate::lint::rule::{Case, Check, Rule};
use crate::workflow::topics::{COMMENT_IN_GLOB, SYNTAX, TOO_DEEP};

pub(super) static RULE: Rule = Rule {
    cases: &[
        Case {
            topic: &SYNTAX,
            triggers: "workflow w version=1 {\n    initial done\n    phase done terminal=success\n",
            passes: "workflow w version=1 {\n    initial done\n    phase done terminal=success\n}\n",
        },
        Case {
            topic: &COMMENT_IN_GLOB,
            triggers: "workflow w version=1 {\n    initial done\n    scratch out/**/*.o\n    phase done terminal=success\n}\n",
            passes: "workflow w version=1 {\n    initial done\n    scratch \"out/**/*.o\"\n    phase done terminal=success\n}\n",
        },
        Case {
            topic: &TOO_DEEP,
            triggers: "workflow w version=1 {\n    initial done\n    phase done terminal=success\n    /- a {\n        /- b {\n            /- c {\n            }\n        }\n    }\n}\n",
            passes: "workflow w version=1 {\n    initial done\n    phase done terminal=success\n    /- a {\n    }\n}\n",
        },
    ],
    check: Check::Reading,
};
