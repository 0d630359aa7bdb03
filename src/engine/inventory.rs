//! What a task folder holds, seen from the phase that the task is in.

use super::facts::{Fact, Facts, Presence, Record};
use super::folder::is_fixed;
use crate::workflow::{ArtifactId, Model, State};

/// One artifact of the workflow.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stock {
    /// The artifact.
    pub artifact: ArtifactId,
    /// What stands under its name.
    pub presence: Presence,
    /// What the phase has to do with it.
    pub role: Role,
    /// Whether it must stay as it is.
    pub frozen: bool,
}

/// What a phase has to do with an artifact.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Role {
    /// The phase writes it.
    Produces,
    /// The phase may write it.
    MayProduce,
    /// The phase needs it.
    Reads,
    /// The phase uses it if it is there.
    MayRead,
    /// The phase must not see it.
    Forbids,
    /// Nothing.
    Other,
}

impl Role {
    /// The word that output uses.
    pub fn word(self) -> &'static str {
        match self {
            Self::Produces => "produces",
            Self::MayProduce => "may produce",
            Self::Reads => "reads",
            Self::MayRead => "may read",
            Self::Forbids => "forbids",
            Self::Other => "other",
        }
    }
}

/// Every artifact of the workflow, in its order, for a task in `state`.
pub fn inventory(
    model: &Model,
    facts: &impl Facts,
    state: State,
    record: &Record,
) -> Fact<Vec<Stock>> {
    let stock = |artifact| {
        let name = &model.artifact(artifact).name;
        let presence = facts.presence(name)?;
        let recorded = record.artifacts.contains_key(name);
        Ok(Stock {
            artifact,
            presence,
            role: role(model, state, artifact),
            frozen: recorded && is_fixed(model, state, artifact),
        })
    };
    model.artifact_ids().map(stock).collect()
}

fn role(model: &Model, state: State, artifact: ArtifactId) -> Role {
    let phase = model.phase(state.phase);
    let mentioned = |list: &[crate::workflow::Mention]| {
        list.iter()
            .find(|mention| mention.artifact == artifact)
            .map(|mention| mention.optional)
    };
    if let Some(optional) = mentioned(&phase.produces) {
        return if optional {
            Role::MayProduce
        } else {
            Role::Produces
        };
    }
    if let Some(optional) = mentioned(&phase.reads) {
        return if optional { Role::MayRead } else { Role::Reads };
    }
    if phase.forbidden_at(artifact).is_some() {
        Role::Forbids
    } else {
        Role::Other
    }
}
