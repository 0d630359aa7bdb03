//! Phases that a folder alone does not tell apart.

use std::collections::BTreeMap;

use crate::diagnostic::{Diagnostic, Severity, Topic};
use crate::lint::context::Context;
use crate::lint::flow::{clear, ones, put};
use crate::lint::rule::{Case, Check, Rule};
use crate::workflow::{ArtifactId, Edge, Event, NotInferred, PhaseId, State, infer};

/// Two phases that look the same from outside.
pub static AMBIGUOUS_INFERENCE: Topic = Topic::finding(
    "ambiguous-inference",
    Severity::Warning,
    "two phases cannot be told apart by the artifacts in a folder",
    "`upgrade` puts a folder without records into the phase that produces the most advanced of its \
     artifacts. Two phases at the same distance from the start produce artifacts that can lie side \
     by side, and neither forbids the other's, so that a person has to say which it is. Let each \
     forbid what only the other writes, if tasks without records matter to you.",
);

pub(super) static RULE: Rule = Rule {
    cases: &[Case {
        topic: &AMBIGUOUS_INFERENCE,
        triggers: "workflow w version=1 {
    initial triage
    artifact REPORT.md
    phase triage { forbids REPORT.md; edits \"triage/**\"; next quick; next thorough; }
    phase quick { produces REPORT.md; next done; }
    phase thorough { produces REPORT.md; edits \"**\"; next done; }
    phase done terminal=success
}
",
        passes: "workflow w version=1 {
    initial triage
    artifact REPORT.md
    artifact STUDY.md
    phase triage { forbids REPORT.md STUDY.md; edits \"triage/**\"; next quick; next thorough; }
    phase quick { produces REPORT.md; forbids STUDY.md; next done; }
    phase thorough { produces STUDY.md; forbids REPORT.md; edits \"**\"; next done; }
    phase done terminal=success
}
",
    }],
    check: Check::Graph(check),
};

/// How much inference is tried out, in artifacts times phases.
const WORK: usize = 1_000_000;

fn check(context: &Context<'_>) -> Vec<Diagnostic> {
    let model = context.model;
    if !context.existence().settled {
        return Vec::new();
    }
    let onward = |edge: &Edge| edge.event == Event::Next;
    let distances = model
        .graph
        .phase_distances(model.initial, &model.edges, onward);
    let mut producers: BTreeMap<(Option<u32>, ArtifactId), Vec<PhaseId>> = BTreeMap::new();
    let mut written: BTreeMap<Option<u32>, Vec<u64>> = BTreeMap::new();
    for phase in context.reached_phases() {
        let distance = distances[phase.index()];
        for mention in &model.phase(phase).produces {
            let artifact = mention.artifact;
            producers
                .entry((distance, artifact))
                .or_default()
                .push(phase);
            let width = model.artifacts.len().div_ceil(64);
            let level = written.entry(distance).or_insert_with(|| vec![0; width]);
            put(level, artifact.index());
        }
    }
    let mut pairs: BTreeMap<(PhaseId, PhaseId), Diagnostic> = BTreeMap::new();
    let mut work = 0;
    for phase in context.reached_phases() {
        let distance = distances[phase.index()];
        let Some(level) = written.get(&distance) else {
            continue;
        };
        for other in beside(context, phase, level) {
            for &rival in producers.get(&(distance, other)).into_iter().flatten() {
                let pair = (phase.min(rival), phase.max(rival));
                if work > WORK {
                    return pairs.into_values().collect();
                }
                work += 1;
                if rival == phase || pairs.contains_key(&pair) {
                    continue;
                }
                let folder = folder(context, phase, other);
                work += folder.iter().map(Vec::len).sum::<usize>() * model.phases.len();
                let tied = folder.iter().any(|folder| is_tied(context, folder, pair));
                if tied {
                    pairs.insert(pair, report(context, pair));
                }
            }
        }
    }
    pairs.into_values().collect()
}

/// What may lie in the folder of a task in `phase` and is written by phases at the same distance.
fn beside(context: &Context<'_>, phase: PhaseId, level: &[u64]) -> Vec<ArtifactId> {
    let present = context
        .existence()
        .present(context.model, State::base(phase));
    let mut both: Vec<u64> = present.iter().zip(level).map(|(a, b)| a & b).collect();
    for mention in &context.model.phase(phase).produces {
        put(&mut both, mention.artifact.index());
    }
    // Neither phase may forbid what the other writes.
    for mention in &context.model.phase(phase).forbids {
        clear(&mut both, mention.artifact.index());
    }
    ones(&both)
        .filter_map(|index| context.model.artifact_at(index))
        .collect()
}

/// Folders of a task in `phase` that has written one of its artifacts and has `other` too.
fn folder(context: &Context<'_>, phase: PhaseId, other: ArtifactId) -> Vec<Vec<ArtifactId>> {
    let model = context.model;
    let must = |&artifact: &ArtifactId| {
        let existence = context.existence();
        !existence.may_lack_on_arrival(model, State::base(phase), artifact)
    };
    let must: Vec<ArtifactId> = model.artifact_ids().filter(must).collect();
    let own = model.phase(phase).produces.iter();
    own.map(|mention| {
        let mut folder = must.clone();
        folder.extend([mention.artifact, other]);
        folder.sort_unstable();
        folder.dedup();
        folder
    })
    .collect()
}

fn is_tied(context: &Context<'_>, folder: &[ArtifactId], pair: (PhaseId, PhaseId)) -> bool {
    match infer(context.model, folder) {
        Err(NotInferred::Tied(phases)) => phases.contains(&pair.0) && phases.contains(&pair.1),
        _ => false,
    }
}

fn report(context: &Context<'_>, (first, second): (PhaseId, PhaseId)) -> Diagnostic {
    let (one, other) = (context.phase(first), context.phase(second));
    let message = format!("a folder of `{one}` may look like one of `{other}`");
    context
        .at(
            &AMBIGUOUS_INFERENCE,
            context.model.phase(second).span,
            message,
        )
        .also(context.model.phase(first).span, "the other phase")
        .help("let each forbid what only the other writes")
}
