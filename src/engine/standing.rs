//! Step 1: whether the task may be moved at all.

use super::claim;
use super::facts::{Facts, Record, Standing};
use super::refusal::Reason;
use super::request::{Action, Request};
use crate::workflow::{Model, Origin, State};

/// The task's record and state, where it is tracked, untampered, free and not over.
pub(super) fn judge<'a>(
    model: &Model,
    facts: &impl Facts,
    request: &Request,
    standing: &Standing<'a>,
) -> Result<(&'a Record, State), Vec<Reason>> {
    let record = record(standing)?;
    if facts.task().is_archived() && request.action != Action::Validate {
        return Err(vec![Reason::Archived]);
    }
    let mut reasons = Vec::new();
    if workflow_is_missing(model, record) {
        reasons.push(Reason::WorkflowMissing);
    }
    let state = model.state_named(&record.state);
    if state.is_none() {
        reasons.push(Reason::Orphan);
    }
    if let Some(why) = &record.abandoned {
        reasons.push(Reason::Abandoned { why: why.clone() });
    }
    // Looking at a folder disturbs nobody.
    if request.action != Action::Validate {
        reasons.extend(claims(model, facts, request, record));
        match facts.halted_loop() {
            Ok(Some(name)) => reasons.push(Reason::LoopHalted(name)),
            Ok(None) => {}
            Err(error) => reasons.push(error.into()),
        }
    }
    match state {
        Some(state) if reasons.is_empty() => Ok((record, state)),
        _ => Err(reasons),
    }
}

/// What the claims on the task have against the request.
pub(super) fn claims(
    model: &Model,
    facts: &impl Facts,
    request: &Request,
    record: &Record,
) -> Vec<Reason> {
    let against = claim::against(model, facts, request, record);
    let against = against.unwrap_or_else(|error| Some(error.into()));
    against.into_iter().collect()
}

/// The record of a task whose journal is whole.
pub(super) fn record<'a>(standing: &Standing<'a>) -> Result<&'a Record, Vec<Reason>> {
    match standing {
        Standing::Tracked(record) => Ok(record),
        Standing::Absent | Standing::Taken { .. } => Err(vec![Reason::NoTask]),
        Standing::Untracked { state } => Err(vec![Reason::Untracked(state.clone())]),
        Standing::Tampered(found) => Err(vec![Reason::Tampered {
            file: found.file.clone(),
            problem: found.problem.clone(),
        }]),
    }
}

/// Whether a project's own workflow decided the last step and the embedded one would decide now.
/// Deleting the file must not put another workflow in force.
pub(super) fn workflow_is_missing(model: &Model, record: &Record) -> bool {
    record.origin == Origin::File && model.origin == Origin::Embedded
}
