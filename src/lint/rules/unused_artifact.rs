//! Artifacts that play no part.

use crate::diagnostic::{Diagnostic, Severity, Topic};
use crate::lint::context::{Context, mended};
use crate::lint::rule::{Case, Check, Rule};
use crate::workflow::{GuardTest, Model};

/// An artifact that nothing uses.
pub static UNUSED_ARTIFACT: Topic = Topic::finding(
    "unused-artifact",
    Severity::Warning,
    "an artifact is declared and no phase mentions it, or it is produced and never read",
    "A declaration that no phase mentions has no effect: the file would be an artifact that nobody \
     may write. An artifact that is produced and never read is fine where people are its readers; \
     that is only listed with `--pedantic`. Remove the declaration, or let a phase use it.",
);

pub(super) static RULE: Rule = Rule {
    cases: &[Case {
        topic: &UNUSED_ARTIFACT,
        triggers: "workflow w version=1 {
    initial work
    artifact NOTE.md
    artifact OTHER.md
    phase work { produces NOTE.md; next check; }
    phase check { reads NOTE.md; edits \"**\"; next done; }
    phase done terminal=success
}
",
        passes: "workflow w version=1 {
    initial work
    artifact NOTE.md
    phase work { produces NOTE.md; next check; }
    phase check { reads NOTE.md; edits \"**\"; next done; }
    phase done terminal=success
}
",
    }],
    check: Check::Graph(check),
};

/// What a workflow does with an artifact.
#[derive(Clone, Copy, Default)]
struct Use {
    mentioned: bool,
    produced: bool,
    read: bool,
}

/// What every artifact is used for.
fn uses(model: &Model) -> Vec<Use> {
    let mut uses = vec![Use::default(); model.artifacts.len()];
    for phase in &model.phases {
        for mention in &phase.reads {
            uses[mention.artifact.index()].read = true;
        }
        for mention in &phase.produces {
            uses[mention.artifact.index()].produced = true;
        }
        for mention in &phase.forbids {
            uses[mention.artifact.index()].mentioned = true;
        }
        for (artifact, _) in phase.subtasks.iter().flat_map(|subtasks| &subtasks.inherit) {
            uses[artifact.index()].read = true;
        }
    }
    for guard in model.edges.iter().flat_map(|edge| &edge.guards) {
        if let GuardTest::Outcome { artifact, .. } | GuardTest::Contains { artifact, .. } =
            guard.test
        {
            uses[artifact.index()].read = true;
        }
    }
    for used in &mut uses {
        used.mentioned |= used.read || used.produced;
    }
    uses
}

fn check(context: &Context<'_>) -> Vec<Diagnostic> {
    let artifacts = context.model.artifact_ids().zip(uses(context.model));
    artifacts
        .filter_map(|(artifact, used)| {
            let (name, span) = (
                context.artifact(artifact),
                context.model.artifact(artifact).span,
            );
            if !used.mentioned {
                let message = format!("`{name}` is declared, and no phase mentions it");
                let found = context
                    .at(&UNUSED_ARTIFACT, span, message)
                    .help("remove the declaration, or let a phase produce it");
                let edit = context.statements().without_statement(span);
                Some(mended(found, "remove the declaration", false, edit))
            } else if used.produced && !used.read {
                let message = format!("`{name}` is produced, and no phase reads it");
                let mut found = context.at(&UNUSED_ARTIFACT, span, message);
                found.severity = Severity::Pedantic;
                Some(found.help("let a later phase read it, unless people are its readers"))
            } else {
                None
            }
        })
        .collect()
}
