//! Moving tasks that are over to the archive, and back.

use super::facts::{Facts, Record, Standing};
use super::refusal::Reason;
use super::step::{Step, StepKind};
use super::{standing, subtasks};
use crate::workflow::Model;

/// Whether a task may be archived: it is over, has rested since `before`, nobody has claimed it,
/// and none of its sub-tasks is under way.
pub(super) fn judge(
    model: &Model,
    facts: &impl Facts,
    standing: &Standing<'_>,
    before: Option<&str>,
) -> Result<Step, Vec<Reason>> {
    let record = record(facts, standing)?;
    if facts.task().is_archived() {
        return Err(vec![Reason::Archived]);
    }
    if record.abandoned.is_none() {
        over(model, record)?;
    }
    let rested = &record.rested;
    if before.is_some_and(|before| rested.as_str() >= before) {
        let since = rested.clone();
        return Err(vec![Reason::TooRecent { since }]);
    }
    let mut reasons = subtasks::broken(facts);
    if reasons.is_empty() {
        reasons = subtasks::open(model, facts);
    }
    match facts.now() {
        Ok(now) => reasons.extend(record.claims.standing(&now).cloned().map(Reason::Claimed)),
        Err(error) => reasons.push(error.into()),
    }
    match facts.halted_loop() {
        Ok(None) => {}
        Ok(Some(name)) => reasons.push(Reason::LoopHalted(name)),
        Err(error) => reasons.push(error.into()),
    }
    moved(model, record, StepKind::Archive, reasons)
}

/// Whether an archived task may come back: its place is free.
pub(super) fn back(
    model: &Model,
    facts: &impl Facts,
    standing: &Standing<'_>,
) -> Result<Step, Vec<Reason>> {
    let record = record(facts, standing)?;
    if !facts.task().is_archived() {
        return Err(vec![Reason::NotArchived]);
    }
    let reasons = match facts.place_taken() {
        Ok(None) => Vec::new(),
        Ok(Some(by)) => vec![Reason::PlaceTaken { by }],
        Err(error) => vec![error.into()],
    };
    moved(model, record, StepKind::Restore, reasons)
}

fn record<'a>(facts: &impl Facts, standing: &Standing<'a>) -> Result<&'a Record, Vec<Reason>> {
    if facts.task().depth() > 0 {
        return Err(vec![Reason::PartOfTask]);
    }
    standing::record(standing)
}

fn over(model: &Model, record: &Record) -> Result<(), Vec<Reason>> {
    if standing::workflow_is_missing(model, record) {
        return Err(vec![Reason::WorkflowMissing]);
    }
    match model.state_named(&record.state) {
        None => Err(vec![Reason::Orphan]),
        Some(state) if model.phase(state.phase).terminal.is_none() => Err(vec![Reason::NotOver]),
        Some(_) => Ok(()),
    }
}

fn moved(
    model: &Model,
    record: &Record,
    kind: StepKind,
    reasons: Vec<Reason>,
) -> Result<Step, Vec<Reason>> {
    if !reasons.is_empty() {
        return Err(reasons);
    }
    let state = model.state_named(&record.state);
    Ok(Step::staying(kind, state))
}
