//! Moving a task out of a state that the workflow lost, as a person says.

use super::adopt::base_state;
use super::facts::{Facts, Standing};
use super::folder::{self, Notice};
use super::refusal::Reason;
use super::request::{Authority, Request};
use super::step::{Step, StepKind};
use super::{rework, standing};
use crate::names::PhaseName;
use crate::workflow::Model;

/// The way from a state of the phase `old`, which the workflow no longer has, to the base state of
/// `new`. What was approved in `old` was approved of another workflow, and is so no longer.
pub(super) fn judge(
    model: &Model,
    facts: &impl Facts,
    request: &Request,
    standing: &Standing<'_>,
    (old, new): (&PhaseName, &PhaseName),
) -> Result<Step, Vec<Reason>> {
    let record = standing::record(standing)?;
    let to = base_state(model, &new.clone().into())?;
    if record.state.phase != *old {
        return Err(vec![Reason::NotMapped]);
    }
    let Err(mut reasons) = standing::judge(model, facts, request, standing) else {
        return Err(vec![Reason::NotMapped]);
    };
    reasons.retain(|reason| *reason != Reason::Orphan);
    if !reasons.is_empty() {
        return Err(reasons);
    }
    if request.authority != Authority::Person {
        return Err(vec![Reason::NeedsPerson { edge: None }]);
    }
    let forbidden = folder::forbidden(model, facts, to);
    if !forbidden.is_empty() {
        return Err(forbidden);
    }
    let lost = record.approved.contains_key(old);
    Ok(Step {
        kind: StepKind::Map,
        from: None,
        to: Some(to),
        moves: Vec::new(),
        restores: Vec::new(),
        voids: rework::voided(model, to.phase, record),
        notices: Vec::from_iter(lost.then(|| Notice::Unapproved(old.clone()))),
    })
}
