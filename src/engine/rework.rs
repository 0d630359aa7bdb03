//! Going back to an earlier phase: what moves aside and which approvals it voids.

use super::facts::{Facts, Presence, Record};
use super::refusal::Reason;
use super::request::Authority;
use super::step::{Step, StepKind};
use super::{arrival, subtasks};
use crate::names::PhaseName;
use crate::workflow::{Approvers, ArtifactId, Event, Model, PhaseId, State};

pub(super) fn judge(
    model: &Model,
    facts: &impl Facts,
    authority: Authority,
    from: State,
    record: &Record,
    to: &PhaseName,
) -> Result<Step, Vec<Reason>> {
    let Some(target) = model.phase_named(to) else {
        return Err(vec![Reason::UnknownState(to.clone().into())]);
    };
    let to = State::base(target);
    let mut leading = model.between(from, to);
    let Some(id) = leading.find(|&id| model.edge(id).event == Event::Rework) else {
        return Err(vec![Reason::NoEdge { to }]);
    };
    if model.edge(id).by == Approvers::Human && authority != Authority::Person {
        return Err(vec![Reason::NeedsPerson { edge: Some(id) }]);
    }
    // Sub-tasks that are under way would go on from a plan that is being taken back.
    let mut reasons = subtasks::open(model, facts);
    let mut moves = Vec::new();
    for mention in &model.phase(target).forbids {
        match facts.presence(&model.artifact(mention.artifact).name) {
            Ok(Presence::Missing | Presence::OtherCase(_)) => {}
            Ok(_) => moves.push(mention.artifact),
            Err(error) => reasons.push(error.into()),
        }
    }
    reasons.extend(arrival::judge(model, facts, target, &moves));
    if !reasons.is_empty() {
        return Err(reasons);
    }
    Ok(step(model, from, target, record, moves))
}

fn step(
    model: &Model,
    from: State,
    target: PhaseId,
    record: &Record,
    moves: Vec<ArtifactId>,
) -> Step {
    Step {
        kind: StepKind::Edge(Event::Rework),
        from: Some(from),
        to: Some(State::base(target)),
        moves,
        restores: Vec::new(),
        voids: voided(model, target, record),
        notices: Vec::new(),
    }
}

/// The approvals on record that are void once `target` is worked on anew: its own, and those of
/// every phase that follows from it.
pub(super) fn voided(model: &Model, target: PhaseId, record: &Record) -> Vec<PhaseId> {
    let approved = record.approved.keys();
    let approved: Vec<PhaseId> = approved
        .filter_map(|name| model.phase_named(name))
        .collect();
    if approved.is_empty() {
        return approved;
    }
    let onward = |id| model.edge(id).event != Event::Rework;
    let after = model.graph.reachable([State::base(target)], onward);
    let is_after = |&phase: &PhaseId| model.graph.holds(&after, State::base(phase));
    approved.into_iter().filter(is_after).collect()
}
