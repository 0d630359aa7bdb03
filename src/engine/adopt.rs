//! Putting a folder without records under the workflow.

use std::collections::BTreeMap;

use super::facts::{Fact, Facts, Presence, Standing};
use super::folder::{self, Notice};
use super::refusal::Reason;
use super::request::{Action, Authority, Request};
use super::standing;
use super::step::{Step, StepKind};
use crate::names::{PhaseName, StateName};
use crate::workflow::{ArtifactId, Model, State, SubState, Untracked, infer};

/// Whether the folder of the task is adopted before `request` is decided: the workflow says
/// `untracked infer`, and the request is one that changes something.
pub fn adopts_first(model: &Model, facts: &impl Facts, request: &Request) -> Fact<bool> {
    let looks = matches!(request.action, Action::Validate | Action::Adopt { .. });
    let untracked = matches!(facts.standing()?, Standing::Untracked { .. });
    Ok(untracked && !looks && model.untracked == Untracked::Infer)
}

pub(super) fn judge(
    model: &Model,
    facts: &impl Facts,
    request: &Request,
    standing: &Standing<'_>,
    (chosen, renamed): (Option<&StateName>, &BTreeMap<StateName, PhaseName>),
) -> Result<Step, Vec<Reason>> {
    let recorded = match standing {
        Standing::Untracked { state } => state.as_ref(),
        Standing::Tracked(_) if facts.task().is_archived() => return Err(vec![Reason::Archived]),
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
    let (state, notices) = match (chosen, recorded) {
        (Some(name), _) => (base_state(model, name)?, Vec::new()),
        (None, Some(name)) => {
            let (state, notice) = of_older_tool(model, name, renamed)?;
            (state, vec![notice])
        }
        (None, None) => {
            let present = present(model, facts)?;
            let state = infer(model, &present).map_err(|why| vec![Reason::NotInferred(why)])?;
            let telling = |&artifact: &ArtifactId| model.phase(state.phase).writes(artifact);
            let telling = present.into_iter().filter(telling).collect();
            (state, vec![Notice::Inferred(telling)])
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
        notices,
    })
}

/// Where a folder stands whose `.state` says `name`. What was approved elsewhere was not approved
/// here, so only the phase counts; and what the settings say about a name counts first.
fn of_older_tool(
    model: &Model,
    name: &StateName,
    renamed: &BTreeMap<StateName, PhaseName>,
) -> Result<(State, Notice), Vec<Reason>> {
    let whole = renamed.get(name);
    let new = whole.or_else(|| renamed.get(&name.phase.clone().into()));
    if let Some(new) = new {
        let nothing = || {
            let (old, new) = (name.clone(), new.clone());
            vec![Reason::RenamedToNothing { old, new }]
        };
        let phase = model.phase_named(new).ok_or_else(nothing)?;
        return Ok((State::base(phase), Notice::Renamed(name.clone())));
    }
    let state = model.state_named(name);
    let state = state.ok_or_else(|| vec![Reason::Orphan])?;
    Ok((State::base(state.phase), Notice::Recorded(name.clone())))
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
