//! Artifacts that a later phase writes again.

use crate::diagnostic::{Diagnostic, Severity, Topic};
use crate::lint::context::Context;
use crate::lint::existence::is_after_work;
use crate::lint::flow::{Order, Rows, Way, put};
use crate::lint::rule::{Case, Check, Rule};
use crate::workflow::{ArtifactId, Event, Mention, PhaseId, State};

/// Two phases write one file.
pub static OVERWRITTEN_ARTIFACT: Topic = Topic::finding(
    "overwritten-artifact",
    Severity::Warning,
    "two phases on one path produce the same artifact",
    "What a phase has produced is frozen when the task leaves it, but a later phase that produces \
     the same artifact may change or remove it, what was approved included. Give the later phase \
     an artifact of its own, or, if the file is meant to grow, declare it `frozen=#false`.",
);

pub(super) static RULE: Rule = Rule {
    cases: &[Case {
        topic: &OVERWRITTEN_ARTIFACT,
        triggers: "workflow w version=1 {
    initial draft
    artifact TEXT.md
    phase draft { produces TEXT.md; next edit; }
    phase edit { produces TEXT.md; next done; }
    phase done terminal=success
}
",
        passes: "workflow w version=1 {
    initial draft
    artifact TEXT.md
    artifact EDITED.md
    phase draft { produces TEXT.md; forbids EDITED.md; next edit; }
    phase edit { reads TEXT.md; produces EDITED.md; next done; }
    phase done terminal=success
}
",
    }],
    check: Check::Graph(check),
};

/// How many findings are made: each is a search of its own.
const REPORTED: usize = 200;

fn check(context: &Context<'_>) -> Vec<Diagnostic> {
    let model = context.model;
    let mut producers: Vec<Vec<(PhaseId, &Mention)>> = vec![Vec::new(); model.artifacts.len()];
    for phase in context.reached_phases() {
        for mention in &model.phase(phase).produces {
            producers[mention.artifact.index()].push((phase, mention));
        }
    }
    if producers.iter().all(|phases| phases.len() < 2) {
        return Vec::new();
    }
    let onward = Order::new(model, |edge| {
        edge.event != Event::Rework && context.is_reached(edge.from)
    });
    let mut before = Rows::new(model);
    onward.spread(model, Way::Onward, &mut before, |edge, set| {
        if is_after_work(edge) {
            for mention in &model.phase(edge.from.phase).produces {
                put(set, mention.artifact.index());
            }
        }
    });
    let shared = model.artifact_ids().zip(producers);
    let shared =
        shared.filter(|(artifact, phases)| phases.len() > 1 && model.artifact(*artifact).frozen);
    let mut found = Vec::new();
    for (artifact, phases) in shared {
        for &(phase, mention) in &phases {
            let state = model.graph.position(State::base(phase));
            if before.holds(state, artifact.index()) && found.len() < REPORTED {
                found.extend(report(context, artifact, (phase, mention), &phases));
            }
        }
    }
    found
}

fn report(
    context: &Context<'_>,
    artifact: ArtifactId,
    (phase, mention): (PhaseId, &Mention),
    producers: &[(PhaseId, &Mention)],
) -> Option<Diagnostic> {
    let model = context.model;
    let onward = |id| model.edge(id).event != Event::Rework;
    let mut others = producers.iter().filter(|(other, _)| *other != phase);
    let before = model.graph.reaching([State::base(phase)], onward);
    let (other, earlier) =
        others.find(|(other, _)| model.graph.holds(&before, State::base(*other)))?;
    let (name, phase) = (context.artifact(artifact), context.phase(phase));
    let message = format!(
        "`{phase}` may overwrite `{name}` from `{}`",
        context.phase(*other)
    );
    Some(
        context
            .at(&OVERWRITTEN_ARTIFACT, mention.span, message)
            .also(earlier.span, "produced here before")
            .help(format!(
                "give `{phase}` an artifact of its own, or declare `{name}` `frozen=#false`"
            )),
    )
}
