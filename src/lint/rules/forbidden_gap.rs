//! Artifacts that should be forbidden and are not, and tables that forbid too late.

use std::collections::BTreeMap;

use crate::diagnostic::{Diagnostic, Severity, Topic};
use crate::lint::context::{Context, listed, mended};
use crate::lint::flow::{bit, clear, ones, put};
use crate::lint::rule::{Case, Check, Rule};
use crate::workflow::{ArtifactId, EdgeId, Event, PhaseId, State};

/// What cannot be there is not forbidden.
pub static FORBIDDEN_GAP: Topic = Topic::finding(
    "forbidden-gap",
    Severity::Warning,
    "an artifact can never legally exist in a phase, and the phase does not forbid it",
    "No path brings the artifact here and this phase does not write it, so if the file is there \
     all the same, something went wrong: an agent ran ahead, or a folder was copied. A phase that \
     forbids it refuses to go on; one that does not only mentions it. Add it to `forbids`, or \
     accept the gap with a comment that says why.",
);

/// What was allowed is forbidden later.
pub static FORBIDDEN_NOT_MONOTONE: Topic = Topic::finding(
    "forbidden-not-monotone",
    Severity::Warning,
    "an artifact is forbidden in a phase and allowed in the one before, where it cannot exist either",
    "Tables of forbidden artifacts usually open up: what comes later is forbidden at first and \
     allowed from the phase on that writes it. Here a phase does not forbid the artifact and the \
     next one does, though nothing between them produces it or moves it aside. Most likely it was \
     forgotten in the earlier list.",
);

pub(super) static RULE: Rule = Rule {
    cases: &[
        Case {
            topic: &FORBIDDEN_GAP,
            triggers: "workflow w version=1 {
    initial draft
    artifact DRAFT.md
    artifact REPORT.md
    phase draft { produces DRAFT.md; next review; }
    phase review { reads DRAFT.md; produces REPORT.md; next done; }
    phase done terminal=success
}
",
            passes: "workflow w version=1 {
    initial draft
    artifact DRAFT.md
    artifact REPORT.md
    phase draft { produces DRAFT.md; forbids REPORT.md; next review; }
    phase review { reads DRAFT.md; produces REPORT.md; next done; }
    phase done terminal=success
}
",
        },
        Case {
            topic: &FORBIDDEN_NOT_MONOTONE,
            triggers: "workflow w version=1 {
    initial plan
    artifact PLAN.md
    artifact CODE.md
    artifact REPORT.md
    phase plan { produces PLAN.md; forbids CODE.md; next build; }
    phase build { reads PLAN.md; produces CODE.md; forbids REPORT.md; next review; }
    phase review { reads CODE.md; produces REPORT.md; next done; }
    phase done terminal=success
}
",
            passes: "workflow w version=1 {
    initial plan
    artifact PLAN.md
    artifact CODE.md
    artifact REPORT.md
    phase plan { produces PLAN.md; forbids CODE.md REPORT.md; next build; }
    phase build { reads PLAN.md; produces CODE.md; forbids REPORT.md; next review; }
    phase review { reads CODE.md; produces REPORT.md; next done; }
    phase done terminal=success
}
",
        },
    ],
    check: Check::Graph(check),
};

/// How many artifacts one finding lists.
const LISTED: usize = 12;

/// How many findings about single artifacts are made: each phase may have one for each artifact.
const REPORTED: usize = 1_000;

fn check(context: &Context<'_>) -> Vec<Diagnostic> {
    let model = context.model;
    if !context.existence().settled {
        return Vec::new();
    }
    let mut produced = vec![0; model.artifacts.len().div_ceil(64)];
    for phase in context.reached_phases() {
        for mention in &model.phase(phase).produces {
            put(&mut produced, mention.artifact.index());
        }
    }
    let mut found = Vec::new();
    for phase in context.reached_phases() {
        let mut gap = gap(context, &produced, phase);
        if gap.iter().all(|&word| word == 0) {
            continue;
        }
        for (artifact, edge) in forbidden_next(context, phase, &gap) {
            clear(&mut gap, artifact.index());
            if found.len() < REPORTED {
                found.push(not_monotone(context, phase, artifact, edge));
            }
        }
        let gap: Vec<ArtifactId> = ones(&gap)
            .filter_map(|index| model.artifact_at(index))
            .take(LISTED + 1)
            .collect();
        if !gap.is_empty() {
            found.push(open(context, phase, &gap));
        }
    }
    found
}

/// What a phase that works neither mentions nor can ever see.
fn gap(context: &Context<'_>, produced: &[u64], phase: PhaseId) -> Vec<u64> {
    let declared = context.model.phase(phase);
    if declared.terminal.is_some() {
        return vec![0; produced.len()];
    }
    let present = context
        .existence()
        .present(context.model, State::base(phase));
    let mut gap: Vec<u64> = produced.iter().zip(present).map(|(a, b)| a & !b).collect();
    for mentions in [&declared.reads, &declared.produces, &declared.forbids] {
        for mention in mentions {
            clear(&mut gap, mention.artifact.index());
        }
    }
    gap
}

/// The artifacts of a gap that a `next` phase forbids, with the edge to it.
fn forbidden_next(
    context: &Context<'_>,
    phase: PhaseId,
    gap: &[u64],
) -> BTreeMap<ArtifactId, EdgeId> {
    let model = context.model;
    let sub = model.phase(phase).settled();
    let mut later = BTreeMap::new();
    for (id, edge) in model.leaving(State { phase, sub }) {
        if edge.event == Event::Next {
            for mention in &model.phase(edge.to.phase).forbids {
                if bit(gap, mention.artifact.index()) {
                    later.entry(mention.artifact).or_insert(id);
                }
            }
        }
    }
    later
}

fn open(context: &Context<'_>, phase: PhaseId, gap: &[ArtifactId]) -> Diagnostic {
    let more = gap.len() > LISTED;
    let gap = &gap[..gap.len().min(LISTED)];
    let names = listed(gap.iter().map(|&artifact| context.artifact(artifact)));
    let message = format!(
        "`{}` does not forbid {names}{}, which cannot exist there",
        context.phase(phase),
        if more { " and more" } else { "" }
    );
    let span = context.model.phase(phase).span;
    let found = context.at(&FORBIDDEN_GAP, span, message);
    let found = found.help(format!("add to its `forbids`: {names}"));
    forbidding(context, found, phase, gap)
}

fn not_monotone(
    context: &Context<'_>,
    phase: PhaseId,
    artifact: ArtifactId,
    edge: EdgeId,
) -> Diagnostic {
    let edge = context.model.edge(edge);
    let (name, later) = (context.artifact(artifact), context.phase(edge.to.phase));
    let phase_name = context.phase(phase);
    let message = format!("`{phase_name}` allows `{name}`, which `{later}` after it forbids");
    let span = context.model.phase(phase).span;
    let found = context.at(&FORBIDDEN_NOT_MONOTONE, span, message);
    let found = match context.model.phase(edge.to.phase).forbidden_at(artifact) {
        Some(place) => found.also(place, "forbidden here"),
        None => found,
    };
    let found = found.help(format!("forbid `{name}` in `{phase_name}` too"));
    forbidding(context, found, phase, &[artifact])
}

/// Offers to forbid the artifacts in the phase.
fn forbidding(
    context: &Context<'_>,
    found: Diagnostic,
    phase: PhaseId,
    artifacts: &[ArtifactId],
) -> Diagnostic {
    let declared = context.model.phase(phase);
    // As they are written where they are declared, quotes included.
    let written = artifacts.iter().map(|&artifact| {
        let span = context.model.artifact(artifact).span;
        context.model.source.slice(span)
    });
    let names = written.collect::<Vec<_>>().join(" ");
    let statements = context.statements();
    let edit = match declared.forbids.last() {
        Some(last) => statements.with_value(last.span, &names),
        None => statements.with_child(declared.span, &format!("forbids {names}")),
    };
    mended(found, format!("forbid {names}"), false, edit)
}
