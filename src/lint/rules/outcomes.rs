//! Outcomes and the edges that they decide.

use std::collections::{BTreeMap, HashMap, HashSet};

use crate::diagnostic::{Diagnostic, Severity, Topic};
use crate::lint::context::{Context, listed};
use crate::lint::rule::{Case, Check, Rule};
use crate::lint::rules::same_branches::conditions;
use crate::source::Spanned;
use crate::workflow::{ArtifactId, Edge, Event, Guard, GuardTest};

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
    artifact RESULT.md { outcome PASS FAIL UNSURE; }
    phase judge {
        produces RESULT.md
        next done { outcome RESULT.md PASS; }
        next failed { outcome RESULT.md FAIL; }
    }
    phase done terminal=success
    phase failed terminal=failure
}
",
            passes: "workflow w version=1 {
    initial judge
    artifact RESULT.md { outcome PASS FAIL UNSURE; }
    phase judge {
        produces RESULT.md
        next done { outcome RESULT.md PASS; }
        next failed { outcome RESULT.md FAIL UNSURE; }
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
    artifact RESULT.md { outcome PASS FAIL; }
    phase judge {
        produces RESULT.md
        next done { outcome RESULT.md PASS; }
        next failed { outcome RESULT.md FAIL PASS; }
    }
    phase done terminal=success
    phase failed terminal=failure
}
",
            passes: "workflow w version=1 {
    initial judge
    artifact RESULT.md { outcome PASS FAIL; }
    phase judge {
        produces RESULT.md
        next done { outcome RESULT.md PASS; }
        next failed { outcome RESULT.md FAIL; }
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
        let is_way = |edge: &&Edge| matches!(edge.event, Event::Next | Event::Rework);
        let ways = edges.iter().filter(is_way).count();
        for (artifact, asking) in asking(edges) {
            // An edge that does not ask takes any outcome.
            if asking.len() == ways {
                found.extend(not_covered(context, &asking, artifact));
            }
            overlaps(context, &asking, artifact, &mut found);
        }
    }
    found
}

/// The edges that ask for the outcome of each artifact.
fn asking(edges: &[Edge]) -> BTreeMap<ArtifactId, Vec<&Edge>> {
    let mut asking: BTreeMap<ArtifactId, Vec<&Edge>> = BTreeMap::new();
    for edge in edges {
        for guard in &edge.guards {
            if let GuardTest::Outcome { artifact, .. } = guard.test {
                let edges = asking.entry(artifact).or_default();
                if edges.last().is_none_or(|last| !std::ptr::eq(*last, edge)) {
                    edges.push(edge);
                }
            }
        }
    }
    asking
}

/// The words of an artifact with which an edge is open, as far as its outcome goes; nothing where
/// the edge does not ask.
fn taken(edge: &Edge, artifact: ArtifactId) -> Option<HashSet<&str>> {
    let words = edge.guards.iter().filter_map(|guard| match &guard.test {
        GuardTest::Outcome {
            artifact: asked,
            words,
        } if *asked == artifact => Some(words),
        _ => None,
    });
    let words = words.map(|words| words.iter().map(|word| word.value.as_str()).collect());
    words.reduce(|all: HashSet<&str>, more| &all & &more)
}

/// How many outcomes one finding lists.
const LISTED: usize = 12;

fn not_covered(
    context: &Context<'_>,
    asking: &[&Edge],
    artifact: ArtifactId,
) -> Option<Diagnostic> {
    let declared = &context.model.artifact(artifact).contract.outcomes;
    let mut covered = HashSet::new();
    for edge in asking {
        covered.extend(taken(edge, artifact)?);
    }
    let is_left = |word: &&Spanned<String>| !covered.contains(word.value.as_str());
    let left: Vec<&Spanned<String>> = declared.iter().filter(is_left).collect();
    if left.is_empty() {
        return None;
    }
    let phase = context.model.phase(asking.first()?.from.phase);
    let name = context.artifact(artifact);
    let shown = &left[..left.len().min(LISTED)];
    let message = format!(
        "`{}` has no way on when `{name}` states {}{}",
        phase.name,
        listed(shown.iter().map(|word| &word.value)),
        if shown.len() < left.len() {
            " and more"
        } else {
            ""
        }
    );
    let mut found = context.at(&OUTCOMES_NOT_COVERED, phase.span, message);
    for word in shown {
        found = found.also(word.span, "declared here");
    }
    Some(found.help("add an edge for it, or a `rework`"))
}

fn overlaps(
    context: &Context<'_>,
    asking: &[&Edge],
    artifact: ArtifactId,
    found: &mut Vec<Diagnostic>,
) {
    let declared = &context.model.artifact(artifact).contract.outcomes;
    let declared: HashSet<&str> = declared.iter().map(|word| word.value.as_str()).collect();
    // For each word, an edge that it alone opens, and one that asks for something besides.
    let mut first: HashMap<(&str, bool), &Edge> = HashMap::new();
    for &edge in asking {
        let words = taken(edge, artifact).unwrap_or_default();
        let mut words: Vec<&str> = words.intersection(&declared).copied().collect();
        words.sort_unstable();
        let alone = is_unguarded(edge);
        let own = conditions(edge);
        // The edge that the words before this one open as well, and is none of its rivals.
        let mut same: Option<&Edge> = None;
        let rival = words.iter().find_map(|&word| {
            let rivals = [first.get(&(word, true)), first.get(&(word, false))];
            let mut rivals = rivals.into_iter().take(if alone { 2 } else { 1 }).flatten();
            let other = rivals.find(|other| {
                if other.to == edge.to || same.is_some_and(|same| std::ptr::eq(same, **other)) {
                    return false;
                }
                // Edges whose guards are all the same are `same-branches`.
                let differs = conditions(other) != own;
                same = if differs { same } else { Some(other) };
                differs
            })?;
            Some((word, *other))
        });
        if let Some((word, other)) = rival {
            found.push(overlap(context, artifact, word, other, edge));
        }
        for word in words {
            first.entry((word, alone)).or_insert(edge);
        }
    }
}

fn overlap(
    context: &Context<'_>,
    artifact: ArtifactId,
    word: &str,
    first: &Edge,
    second: &Edge,
) -> Diagnostic {
    let message = format!(
        "`{word}` of `{}` leads to `{}` and to `{}`",
        context.artifact(artifact),
        context.phase(first.to.phase),
        context.phase(second.to.phase)
    );
    context
        .at(&OUTCOMES_OVERLAP, second.span, message)
        .also(first.span, "and here")
        .help("take the word out of one of the two edges")
}

/// Whether nothing but outcomes decides about the edge.
fn is_unguarded(edge: &Edge) -> bool {
    let outcomes = |guard: &Guard| matches!(guard.test, GuardTest::Outcome { .. });
    edge.guards.iter().all(outcomes)
}
