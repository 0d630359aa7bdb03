//! A workflow text that does not compile, as one refusal.

use crate::diagnostic::{Diagnostic, Exit, NextStep, Severity, Topic};
use crate::source::SourceFile;

/// How output names a project's own workflow file.
pub const WORKFLOW_FILE: &str = ".automaton/workflow.kdl";

/// How many errors are quoted; `lint-workflow` shows all of them.
const MOST_QUOTED: usize = 3;

/// A workflow file that does not compile.
pub static WORKFLOW_BROKEN: Topic = Topic {
    code: "workflow-broken",
    severity: Severity::Error,
    exit: Exit::Usage,
    summary: "the workflow file in force does not compile",
    explanation: "The project has a workflow file, and it has errors. A broken file is never taken \
        for a missing one: nothing is decided until it compiles. `automaton lint-workflow` shows \
        every error with its place.",
};

/// The refusal to decide anything by `source`, which has these errors.
pub fn broken(source: &SourceFile, findings: &[Diagnostic]) -> Diagnostic {
    let lint = match source.name() {
        WORKFLOW_FILE => "automaton lint-workflow".to_owned(),
        name => format!("automaton lint-workflow {name}"),
    };
    let message = "refused: the workflow file does not compile";
    let mut found =
        Diagnostic::about(&WORKFLOW_BROKEN, source.name(), message).next(NextStep::anyone(lint));
    for each in findings.iter().take(MOST_QUOTED) {
        found = found.reason(each.to_string());
    }
    if findings.len() > MOST_QUOTED {
        found = found.reason(format!("and {} more", findings.len() - MOST_QUOTED));
    }
    found
}
