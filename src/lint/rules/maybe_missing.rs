//! Artifacts that some tasks do not have when they need them.

use std::collections::BTreeMap;

use crate::diagnostic::{Diagnostic, Edit, Fix, Severity, Topic};
use crate::engine::Obstacle;
use crate::lint::context::Context;
use crate::lint::existence::{is_after_work, is_arrival};
use crate::lint::explore::Attempt;
use crate::lint::flow::bit;
use crate::lint::rule::{Case, Check, Rule};
use crate::lint::rules::blocked_transition::is_explained;
use crate::workflow::{ArtifactId, Edge, Event, Mention, PhaseId};

/// Something that is read may be missing.
pub static MAYBE_MISSING: Topic = Topic::finding(
    "maybe-missing",
    Severity::Warning,
    "a phase reads an artifact that is missing on some path",
    "Some tasks come to the phase without the artifact, and are refused there: what is read has to \
     exist on entry. If the phase can do without it, make it optional; if not, let every path \
     before it produce the artifact. The path shows the shortest way without it.",
);

pub(super) static RULE: Rule = Rule {
    cases: &[Case {
        topic: &MAYBE_MISSING,
        triggers: "workflow w version=1 {
    initial plan
    artifact PLAN.md
    artifact SKETCH.md
    phase plan { produces PLAN.md; forbids SKETCH.md; next sketch; next build; }
    phase sketch { reads PLAN.md; produces SKETCH.md; next build; }
    phase build { reads SKETCH.md PLAN.md; edits \"**\"; next done; }
    phase done terminal=success
}
",
        passes: "workflow w version=1 {
    initial plan
    artifact PLAN.md
    artifact SKETCH.md
    phase plan { produces PLAN.md; forbids SKETCH.md; next sketch; next build; }
    phase sketch { reads PLAN.md; produces SKETCH.md; next build; }
    phase build { reads PLAN.md; reads SKETCH.md optional=#true; edits \"**\"; next done; }
    phase done terminal=success
}
",
    }],
    check: Check::Graph(check),
};

/// A mention of an artifact that may be missing, and an attempt that shows it.
type Missing<'a> = (&'a Mention, Option<&'a Attempt>);

fn check(context: &Context<'_>) -> Vec<Diagnostic> {
    let mut missing: BTreeMap<(PhaseId, ArtifactId), Missing<'_>> = BTreeMap::new();
    for id in context.reached_edges() {
        let edge = context.model.edge(id);
        if !is_arrival(edge) || is_explained(context, edge) {
            continue;
        }
        let phase = edge.to.phase;
        let reads = context.model.phase(phase).reads.iter();
        if context.exploration().complete {
            let refused = &context.exploration().outcome(id).refused;
            if refused.is_empty() {
                continue;
            }
            for mention in reads.filter(|m| !is_own(context, edge, m.artifact)) {
                let Some(attempt) = refused.get(&Obstacle::Missing(mention.artifact)) else {
                    continue;
                };
                let place = missing.entry((phase, mention.artifact));
                let (_, first) = place.or_insert((mention, Some(attempt)));
                if first.is_none_or(|first| attempt.config < first.config) {
                    *first = Some(attempt);
                }
            }
        } else if context.existence().settled {
            let lacking = context.existence().lacking(context.model, edge);
            let may_lack = |m: &&Mention| !m.optional && bit(&lacking, m.artifact.index());
            for mention in reads.filter(may_lack) {
                if !is_own(context, edge, mention.artifact) {
                    missing
                        .entry((phase, mention.artifact))
                        .or_insert((mention, None));
                }
            }
        }
    }
    let missing = missing.into_iter();
    missing
        .map(|((phase, _), (mention, attempt))| report(context, phase, mention, attempt))
        .collect()
}

/// Whether whoever goes back can write the artifact again: the phase itself wrote it.
fn is_own(context: &Context<'_>, edge: &Edge, artifact: ArtifactId) -> bool {
    edge.event == Event::Rework && is_after_work(edge) && context.writes(edge.from.phase, artifact)
}

fn report(
    context: &Context<'_>,
    phase: PhaseId,
    mention: &Mention,
    attempt: Option<&Attempt>,
) -> Diagnostic {
    let (name, phase) = (context.artifact(mention.artifact), context.phase(phase));
    let message = format!("`{phase}` reads `{name}`, which some tasks do not have by then");
    let path = attempt.and_then(|attempt| context.exploration().to_refusal(attempt));
    let mut found = context
        .at(&MAYBE_MISSING, mention.span, message)
        .help("make it optional, or produce it on every path")
        .shown(path);
    if let Some(attempt) = attempt {
        let edge = context.model.edge(attempt.edge);
        found = found.also(edge.span, "by this edge");
    }
    found.fix = optional(context, mention).map(|edits| Fix {
        title: format!("make `{name}` optional"),
        safe: false,
        edits,
    });
    found
}

/// `optional=#true` covers its whole line, so an artifact among others gets one of its own.
fn optional(context: &Context<'_>, mention: &Mention) -> Option<Vec<Edit>> {
    let (statements, place) = (context.statements(), mention.span);
    let name = context.model.source.slice(place);
    if !statements.lists_several(place) {
        return Some(vec![statements.after_head(place, " optional=#true")?]);
    }
    let apart = format!("; reads {name} optional=#true");
    let mut edits = vec![
        statements.without_value(place)?,
        statements.after_head(place, &apart)?,
    ];
    if edits[0].span.end == edits[1].span.start {
        // The artifact is the last on its line.
        edits = vec![Edit {
            span: edits[0].span,
            text: apart,
        }];
    }
    Some(edits)
}
