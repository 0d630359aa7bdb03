//! Artifacts that are read and that no phase writes.

use std::collections::BTreeMap;

use crate::diagnostic::{Diagnostic, Severity, Topic};
use crate::lint::context::{Context, listed};
use crate::lint::rule::{Case, Check, Rule};
use crate::source::Span;
use crate::workflow::{ArtifactId, GuardTest};

/// Something is read that nobody writes.
pub static NEVER_PRODUCED: Topic = Topic::finding(
    "never-produced",
    Severity::Error,
    "an artifact is read, and no phase that tasks can reach produces it",
    "A phase that must read the artifact can never be entered, and a guard on it never holds: \
     nothing that an agent is allowed to do makes the file appear. Let a phase before it produce \
     the artifact, or remove the line that reads it.",
);

pub(super) static RULE: Rule = Rule {
    cases: &[Case {
        topic: &NEVER_PRODUCED,
        triggers: "workflow w version=1 {
    initial plan
    artifact PLAN.md
    artifact BRIEF.md
    phase plan { reads BRIEF.md; produces PLAN.md; next build; }
    phase build { reads PLAN.md BRIEF.md; edits \"**\"; next done; }
    phase done terminal=success
}
",
        passes: "workflow w version=1 {
    initial plan
    artifact PLAN.md
    artifact BRIEF.md
    phase plan { produces PLAN.md BRIEF.md; next build; }
    phase build { reads PLAN.md BRIEF.md; edits \"**\"; next done; }
    phase done terminal=success
}
",
    }],
    check: Check::Graph(check),
};

/// Where the artifacts that nothing produces are read.
fn unwritten(context: &Context<'_>) -> BTreeMap<ArtifactId, Vec<Span>> {
    let model = context.model;
    let mut places: BTreeMap<ArtifactId, Vec<Span>> = BTreeMap::new();
    let mut read = |artifact, span| {
        if !context.is_written(artifact) {
            places.entry(artifact).or_default().push(span);
        }
    };
    for phase in context.reached_phases() {
        for mention in &model.phase(phase).reads {
            read(mention.artifact, mention.span);
        }
    }
    for edge in context.reached_edges() {
        for guard in &model.edge(edge).guards {
            if let GuardTest::Outcome { artifact, .. } | GuardTest::Contains { artifact, .. } =
                guard.test
            {
                read(artifact, guard.span);
            }
        }
    }
    places
}

fn check(context: &Context<'_>) -> Vec<Diagnostic> {
    let unwritten = unwritten(context);
    let findings = unwritten.into_iter().filter_map(|(artifact, mut places)| {
        places.sort_unstable();
        let (first, others) = places.split_first()?;
        let name = context.artifact(artifact);
        let message = format!("`{name}` is read, and no phase produces it");
        let mut found = context.at(&NEVER_PRODUCED, *first, message);
        for &place in others {
            found = found.also(place, "and here");
        }
        let producers = context.writers(artifact);
        Some(if producers.is_empty() {
            found.help(format!(
                "let a phase before this one produce `{name}`, or do not read it"
            ))
        } else {
            let producers = listed(producers.iter().map(|&phase| context.phase(phase)));
            found.help(format!(
                "{producers} would produce it, but no task comes there"
            ))
        })
    });
    findings.collect()
}
