//! Outcomes and the edges that they decide.

use std::collections::BTreeSet;

use crate::diagnostic::{Diagnostic, Severity, Topic};
use crate::lint::context::{Context, listed};
use crate::lint::rule::{Case, Check, Rule};
use crate::lint::rules::same_branches::conditions;
use crate::workflow::{ArtifactId, Edge, Event, GuardTest};

/// An outcome that leads nowhere.
pub static OUTCOMES_NOT_COVERED: Topic = Topic::finding(
    "outcomes-not-covered",
    Severity::Warning,
    "an artifact can state an outcome that no edge takes",
    "Where edges ask which outcome an artifact states, every outcome should have a way on. With \
     one that no edge takes the task stays where it is, and the only way out is to write another \
     outcome, which is rarely what the outcome was declared for. Add an edge for it, or a \
     `rework`, or do not declare it.",
);

/// An outcome that leads two ways.
pub static OUTCOMES_OVERLAP: Topic = Topic::finding(
    "outcomes-overlap",
    Severity::Warning,
    "two edges to different phases take the same outcome",
    "The outcome is meant to decide where the task goes, and here it leaves the choice to whoever \
     runs the task. Take the word out of one of the two edges, or give them guards that differ.",
);

pub(super) static RULE: Rule = Rule {
    cases: &[
        Case {
            topic: &OUTCOMES_NOT_COVERED,
            triggers: "workflow w version=1 {
    initial judge
    artifact VERDICT.md { outcome PASS FAIL UNSURE; }
    phase judge {
        produces VERDICT.md
        next done { outcome VERDICT.md PASS; }
        next failed { outcome VERDICT.md FAIL; }
    }
    phase done terminal=success
    phase failed terminal=failure
}
",
            passes: "workflow w version=1 {
    initial judge
    artifact VERDICT.md { outcome PASS FAIL UNSURE; }
    phase judge {
        produces VERDICT.md
        next done { outcome VERDICT.md PASS; }
        next failed { outcome VERDICT.md FAIL UNSURE; }
    }
    phase done terminal=success
    phase failed terminal=failure
}
",
        },
        Case {
            topic: &OUTCOMES_OVERLAP,
            triggers: "workflow w version=1 {
    initial judge
    artifact VERDICT.md { outcome PASS FAIL; }
    phase judge {
        produces VERDICT.md
        next done { outcome VERDICT.md PASS; }
        next failed { outcome VERDICT.md FAIL PASS; }
    }
    phase done terminal=success
    phase failed terminal=failure
}
",
            passes: "workflow w version=1 {
    initial judge
    artifact VERDICT.md { outcome PASS FAIL; }
    phase judge {
        produces VERDICT.md
        next done { outcome VERDICT.md PASS; }
        next failed { outcome VERDICT.md FAIL; }
    }
    phase done terminal=success
    phase failed terminal=failure
}
",
        },
    ],
    check: Check::Graph(check),
};

fn check(context: &Context<'_>) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    for edges in context
        .model
        .edges
        .chunk_by(|a, b| a.from.phase == b.from.phase)
    {
        let asked: BTreeSet<ArtifactId> = edges.iter().flat_map(asked).collect();
        for artifact in asked {
            found.extend(not_covered(context, edges, artifact));
            overlaps(context, edges, artifact, &mut found);
        }
    }
    found
}

/// The artifacts whose outcome an edge asks for.
fn asked(edge: &Edge) -> impl Iterator<Item = ArtifactId> {
    edge.guards.iter().filter_map(|guard| match guard.test {
        GuardTest::Outcome { artifact, .. } => Some(artifact),
        _ => None,
    })
}

/// Whether an edge is open to an artifact that states `word`, as far as its outcome goes.
fn takes(edge: &Edge, artifact: ArtifactId, word: &str) -> bool {
    edge.guards.iter().all(|guard| match &guard.test {
        GuardTest::Outcome {
            artifact: asked,
            words,
        } => *asked != artifact || words.iter().any(|known| known.value == word),
        _ => true,
    })
}

fn not_covered(context: &Context<'_>, edges: &[Edge], artifact: ArtifactId) -> Option<Diagnostic> {
    let declared = &context.model.artifact(artifact).contract.outcomes;
    let leaves = |edge: &&Edge| matches!(edge.event, Event::Next | Event::Rework);
    let left: Vec<&str> = declared
        .iter()
        .map(|word| word.value.as_str())
        .filter(|word| {
            !edges
                .iter()
                .filter(leaves)
                .any(|edge| takes(edge, artifact, word))
        })
        .collect();
    if left.is_empty() {
        return None;
    }
    let asking = edges
        .iter()
        .find(|edge| asked(edge).any(|asked| asked == artifact))?;
    let phase = context.model.phase(asking.from.phase);
    let name = context.artifact(artifact);
    let message = format!(
        "`{}` has no way on when `{name}` states {}",
        phase.name,
        listed(&left)
    );
    let mut found = context.at(&OUTCOMES_NOT_COVERED, phase.span, message);
    for word in declared
        .iter()
        .filter(|word| left.contains(&word.value.as_str()))
    {
        found = found.also(word.span, "declared here");
    }
    Some(found.help("add an edge for it, or a `rework`"))
}

fn overlaps(
    context: &Context<'_>,
    edges: &[Edge],
    artifact: ArtifactId,
    found: &mut Vec<Diagnostic>,
) {
    let asking: Vec<&Edge> = edges
        .iter()
        .filter(|edge| asked(edge).any(|asked| asked == artifact))
        .collect();
    for (index, edge) in asking.iter().enumerate() {
        for first in &asking[..index] {
            // Edges whose guards are all the same are `same-branches`.
            if first.to == edge.to || conditions(first) == conditions(edge) {
                continue;
            }
            let declared = &context.model.artifact(artifact).contract.outcomes;
            let both = declared.iter().find(|word| {
                takes(first, artifact, &word.value) && takes(edge, artifact, &word.value)
            });
            let Some(word) = both.filter(|_| is_unguarded(first) || is_unguarded(edge)) else {
                continue;
            };
            let message = format!(
                "`{}` of `{}` leads to `{}` and to `{}`",
                word.value,
                context.artifact(artifact),
                context.phase(first.to.phase),
                context.phase(edge.to.phase)
            );
            found.push(
                context
                    .at(&OUTCOMES_OVERLAP, edge.span, message)
                    .also(first.span, "and here")
                    .help("take the word out of one of the two edges"),
            );
        }
    }
}

/// Whether nothing but outcomes decides about the edge.
fn is_unguarded(edge: &Edge) -> bool {
    let outcomes = |guard: &crate::workflow::Guard| matches!(guard.test, GuardTest::Outcome { .. });
    edge.guards.iter().all(outcomes)
}
