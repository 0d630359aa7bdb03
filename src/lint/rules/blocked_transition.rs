//! Edges that no task, or not every task, can take.

use std::collections::BTreeMap;
use std::rc::Rc;

use crate::diagnostic::{Diagnostic, Severity, Topic};
use crate::engine::Obstacle;
use crate::lint::context::{Context, mended};
use crate::lint::existence::is_arrival;
use crate::lint::explore::Attempt;
use crate::lint::flow::bit;
use crate::lint::rule::{Case, Check, Rule};
use crate::workflow::{ArtifactId, Edge, EdgeId, Event, GuardTest};

/// An edge that no task can take.
pub static TRANSITION_ALWAYS_BLOCKED: Topic = Topic::finding(
    "transition-always-blocked",
    Severity::Error,
    "no task that comes to this edge can take it",
    "Whatever way a task came and whatever it wrote, the engine refuses the step: the next phase \
     forbids an artifact that must exist by then, or reads one that cannot exist on this way, or \
     a guard asks for an outcome that was decided otherwise. The path shows one such task. Let \
     the next phase allow the artifact, or lead the edge elsewhere.",
);

/// An edge that some tasks cannot take.
pub static TRANSITION_MAY_BLOCK: Topic = Topic::finding(
    "transition-may-block",
    Severity::Warning,
    "the next phase forbids an artifact that may exist on arrival",
    "On some paths a task has an artifact that the next phase forbids, and the step is refused \
     there. The artifact is frozen or optional by then, so that it is hard to say how the task \
     should go on. Allow the artifact in the next phase, forbid it earlier, or send such tasks \
     another way.",
);

pub(super) static RULE: Rule = Rule {
    cases: &[
        Case {
            topic: &TRANSITION_ALWAYS_BLOCKED,
            triggers: "workflow w version=1 {
    initial draft
    artifact DRAFT.md
    phase draft { produces DRAFT.md; next publish; next done; }
    phase publish { forbids DRAFT.md; edits \"**\"; next done; }
    phase done terminal=success
}
",
            passes: "workflow w version=1 {
    initial draft
    artifact DRAFT.md
    phase draft { produces DRAFT.md; next publish; next done; }
    phase publish { reads DRAFT.md; edits \"**\"; next done; }
    phase done terminal=success
}
",
        },
        Case {
            topic: &TRANSITION_MAY_BLOCK,
            triggers: "workflow w version=1 {
    initial draft
    artifact DRAFT.md
    artifact NOTES.md
    phase draft { produces DRAFT.md; produces NOTES.md optional=#true; next publish; next done; }
    phase publish { reads DRAFT.md; forbids NOTES.md; edits \"**\"; next done; }
    phase done terminal=success
}
",
            passes: "workflow w version=1 {
    initial draft
    artifact DRAFT.md
    artifact NOTES.md
    phase draft { produces DRAFT.md; produces NOTES.md optional=#true; next publish; next done; }
    phase publish { reads DRAFT.md; reads NOTES.md optional=#true; edits \"**\"; next done; }
    phase done terminal=success
}
",
        },
    ],
    check: Check::Graph(check),
};

/// How many suspicions are reported: each edge may have one for each artifact.
const REPORTED: usize = 1_000;

fn check(context: &Context<'_>) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    let mut sometimes: BTreeMap<(EdgeId, ArtifactId), Option<Rc<Attempt>>> = BTreeMap::new();
    for id in context.reached_edges() {
        let edge = context.model.edge(id);
        if !is_arrival(edge) || sometimes.len() > REPORTED {
            continue;
        }
        if context.exploration().complete {
            explored(context, id, edge, &mut found, &mut sometimes);
        } else {
            foreseen(context, id, edge, &mut found, &mut sometimes);
        }
    }
    for ((id, artifact), attempt) in sometimes.into_iter().take(REPORTED) {
        found.push(may_block(context, id, artifact, attempt.as_deref()));
    }
    found
}

/// What the exploration saw of one edge.
fn explored(
    context: &Context<'_>,
    id: EdgeId,
    edge: &Edge,
    found: &mut Vec<Diagnostic>,
    sometimes: &mut BTreeMap<(EdgeId, ArtifactId), Option<Rc<Attempt>>>,
) {
    let outcome = context.exploration().outcome(id);
    if context.exploration().is_dead(id) {
        let mut obstacles = outcome.always();
        let obstacle = obstacles.next().or_else(|| outcome.first_refusal());
        if let Some((obstacle, attempt)) = obstacle
            && !is_explained(context, edge)
        {
            let path = context.exploration().to_refusal(attempt);
            let blocked = always_blocked(context, edge, obstacle).shown(path);
            if found
                .last()
                .is_none_or(|last| last.span() != blocked.span())
            {
                found.push(blocked);
            }
        }
        return;
    }
    for (&obstacle, attempt) in &outcome.refused {
        if let Obstacle::Present(artifact) = obstacle {
            sometimes.insert((id, artifact), Some(Rc::clone(attempt)));
        }
    }
}

/// What the fixpoint says where not everything could be explored.
fn foreseen(
    context: &Context<'_>,
    id: EdgeId,
    edge: &Edge,
    found: &mut Vec<Diagnostic>,
    sometimes: &mut BTreeMap<(EdgeId, ArtifactId), Option<Rc<Attempt>>>,
) {
    let (model, existence) = (context.model, context.existence());
    if edge.event != Event::Next || !existence.settled || is_explained(context, edge) {
        return;
    }
    let forbids = || {
        model
            .phase(edge.to.phase)
            .forbids
            .iter()
            .map(|m| m.artifact)
    };
    let (offered, lacking) = (
        existence.offered_by(model, edge),
        existence.lacking(model, edge),
    );
    let may_be = |artifact: &ArtifactId| bit(&offered, artifact.index());
    let must = |artifact: &ArtifactId| may_be(artifact) && !bit(&lacking, artifact.index());
    if let Some(artifact) = forbids().find(must) {
        found.push(always_blocked(context, edge, Obstacle::Present(artifact)));
        return;
    }
    for artifact in forbids().filter(may_be) {
        sometimes.insert((id, artifact), None);
    }
}

/// Whether a finding of its own says already why nobody can take the edge.
pub(super) fn is_explained(context: &Context<'_>, edge: &Edge) -> bool {
    let guarded = edge.guards.iter().any(|guard| match &guard.test {
        GuardTest::Outcome { artifact, words } => {
            let mut words = words.iter();
            !words.any(|word| context.states(*artifact, &word.value))
                || !context.is_written(*artifact)
        }
        GuardTest::Contains { artifact, .. } => !context.is_written(*artifact),
        GuardTest::SubtasksComplete | GuardTest::Check(_) => false,
    });
    edge.from.phase == edge.to.phase
        || context.obstructed(edge.from.phase).on_leaving
        || context.obstructed(edge.to.phase).on_entering
        || guarded
}

fn always_blocked(context: &Context<'_>, edge: &Edge, obstacle: Obstacle) -> Diagnostic {
    let (from, to) = (context.phase(edge.from.phase), context.phase(edge.to.phase));
    let target = context.model.phase(edge.to.phase);
    let blocked = |why: String| {
        let message = format!("no task can go from `{from}` to `{to}`: {why}");
        context.at(&TRANSITION_ALWAYS_BLOCKED, edge.span, message)
    };
    match obstacle {
        Obstacle::Present(artifact) => {
            let name = context.artifact(artifact);
            let found = blocked(format!("`{name}` exists by then, and is forbidden there"));
            let Some(place) = target.forbidden_at(artifact) else {
                return found.help("let the phase allow what exists by then");
            };
            let found = found.also(place, "forbidden here").help(format!(
                "allow `{name}` in `{to}`, or lead the edge elsewhere"
            ));
            let edit = context.statements().without_value(place);
            mended(found, format!("allow `{name}` in `{to}`"), false, edit)
        }
        Obstacle::Missing(artifact) => {
            let name = context.artifact(artifact);
            let found = blocked(format!("it reads `{name}`, which never exists on this way"));
            let read = target.reads.iter().find(|m| m.artifact == artifact);
            let found = match read {
                Some(mention) => found.also(mention.span, "read here"),
                None => found,
            };
            found.help(format!(
                "produce `{name}` before, or make it optional in `{to}`"
            ))
        }
        Obstacle::Guard(_) | Obstacle::Other => {
            blocked("its guards contradict what was decided before".to_owned())
                .help("change the guards, or remove the edge")
        }
    }
}

fn may_block(
    context: &Context<'_>,
    id: EdgeId,
    artifact: ArtifactId,
    attempt: Option<&Attempt>,
) -> Diagnostic {
    let edge = context.model.edge(id);
    let (name, to) = (context.artifact(artifact), context.phase(edge.to.phase));
    let message = format!(
        "a task may have `{name}` when it goes from `{}` to `{to}`, which forbids it",
        context.phase(edge.from.phase)
    );
    let found = context.at(&TRANSITION_MAY_BLOCK, edge.span, message);
    let found = match context.model.phase(edge.to.phase).forbidden_at(artifact) {
        Some(place) => found.also(place, "forbidden here"),
        None => found,
    };
    let path = attempt.and_then(|attempt| context.exploration().to_refusal(attempt));
    found
        .help(format!("allow `{name}` in `{to}`, or forbid it before"))
        .shown(path)
}
