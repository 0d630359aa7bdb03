//! The default workflow and the example workflows, built into the program.

use std::sync::OnceLock;

use super::checked::Workflow;
use super::policy::Origin;
use crate::source::SourceFile;

/// The text of the default workflow.
pub const TEXT: &str = include_str!("../../workflow.kdl");

/// The other workflows that a project can start from, by name.
pub const EXAMPLES: &[(&str, &str)] = &[
    (
        "experiment",
        include_str!("../../examples/experiment/workflow.kdl"),
    ),
    (
        "incident",
        include_str!("../../examples/incident/workflow.kdl"),
    ),
    (
        "minimal",
        include_str!("../../examples/minimal/workflow.kdl"),
    ),
    ("rfc", include_str!("../../examples/rfc/workflow.kdl")),
    (
        "spec-driven",
        include_str!("../../examples/spec-driven/workflow.kdl"),
    ),
    (
        "test-driven",
        include_str!("../../examples/test-driven/workflow.kdl"),
    ),
];

/// The default workflow. It compiles: a test and every call of the program hold it to that.
#[expect(
    clippy::missing_panics_doc,
    reason = "the embedded text is part of the program"
)]
pub fn embedded() -> &'static Workflow {
    static WORKFLOW: OnceLock<Workflow> = OnceLock::new();
    WORKFLOW.get_or_init(|| {
        let source = SourceFile::new("workflow.kdl", TEXT);
        Workflow::compile(&source, Origin::Embedded).expect("the default workflow compiles")
    })
}
