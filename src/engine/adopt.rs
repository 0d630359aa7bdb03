//! Putting a folder without records under the workflow.

use super::facts::{Facts, Presence, Standing};
use super::folder;
use super::refusal::Reason;
use super::request::{Authority, Request};
use super::standing;
use super::step::{Step, StepKind};
use crate::names::StateName;
use crate::workflow::{ArtifactId, Model, State, SubState, Untracked, infer};

pub(super) fn judge(
    model: &Model,
    facts: &impl Facts,
    request: &Request,
    standing: &Standing<'_>,
    chosen: Option<&StateName>,
) -> Result<Step, Vec<Reason>> {
    let recorded = match standing {
        Standing::Untracked { state } => state.as_ref(),
        Standing::Tracked(record) => {
            return Err(vec![Reason::AlreadyThere {
                by: record.by.to_string(),
                since: record.since.clone(),
            }]);
        }
        _ => return Err(standing::record(standing).err().unwrap_or_default()),
    };
    if chosen.is_some() && request.authority != Authority::Person {
        return Err(vec![Reason::NeedsPerson { edge: None }]);
    }
    // A folder made by hand would otherwise be an agent's way into a later phase.
    if request.authority == Authority::Agent && model.untracked == Untracked::Refuse {
        return Err(vec![Reason::NotByAgent]);
    }
    let state = match (chosen, recorded) {
        (Some(name), _) => base_state(model, name)?,
        // What was approved elsewhere was not approved here, so only the phase counts.
        (None, Some(name)) => model
            .state_named(name)
            .map(|state| State::base(state.phase))
            .ok_or_else(|| vec![Reason::UnknownState(name.clone())])?,
        (None, None) => {
            let present = present(model, facts)?;
            infer(model, &present).map_err(|why| vec![Reason::NotInferred(why)])?
        }
    };
    let reasons = folder::forbidden(model, facts, state);
    if !reasons.is_empty() {
        return Err(reasons);
    }
    Ok(Step {
        kind: StepKind::Adopt,
        from: None,
        to: Some(state),
        moves: Vec::new(),
        restores: Vec::new(),
        voids: Vec::new(),
        notices: Vec::new(),
    })
}

/// The base state of that name.
pub(super) fn base_state(model: &Model, name: &StateName) -> Result<State, Vec<Reason>> {
    match model.state_named(name) {
        Some(state) if state.sub == SubState::Base => Ok(state),
        Some(_) => Err(vec![Reason::NotABaseState(name.clone())]),
        None => Err(vec![Reason::UnknownState(name.clone())]),
    }
}

fn present(model: &Model, facts: &impl Facts) -> Result<Vec<ArtifactId>, Vec<Reason>> {
    let mut present = Vec::new();
    let mut reasons = Vec::new();
    for artifact in model.artifact_ids() {
        match facts.presence(&model.artifact(artifact).name) {
            Ok(Presence::File) => present.push(artifact),
            Ok(Presence::Other(kind)) => reasons.push(Reason::NotAFile { artifact, kind }),
            Ok(_) => {}
            Err(error) => reasons.push(error.into()),
        }
    }
    if reasons.is_empty() {
        Ok(present)
    } else {
        Err(reasons)
    }
}
