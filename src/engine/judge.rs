//! All rules, in one order: what a request may do, as a pure function of model and facts.
//!
//! The rules are total on any model. That lets the linter explore graphs that do not compile with
//! the same function that the engine decides by; only [`decide`](super::decide) makes a grant.

use super::facts::{Facts, Record, Standing};
use super::refusal::{Reason, Refusal};
use super::request::{Action, Authority, Keep, Request};
use super::step::{Step, StepKind};
use super::{
    adopt, archive, arrival, attic, claim, create, edge, folder, guards, map, produced, repair,
    rework, scope, signing, standing, subtasks,
};
use crate::names::StateName;
use crate::workflow::{EdgeId, Event, Model, State};

/// What `request` may do, or every reason that the first failing rule found.
pub fn judge(model: &Model, facts: &impl Facts, request: &Request) -> Result<Step, Box<Refusal>> {
    let standing = facts.standing();
    let state = match &standing {
        Ok(Standing::Tracked(record)) => Some(record.state.clone()),
        Ok(Standing::Untracked { state }) => state.clone(),
        _ => None,
    };
    let refused = |reasons| refusal(facts, request, state.clone(), reasons);
    let standing = match standing {
        Ok(standing) => standing,
        Err(error) => return Err(refused(vec![error.into()])),
    };
    match &request.action {
        Action::Create { .. } => create::judge(model, facts, request, &standing),
        Action::Adopt { state, renamed } => {
            let told = (state.as_ref(), renamed);
            adopt::judge(model, facts, request, &standing, told)
        }
        Action::Map { old, new } => map::judge(model, facts, request, &standing, (old, new)),
        Action::Repair { keep } => repair::judge(model, facts, request, &standing, keep),
        Action::Archive { before } => archive::judge(model, facts, &standing, before.as_deref()),
        Action::Restore => archive::back(model, facts, &standing),
        Action::Abandon { .. } => abandon(model, facts, request, &standing),
        Action::Violation { .. } => violation(model, &standing),
        _ => tracked(model, facts, request, &standing),
    }
    .map_err(refused)
}

/// Requests about a task that stands in a state of the workflow.
fn tracked(
    model: &Model,
    facts: &impl Facts,
    request: &Request,
    standing: &Standing<'_>,
) -> Result<Step, Vec<Reason>> {
    let (record, state) = standing::judge(model, facts, request, standing)?;
    match &request.action {
        Action::Transition { to } => transition(model, facts, state, record, to),
        Action::Approve => {
            let edge = edge::approval(model, state, record, Event::Approve, request.authority)?;
            let notices = signing::beyond(model, facts, state, record)?;
            Ok(along(model, edge, notices))
        }
        Action::ApproveSigned(evidence) => signing::judge(model, facts, state, record, evidence),
        Action::Reject { .. } => {
            let edge = edge::approval(model, state, record, Event::Reject, request.authority)?;
            Ok(voiding(model, edge))
        }
        Action::Rework { to, .. } => {
            rework::judge(model, facts, request.authority, state, record, to)
        }
        Action::Claim { lease } => claim::judge(model, state, *lease),
        Action::Release => claim::judge_release(request, state, record),
        Action::Scope { .. } => scope::judge(model, request.authority, state),
        Action::RestoreArtifact { seq, name } => {
            attic::judge(model, facts, request.authority, state, (*seq, name))
        }
        _ => {
            let notices = valid(folder::judge(model, facts, state, record))?;
            let step = Step::staying(StepKind::Validate, Some(state));
            Ok(Step { notices, ..step })
        }
    }
}

fn transition(
    model: &Model,
    facts: &impl Facts,
    state: State,
    record: &Record,
    to: &StateName,
) -> Result<Step, Vec<Reason>> {
    let candidates = edge::leading_to(model, state, record, to)?;
    let event = model.edge(candidates[0]).event;
    if matches!(event, Event::Withdraw | Event::Revise) {
        return Ok(voiding(model, candidates[0]));
    }
    let notices = valid(folder::judge(model, facts, state, record))?;
    all(produced::judge(model, facts, state.phase))?;
    let edge = guards::choose(model, facts, &candidates)?;
    all(arrival::judge(model, facts, model.edge(edge).to.phase, &[]))?;
    let mut step = along(model, edge, notices);
    // A phase that is entered again writes again, so what was approved there before is history.
    if event == Event::Next {
        let entered = model.edge(edge).to.phase;
        let name = &model.phase(entered).name;
        step.voids
            .extend(record.approved.contains_key(name).then_some(entered));
    }
    Ok(step)
}

/// Ending a task needs a person and a whole journal, and nothing else: it is the way out of
/// whatever holds a task, a state that the workflow no longer has included.
fn abandon(
    model: &Model,
    facts: &impl Facts,
    request: &Request,
    standing: &Standing<'_>,
) -> Result<Step, Vec<Reason>> {
    let record = standing::record(standing)?;
    if facts.task().is_archived() {
        return Err(vec![Reason::Archived]);
    }
    if let Some(why) = &record.abandoned {
        return Err(vec![Reason::Abandoned { why: why.clone() }]);
    }
    all(standing::claims(model, facts, request, record))?;
    if request.authority != Authority::Person {
        return Err(vec![Reason::NeedsPerson { edge: None }]);
    }
    let mut step = Step::staying(StepKind::Abandon, model.state_named(&record.state));
    // What cannot be seen of them must not keep a person from ending the task.
    let parts = subtasks::under_way(model, facts).unwrap_or_default();
    if !parts.is_empty() {
        let tasks = parts.into_iter().map(|part| part.task).collect();
        step.notices.push(folder::Notice::PartsGoOn(tasks));
    }
    Ok(step)
}

/// What goes on record about a task, whatever state it is in.
fn violation(model: &Model, standing: &Standing<'_>) -> Result<Step, Vec<Reason>> {
    let record = standing::record(standing)?;
    let state = model.state_named(&record.state);
    Ok(Step::staying(StepKind::Violation, state))
}

/// The `check` commands that would decide `request`, to be run before it is decided for good.
///
/// Nothing is asked of a request that other rules refuse anyway.
pub fn checks(
    model: &Model,
    facts: &impl Facts,
    request: &Request,
) -> Result<Vec<crate::workflow::Check>, Box<Refusal>> {
    let Action::Transition { to } = &request.action else {
        return Ok(Vec::new());
    };
    match judge(model, facts, request) {
        Ok(_) => Ok(Vec::new()),
        Err(refused) if refused.waits_for_checks() => {
            let from = refused
                .state
                .as_ref()
                .and_then(|state| model.state_named(state));
            let edges = from.zip(model.state_named(to)).map(|(from, to)| {
                let leading = model.leaving(from).filter(|(_, edge)| edge.to == to);
                leading.map(|(id, _)| id).collect::<Vec<_>>()
            });
            Ok(guards::checks(model, facts, &edges.unwrap_or_default()))
        }
        Err(refused) => Err(refused),
    }
}

/// A step along an edge whose folder was found valid.
pub(super) fn along(model: &Model, edge: EdgeId, notices: Vec<folder::Notice>) -> Step {
    let edge = model.edge(edge);
    Step {
        kind: StepKind::Edge(edge.event),
        from: Some(edge.from),
        to: Some(edge.to),
        moves: Vec::new(),
        restores: Vec::new(),
        voids: Vec::new(),
        notices,
    }
}

/// A step back to the phase itself: whatever was submitted or approved is so no longer.
fn voiding(model: &Model, edge: EdgeId) -> Step {
    let mut step = along(model, edge, Vec::new());
    step.voids.push(model.edge(edge).from.phase);
    step
}

pub(super) fn valid(
    (reasons, notices): (Vec<Reason>, Vec<folder::Notice>),
) -> Result<Vec<folder::Notice>, Vec<Reason>> {
    all(reasons).map(|()| notices)
}

pub(super) fn all(reasons: Vec<Reason>) -> Result<(), Vec<Reason>> {
    if reasons.is_empty() {
        Ok(())
    } else {
        Err(reasons)
    }
}

/// A refusal whose first reason decides its code.
pub(super) fn refusal(
    facts: &impl Facts,
    request: &Request,
    state: Option<StateName>,
    mut reasons: Vec<Reason>,
) -> Box<Refusal> {
    reasons.sort_by_key(Reason::rank);
    let from = |to: String| match &state {
        Some(state) => format!("{state} -> {to}"),
        None => to,
    };
    let asked = match &request.action {
        Action::Create { .. } => "create-task".to_owned(),
        Action::Transition { to } if state.is_none() => format!("transition {to}"),
        Action::Transition { to } => from(to.to_string()),
        Action::Approve | Action::ApproveSigned(_) => "approve".to_owned(),
        Action::Reject { .. } => "reject".to_owned(),
        Action::Rework { to, .. } => format!("rework {}", from(to.to_string())),
        Action::Abandon { .. } => "abandon".to_owned(),
        Action::Claim { .. } => "claim".to_owned(),
        Action::Release => "release".to_owned(),
        Action::Scope { .. } => "scope set".to_owned(),
        Action::Archive { .. } => "cleanup-done".to_owned(),
        Action::Restore => "cleanup-done --restore".to_owned(),
        Action::RestoreArtifact { seq, name } => format!("attic restore {seq} {name}"),
        Action::Violation { .. } => "record a violation".to_owned(),
        Action::Validate => "validate-folder".to_owned(),
        Action::Adopt { state: None, .. } => "upgrade".to_owned(),
        Action::Adopt {
            state: Some(state), ..
        } => format!("upgrade --as {state}"),
        Action::Map { old, new } => format!("upgrade --map {old}={new}"),
        Action::Repair { keep } => match keep {
            Keep::Journal => "repair".to_owned(),
            Keep::Folder => "repair --accept".to_owned(),
            Keep::State(state) => format!("repair --as {state}"),
        },
    };
    Box::new(Refusal {
        task: facts.task().clone(),
        asked,
        state,
        action: request.action.clone(),
        reasons,
    })
}
