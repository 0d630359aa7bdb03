//! The tables of the specification, as they stand there.

/// Every state, with the artifacts of a task that got there and may go on.
pub const STATES: &[(&str, &str)] = &[
    ("new", ""),
    ("research", "SPEC"),
    ("research:awaiting_approval", "SPEC"),
    ("research:approved", "SPEC"),
    ("decomposition", "SPEC DECOMPOSITION"),
    ("decomposition:awaiting_approval", "SPEC DECOMPOSITION"),
    ("decomposition:approved", "SPEC DECOMPOSITION"),
    ("design", "SPEC DESIGN"),
    ("design:awaiting_approval", "SPEC DESIGN"),
    ("design:approved", "SPEC DESIGN"),
    ("test_design", "SPEC DESIGN TEST_PLAN"),
    ("test_design:awaiting_approval", "SPEC DESIGN TEST_PLAN"),
    ("test_design:approved", "SPEC DESIGN TEST_PLAN"),
    ("implement", "SPEC DESIGN TEST_PLAN IMPLEMENTATION"),
    (
        "bug_find",
        "SPEC DESIGN TEST_PLAN IMPLEMENTATION BUG_REPORT",
    ),
    (
        "adversarial_bug_find",
        "SPEC DESIGN TEST_PLAN IMPLEMENTATION BUG_REPORT ADVERSARIAL_BUG_REPORT",
    ),
    (
        "doc_review",
        "SPEC DESIGN TEST_PLAN IMPLEMENTATION BUG_REPORT ADVERSARIAL_BUG_REPORT DOC_REVIEW",
    ),
    ("referee", EVERYTHING),
    ("complete", EVERYTHING),
    ("human_intervention", EVERYTHING),
];

const EVERYTHING: &str = "SPEC DESIGN TEST_PLAN IMPLEMENTATION BUG_REPORT ADVERSARIAL_BUG_REPORT \
                          DOC_REVIEW VERDICT";

/// Every step that `transition` may take.
pub const STEPS: &[(&str, &str)] = &[
    ("new", "research"),
    ("research", "research:awaiting_approval"),
    ("research:awaiting_approval", "research"),
    (
        "research:approved",
        "research decomposition design implement",
    ),
    ("decomposition", "decomposition:awaiting_approval"),
    ("decomposition:awaiting_approval", "decomposition"),
    ("decomposition:approved", "decomposition complete"),
    ("design", "design:awaiting_approval"),
    ("design:awaiting_approval", "design"),
    ("design:approved", "design test_design implement"),
    ("test_design", "test_design:awaiting_approval"),
    ("test_design:awaiting_approval", "test_design"),
    ("test_design:approved", "test_design implement"),
    ("implement", "bug_find"),
    ("bug_find", "adversarial_bug_find"),
    ("adversarial_bug_find", "doc_review"),
    ("doc_review", "referee"),
    ("referee", "complete human_intervention"),
    ("complete", ""),
    ("human_intervention", ""),
];

/// Every step that `rework` may take, by a person.
pub const REWORK: &[(&str, &str)] = &[
    ("implement", "research design test_design"),
    ("bug_find", "implement"),
    ("adversarial_bug_find", "implement"),
    ("doc_review", "implement"),
    (
        "human_intervention",
        "research design test_design implement",
    ),
];

/// Every phase, with the artifacts that must not exist in it.
pub const FORBIDDEN: &[(&str, &str)] = &[
    (
        "new",
        "SPEC DESIGN DECOMPOSITION TEST_PLAN IMPLEMENTATION BUG_REPORT ADVERSARIAL_BUG_REPORT \
         DOC_REVIEW VERDICT",
    ),
    (
        "research",
        "DESIGN DECOMPOSITION TEST_PLAN IMPLEMENTATION BUG_REPORT ADVERSARIAL_BUG_REPORT \
         DOC_REVIEW VERDICT",
    ),
    (
        "decomposition",
        "DESIGN TEST_PLAN IMPLEMENTATION BUG_REPORT ADVERSARIAL_BUG_REPORT DOC_REVIEW VERDICT",
    ),
    (
        "design",
        "DECOMPOSITION TEST_PLAN IMPLEMENTATION BUG_REPORT ADVERSARIAL_BUG_REPORT DOC_REVIEW \
         VERDICT",
    ),
    (
        "test_design",
        "DECOMPOSITION IMPLEMENTATION BUG_REPORT ADVERSARIAL_BUG_REPORT DOC_REVIEW VERDICT",
    ),
    (
        "implement",
        "BUG_REPORT ADVERSARIAL_BUG_REPORT DOC_REVIEW VERDICT",
    ),
    ("bug_find", "ADVERSARIAL_BUG_REPORT DOC_REVIEW VERDICT"),
    ("adversarial_bug_find", "DOC_REVIEW VERDICT"),
    ("doc_review", "VERDICT"),
    ("referee", ""),
    ("complete", ""),
    ("human_intervention", ""),
];

pub const ARTIFACTS: &[&str] = &[
    "SPEC",
    "DESIGN",
    "DECOMPOSITION",
    "TEST_PLAN",
    "IMPLEMENTATION",
    "BUG_REPORT",
    "ADVERSARIAL_BUG_REPORT",
    "DOC_REVIEW",
    "VERDICT",
];
