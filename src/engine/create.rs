//! Making a task, or a sub-task of one that allows it.

use super::facts::{Facts, Standing};
use super::folder;
use super::judge::valid;
use super::refusal::Reason;
use super::request::Request;
use super::standing;
use super::step::{Step, StepKind};
use crate::workflow::Model;

pub(super) fn judge(
    model: &Model,
    facts: &impl Facts,
    request: &Request,
    standing: &Standing<'_>,
) -> Result<Step, Vec<Reason>> {
    if facts.task().is_archived() {
        return Err(vec![Reason::Archived]);
    }
    match standing {
        Standing::Absent => {}
        Standing::Taken { by } => return Err(vec![Reason::NameTaken { by: by.clone() }]),
        _ => return Err(vec![Reason::TaskExists]),
    }
    if let Some(parent) = facts.parent().map_err(|error| vec![error.into()])? {
        under(model, facts, request, &parent).map_err(of_parent)?;
    }
    let notices = valid(folder::judge_new(model, facts, model.start()))?;
    Ok(Step {
        from: None,
        notices,
        ..Step::staying(StepKind::Create, Some(model.start()))
    })
}

/// The parent's reasons, told apart from those of the task that is to be made.
fn of_parent(reasons: Vec<Reason>) -> Vec<Reason> {
    let reasons = reasons.into_iter().map(Box::new);
    reasons.map(Reason::Parent).collect()
}

fn under(
    model: &Model,
    facts: &impl Facts,
    request: &Request,
    parent: &Standing<'_>,
) -> Result<(), Vec<Reason>> {
    let record = standing::record(parent)?;
    if let Some(why) = &record.abandoned {
        return Err(vec![Reason::Abandoned { why: why.clone() }]);
    }
    if standing::workflow_is_missing(model, record) {
        return Err(vec![Reason::WorkflowMissing]);
    }
    let claims = standing::claims(model, facts, request, record);
    if !claims.is_empty() {
        return Err(claims);
    }
    let Some(state) = model.state_named(&record.state) else {
        return Err(vec![Reason::NoSubtasks { state: None }]);
    };
    let phase = model.phase(state.phase);
    let Some(subtasks) = &phase.subtasks else {
        return Err(vec![Reason::NoSubtasks { state: Some(state) }]);
    };
    if state.sub != phase.settled() {
        return Err(vec![Reason::NotSettled { phase: state.phase }]);
    }
    if facts.task().depth() > subtasks.depth as usize {
        return Err(vec![Reason::TooDeep { phase: state.phase }]);
    }
    let names = facts.names().map_err(|error| vec![error.into()])?;
    let mut inherited = subtasks.inherit.iter().map(|(_, copy)| copy);
    match inherited.find(|copy| names.iter().any(|name| name == copy.as_str())) {
        Some(copy) => Err(vec![Reason::Inherited(copy.clone())]),
        None => Ok(()),
    }
}
