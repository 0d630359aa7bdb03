//! Artifacts that may never exist.

use crate::diagnostic::{Diagnostic, Severity, Topic};
use crate::lint::context::Context;
use crate::lint::rule::{Case, Check, Rule};

/// An artifact without a place.
pub static FORBIDDEN_EVERYWHERE: Topic = Topic::finding(
    "forbidden-everywhere",
    Severity::Error,
    "every phase that tasks can reach forbids the artifact",
    "A deliverable that no phase tolerates cannot be delivered. Allow it in the phase that writes \
     it and in those after it, or do not declare it as an artifact.",
);

pub(super) static RULE: Rule = Rule {
    cases: &[Case {
        topic: &FORBIDDEN_EVERYWHERE,
        triggers: "workflow w version=1 {
    initial work
    artifact NOTE.md
    artifact SECRET.md
    phase work { produces NOTE.md; forbids SECRET.md; next done; }
    phase done terminal=success { forbids SECRET.md; }
}
",
        passes: "workflow w version=1 {
    initial work
    artifact NOTE.md
    phase work { produces NOTE.md; next done; }
    phase done terminal=success
}
",
    }],
    check: Check::Graph(check),
};

fn check(context: &Context<'_>) -> Vec<Diagnostic> {
    let model = context.model;
    let mut places = vec![Vec::new(); model.artifacts.len()];
    let mut phases = 0;
    for phase in context.reached_phases() {
        phases += 1;
        for mention in &model.phase(phase).forbids {
            places[mention.artifact.index()].push(mention.span);
        }
    }
    let everywhere = model.artifact_ids().zip(places);
    everywhere
        .filter(|(_, places)| places.len() == phases)
        .map(|(artifact, places)| {
            let name = context.artifact(artifact);
            let message = format!("`{name}` is forbidden in every phase");
            let span = model.artifact(artifact).span;
            let mut found = context.at(&FORBIDDEN_EVERYWHERE, span, message);
            for place in places {
                found = found.also(place, "forbidden");
            }
            found.help(format!(
                "allow `{name}` where it is written, or do not declare it"
            ))
        })
        .collect()
}
