//! Settling broken records and changed artifacts, by a person.

use super::adopt::base_state;
use super::facts::{Facts, Record, Standing};
use super::folder;
use super::refusal::Reason;
use super::request::{Authority, Keep, Request};
use super::step::{Step, StepKind};
use super::{rework, standing};
use crate::workflow::{ArtifactId, Model, PhaseId, State, SubState};

pub(super) fn judge(
    model: &Model,
    facts: &impl Facts,
    request: &Request,
    standing: &Standing<'_>,
    keep: &Keep,
) -> Result<Step, Vec<Reason>> {
    let (record, found) = match standing {
        Standing::Tampered(tampering) => (tampering.record, tampering.state.as_ref()),
        Standing::Tracked(record) => (Some(*record), None),
        _ => return Err(standing::record(standing).err().unwrap_or_default()),
    };
    let claims = record.map_or_else(Vec::new, |record| {
        standing::claims(model, facts, request, record)
    });
    if !claims.is_empty() {
        return Err(claims);
    }
    if request.authority != Authority::Person {
        return Err(vec![Reason::NeedsPerson { edge: None }]);
    }
    let recorded = record.and_then(|record| model.state_named(&record.state));
    let mut to = match keep {
        Keep::State(name) => base_state(model, name)?,
        Keep::Journal => recorded.ok_or_else(|| vec![Reason::NothingSaysWhere])?,
        Keep::Folder => match found.and_then(|name| model.state_named(name)) {
            // An approval is never accepted from a folder: it must have been journaled.
            Some(state) if Some(state) != recorded => State::base(state.phase),
            _ => recorded.ok_or_else(|| vec![Reason::NothingSaysWhere])?,
        },
    };
    let changed = record.map_or(Ok(Vec::new()), |record| changed(model, facts, to, record))?;
    if let Standing::Tracked(record) = standing
        && changed.is_empty()
        && recorded == Some(to)
        && !standing::workflow_is_missing(model, record)
    {
        return Err(vec![Reason::NothingToRepair]);
    }
    let restores = if *keep == Keep::Journal {
        changed.clone()
    } else {
        Vec::new()
    };
    let lost = lost(model, facts, record, &restores)?;
    if !lost.is_empty() {
        return Err(lost);
    }
    let accepted = if *keep == Keep::Journal {
        Vec::new()
    } else {
        changed
    };
    let mut voids = voided(model, record, &accepted);
    if to.sub == SubState::Granted && voids.contains(&to.phase) {
        // Only `approve` leads to a granted state, and what was approved here is gone.
        to = State::base(to.phase);
    } else if let Some(record) = record
        && to.sub == SubState::Base
        && recorded != Some(to)
    {
        // The person says that this phase is worked on anew, as a rework does.
        let mut anew = rework::voided(model, to.phase, record);
        anew.retain(|phase| !voids.contains(phase));
        voids.extend(anew);
    }
    Ok(Step {
        kind: StepKind::Repair,
        from: recorded,
        to: Some(to),
        moves: Vec::new(),
        restores,
        voids,
        notices: Vec::new(),
    })
}

fn changed(
    model: &Model,
    facts: &impl Facts,
    state: State,
    record: &Record,
) -> Result<Vec<ArtifactId>, Vec<Reason>> {
    let mut changed = Vec::new();
    let mut reasons = Vec::new();
    for reason in folder::changed(model, facts, state, record) {
        match reason {
            Reason::Changed { artifact, .. } => changed.push(artifact),
            other => reasons.push(other),
        }
    }
    if reasons.is_empty() {
        Ok(changed)
    } else {
        Err(reasons)
    }
}

/// Artifacts that should get their bytes back although nobody kept them.
fn lost(
    model: &Model,
    facts: &impl Facts,
    record: Option<&Record>,
    restores: &[ArtifactId],
) -> Result<Vec<Reason>, Vec<Reason>> {
    let mut lost = Vec::new();
    for &artifact in restores {
        let name = &model.artifact(artifact).name;
        let digest = record.and_then(|record| record.artifacts.get(name));
        let kept = match digest {
            Some(&digest) => facts.is_kept(digest).map_err(|error| vec![error.into()])?,
            None => false,
        };
        if !kept {
            lost.push(Reason::BytesLost {
                artifact: name.clone(),
            });
        }
    }
    Ok(lost)
}

/// The phases whose approval was of bytes that are no longer there.
fn voided(model: &Model, record: Option<&Record>, accepted: &[ArtifactId]) -> Vec<PhaseId> {
    let Some(record) = record else {
        return Vec::new();
    };
    let names: Vec<_> = accepted
        .iter()
        .map(|&id| &model.artifact(id).name)
        .collect();
    record
        .approved
        .iter()
        .filter(|(_, artifacts)| names.iter().any(|name| artifacts.contains_key(*name)))
        .filter_map(|(phase, _)| model.phase_named(phase))
        .collect()
}
