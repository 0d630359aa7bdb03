//! Artifacts that are read where they cannot exist yet.

use crate::diagnostic::{Diagnostic, Severity, Topic};
use crate::lint::context::Context;
use crate::lint::rule::{Case, Check, Rule};

/// Something is read too early.
pub static READ_BEFORE_PRODUCED: Topic = Topic::finding(
    "read-before-produced",
    Severity::Error,
    "a phase reads an artifact that no phase on any path to it produces",
    "The artifact is produced somewhere, but only after this phase or on another branch. If the \
     phase must have it, no task can enter; if it is optional, the line promises what is never \
     there. Move the phase that produces it forward, or remove the line.",
);

pub(super) static RULE: Rule = Rule {
    cases: &[Case {
        topic: &READ_BEFORE_PRODUCED,
        triggers: "workflow w version=1 {
    initial plan
    artifact PLAN.md
    artifact REPORT.md
    phase plan { produces PLAN.md; forbids REPORT.md; next build; }
    phase build { reads PLAN.md REPORT.md; edits \"**\"; next report; }
    phase report { produces REPORT.md; next done; }
    phase done terminal=success
}
",
        passes: "workflow w version=1 {
    initial plan
    artifact PLAN.md
    artifact REPORT.md
    phase plan { produces PLAN.md; forbids REPORT.md; next build; }
    phase build { reads PLAN.md; edits \"**\"; forbids REPORT.md; next report; }
    phase report { produces REPORT.md; next done; }
    phase done terminal=success
}
",
    }],
    check: Check::Graph(check),
};

fn check(context: &Context<'_>) -> Vec<Diagnostic> {
    let model = context.model;
    let mut found = Vec::new();
    for phase in context.reached_phases() {
        for mention in &model.phase(phase).reads {
            let artifact = mention.artifact;
            let Some(producer) = context.writer(artifact) else {
                continue;
            };
            if !context.existence().is_too_early(phase, artifact) {
                continue;
            }
            let name = context.artifact(artifact);
            let message = format!(
                "`{}` reads `{name}`, which never exists by then",
                context.phase(phase)
            );
            let help = format!(
                "`{}` produces it, on no path to here; change the order, or do not read it",
                context.phase(producer)
            );
            let early = context.at(&READ_BEFORE_PRODUCED, mention.span, message);
            found.push(early.help(help));
        }
    }
    found
}
