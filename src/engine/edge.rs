//! Step 2: which edge a request takes.

use super::facts::Record;
use super::refusal::Reason;
use super::request::Authority;
use super::signature::distinct;
use crate::names::StateName;
use crate::workflow::{Approvers, EdgeId, Event, Model, State, SubState};

/// The edges by which a transition comes from `from` to the state named `to`; at least one.
pub(super) fn leading_to(
    model: &Model,
    from: State,
    record: &Record,
    to: &StateName,
) -> Result<Vec<EdgeId>, Vec<Reason>> {
    let Some(target) = model.state_named(to) else {
        return Err(vec![Reason::UnknownState(to.clone())]);
    };
    if target == from {
        return Err(vec![Reason::AlreadyThere {
            by: record.by.to_string(),
            since: record.since.clone(),
        }]);
    }
    let taken = |event| {
        matches!(
            event,
            Event::Submit | Event::Withdraw | Event::Revise | Event::Next
        )
    };
    let leading: Vec<EdgeId> = model
        .between(from, target)
        .filter(|&id| taken(model.edge(id).event))
        .collect();
    if !leading.is_empty() {
        Ok(leading)
    } else if from.sub == SubState::Pending {
        Err(vec![Reason::ApprovalPending])
    } else {
        Err(vec![Reason::NoEdge { to: target }])
    }
}

/// The edge that decides a pending approval, taken by someone who may.
pub(super) fn approval(
    model: &Model,
    from: State,
    record: &Record,
    event: Event,
    authority: Authority,
) -> Result<EdgeId, Vec<Reason>> {
    let edge = model.leaving(from).find(|(_, edge)| edge.event == event);
    let Some(((edge, _), approval)) = edge.zip(model.phase(from.phase).approval.as_ref()) else {
        return Err(vec![Reason::NothingPending]);
    };
    match approval.by {
        Approvers::Anyone => Ok(edge),
        Approvers::Signed if event == Event::Approve => Err(vec![Reason::NeedsSignatures {
            collected: distinct(&record.submission.signatures).len(),
            needed: approval.signers as usize,
        }]),
        // Turning down opens nothing, so that it takes a person and no signature.
        Approvers::Human | Approvers::Signed if authority >= Authority::Page => Ok(edge),
        Approvers::Human | Approvers::Signed => Err(vec![Reason::NeedsPerson { edge: Some(edge) }]),
    }
}
