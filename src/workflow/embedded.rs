//! The default workflow and the example workflows, built into the program.

use std::sync::OnceLock;

use super::checked::Workflow;
use super::policy::Origin;
use crate::source::SourceFile;

/// A workflow that comes with the program.
#[derive(Clone, Copy, Debug)]
pub struct Shipped {
    /// The name by which a project asks for it.
    pub name: &'static str,
    /// Its text.
    pub text: &'static str,
    /// Its prompts: path and text.
    pub prompts: &'static [(&'static str, &'static str)],
}

/// The workflow and the prompts in a folder of the sources.
macro_rules! shipped {
    ($name:literal, $folder:literal, [$($prompt:literal),* $(,)?]) => {
        Shipped {
            name: $name,
            text: include_str!(concat!("../../", $folder, "workflow.kdl")),
            prompts: &[$((
                concat!("prompts/", $prompt),
                include_str!(concat!("../../", $folder, "prompts/", $prompt)),
            )),*],
        }
    };
}

/// The default workflow, as text.
pub const DEFAULT: Shipped = shipped!(
    "default",
    "",
    [
        "orchestrate.md",
        "workflow.md",
        "subtask_management.md",
        "research.md",
        "decompose.md",
        "design.md",
        "test_design.md",
        "implement.md",
        "bug_finder.md",
        "adversarial_bug_find.md",
        "doc_review.md",
        "referee.md",
    ]
);

/// The text of the default workflow.
pub const TEXT: &str = DEFAULT.text;

/// The other workflows that a project can start from.
pub const EXAMPLES: &[Shipped] = &[
    shipped!(
        "experiment",
        "examples/experiment/",
        [
            "hypothesis.md",
            "prepare.md",
            "train.md",
            "evaluate.md",
            "report.md"
        ]
    ),
    shipped!(
        "incident",
        "examples/incident/",
        [
            "triage.md",
            "mitigate.md",
            "investigate.md",
            "repair.md",
            "postmortem.md"
        ]
    ),
    shipped!("minimal", "examples/minimal/", ["work.md"]),
    shipped!("rfc", "examples/rfc/", ["draft.md", "decide.md"]),
    shipped!(
        "spec-driven",
        "examples/spec-driven/",
        ["specify.md", "plan.md", "tasks.md", "implement.md"]
    ),
    shipped!(
        "test-driven",
        "examples/test-driven/",
        ["red.md", "green.md", "refactor.md"]
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
