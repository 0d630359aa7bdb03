//! Putting an artifact back that an earlier step moved to the attic, by a person.

use super::facts::{Facts, Presence};
use super::folder::may_write;
use super::refusal::Reason;
use super::request::Authority;
use super::step::{Step, StepKind};
use crate::names::ArtifactName;
use crate::workflow::{Model, State};

pub(super) fn judge(
    model: &Model,
    facts: &impl Facts,
    authority: Authority,
    state: State,
    (seq, name): (u64, &ArtifactName),
) -> Result<Step, Vec<Reason>> {
    let missing = || {
        let name = name.clone();
        vec![Reason::NotInAttic { seq, name }]
    };
    let artifact = model.artifact_named(name).ok_or_else(missing)?;
    let stored = facts
        .in_attic(seq, name)
        .map_err(|error| vec![error.into()])?;
    let stored = stored.ok_or_else(missing)?;
    if !may_write(model, state, artifact) {
        return Err(vec![Reason::NotWritable { artifact }]);
    }
    let presence = facts.presence(name).map_err(|error| vec![error.into()])?;
    if presence == Presence::File {
        let found = facts.digest(model.artifact(artifact));
        if found.map_err(|error| vec![error.into()])? == Some(stored) {
            return Err(vec![Reason::SameBytes { artifact }]);
        }
    }
    if authority != Authority::Person {
        return Err(vec![Reason::NeedsPerson { edge: None }]);
    }
    let mut step = Step::staying(StepKind::RestoreArtifact, Some(state));
    step.restores.push(artifact);
    Ok(step)
}
