//! Step 6: whether the folder is valid for the state that the task comes to.

use super::facts::{Facts, Presence};
use super::refusal::Reason;
use crate::workflow::{ArtifactId, Model, PhaseId};

/// What stands in the way of entering `phase` once the artifacts `moved` are gone.
pub(super) fn judge(
    model: &Model,
    facts: &impl Facts,
    phase: PhaseId,
    moved: &[ArtifactId],
) -> Vec<Reason> {
    let mut reasons = Vec::new();
    let target = model.phase(phase);
    for mention in &target.forbids {
        let artifact = mention.artifact;
        if moved.contains(&artifact) {
            continue;
        }
        match facts.presence(&model.artifact(artifact).name) {
            Ok(Presence::Missing | Presence::OtherCase(_)) => {}
            Ok(_) => reasons.push(Reason::TargetForbids { artifact, phase }),
            Err(error) => reasons.push(error.into()),
        }
    }
    for mention in target.reads.iter().filter(|mention| !mention.optional) {
        let artifact = mention.artifact;
        match facts.presence(&model.artifact(artifact).name) {
            Ok(Presence::File) if !moved.contains(&artifact) => {}
            Ok(found) => reasons.push(Reason::TargetReads {
                artifact,
                phase,
                found,
            }),
            Err(error) => reasons.push(error.into()),
        }
    }
    reasons
}
