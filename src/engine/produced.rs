//! Step 4: whether a phase has produced what it has to.

use super::facts::{Facts, Presence};
use super::refusal::Reason;
use crate::workflow::{Model, PhaseId};

/// What `phase` should have produced and has not, or not as its contract says.
pub(super) fn judge(model: &Model, facts: &impl Facts, phase: PhaseId) -> Vec<Reason> {
    let mut reasons = Vec::new();
    for mention in &model.phase(phase).produces {
        let artifact = model.artifact(mention.artifact);
        match facts.presence(&artifact.name) {
            Ok(Presence::File) => match facts.breaches(artifact) {
                Ok(breaches) => {
                    reasons.extend(breaches.into_iter().map(|breach| Reason::Contract {
                        artifact: mention.artifact,
                        breach,
                    }));
                }
                Err(error) => reasons.push(error.into()),
            },
            Ok(Presence::Missing) if mention.optional => {}
            Ok(found) => reasons.push(Reason::Missing {
                artifact: mention.artifact,
                phase,
                found,
            }),
            Err(error) => reasons.push(error.into()),
        }
    }
    reasons
}
