//! Artifacts that are read where they cannot exist yet.

use crate::diagnostic::{Diagnostic, Severity, Topic};
use crate::lint::context::Context;
use crate::lint::rule::{Case, Check, Rule};
use crate::workflow::{Mention, PhaseId};

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
    let mut early = Vec::new();
    let mut circular = Vec::new();
    for phase in context.reached_phases() {
        for mention in &context.model.phase(phase).reads {
            let existence = context.existence();
            let artifact = mention.artifact;
            if context.writer(artifact).is_none() {
                continue;
            }
            if existence.is_too_early(phase, artifact) {
                early.push((phase, mention));
            } else if !mention.optional && existence.is_never_written_before(phase, artifact) {
                circular.push((phase, mention));
            }
        }
    }
    // Of phases that demand the artifact in a circle, the first stands for all.
    for (phase, mention) in circular {
        let is_told = early
            .iter()
            .any(|(_, told)| told.artifact == mention.artifact);
        if !is_told {
            early.push((phase, mention));
        }
    }
    early
        .into_iter()
        .filter_map(|(phase, mention)| finding(context, phase, mention))
        .collect()
}

fn finding(context: &Context<'_>, phase: PhaseId, mention: &Mention) -> Option<Diagnostic> {
    let artifact = mention.artifact;
    let producer = context.writer(artifact)?;
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
    Some(early.help(help))
}
