//! Step 3: whether a task folder is valid for the state that the task is in.

use std::collections::BTreeMap;

use super::facts::{Facts, Presence, Record};
use super::refusal::{Fixed, Reason};
use crate::digest::Digest;
use crate::names::{ArtifactName, PhaseName, StateName, TaskPath};
use crate::workflow::{ArtifactId, Model, State, SubState, UnknownFiles};

/// What is worth saying about a folder although it does not stand in the way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Notice {
    /// An artifact that the phase neither produces nor forbids, and that was not there on entry.
    Unexpected(ArtifactId),
    /// A file that the workflow does not name.
    UnknownFile(String),
    /// Sub-tasks are under way, and go on without the task.
    PartsGoOn(Vec<TaskPath>),
    /// A folder was adopted into the phase that its `.state` names.
    Recorded(StateName),
    /// A folder was adopted into the phase that the settings give for what its `.state` names.
    Renamed(StateName),
    /// A phase that the workflow lost was approved, and is so no longer.
    Unapproved(PhaseName),
    /// A folder was adopted into the phase that writes these artifacts of it.
    Inferred(Vec<ArtifactId>),
}

impl Notice {
    /// What the notice says.
    pub fn sentence(&self, model: &Model) -> String {
        match self {
            Self::Unexpected(artifact) => format!(
                "`{}` belongs to another phase and appeared here; from now on it must stay as it is",
                model.artifact(*artifact).name
            ),
            Self::UnknownFile(file) => format!("the workflow does not name `{file}`"),
            Self::PartsGoOn(tasks) => {
                let names = tasks.iter().map(|task| format!("`{task}`"));
                let names = names.collect::<Vec<_>>().join(" and ");
                format!("its sub-tasks go on, and are finished or abandoned on their own: {names}")
            }
            Self::Recorded(state) if state.sub.is_some() => format!(
                "its `.state` says `{state}`, and what was not approved here is not approved"
            ),
            Self::Recorded(state) => format!("its `.state` says `{state}`"),
            Self::Renamed(state) => {
                format!("its `.state` says `{state}`, which the settings put here")
            }
            Self::Unapproved(phase) => {
                format!("`{phase}` was approved under another workflow, and is so no longer")
            }
            Self::Inferred(artifacts) if artifacts.is_empty() => "it holds no artifact".to_owned(),
            Self::Inferred(artifacts) => {
                let names = artifacts.iter();
                let names = names.map(|&id| format!("`{}`", model.artifact(id).name));
                format!("it holds {}", names.collect::<Vec<_>>().join(" and "))
            }
        }
    }
}

/// Everything that makes the folder invalid, and what else is worth saying.
pub(super) fn judge(
    model: &Model,
    facts: &impl Facts,
    state: State,
    record: &Record,
) -> (Vec<Reason>, Vec<Notice>) {
    let mut reasons = forbidden(model, facts, state);
    reasons.extend(changed(model, facts, state, record));
    let mut notices = Vec::new();
    let recorded = &record.artifacts;
    if let Err(error) = names(model, facts, state, recorded, &mut reasons, &mut notices) {
        reasons.push(error.into());
    }
    (reasons, notices)
}

/// The same for a folder that is about to be made, about which nothing is on record.
pub(super) fn judge_new(
    model: &Model,
    facts: &impl Facts,
    state: State,
) -> (Vec<Reason>, Vec<Notice>) {
    let mut reasons = forbidden(model, facts, state);
    let (mut notices, recorded) = (Vec::new(), BTreeMap::new());
    if let Err(error) = names(model, facts, state, &recorded, &mut reasons, &mut notices) {
        reasons.push(error.into());
    }
    (reasons, notices)
}

/// What the phase of `state` forbids and is there all the same.
pub(super) fn forbidden(model: &Model, facts: &impl Facts, state: State) -> Vec<Reason> {
    let mut reasons = Vec::new();
    for mention in &model.phase(state.phase).forbids {
        let artifact = mention.artifact;
        match facts.presence(&model.artifact(artifact).name) {
            Ok(Presence::Missing | Presence::OtherCase(_)) => {}
            Ok(_) => reasons.push(Reason::Forbidden {
                artifact,
                phase: state.phase,
            }),
            Err(error) => reasons.push(error.into()),
        }
    }
    reasons
}

/// The recorded artifacts that must be what they were, and are not.
pub(super) fn changed(
    model: &Model,
    facts: &impl Facts,
    state: State,
    record: &Record,
) -> Vec<Reason> {
    let mut reasons = Vec::new();
    for (name, &digest) in &record.artifacts {
        let Some(artifact) = model
            .artifact_named(name)
            .filter(|&a| is_fixed(model, state, a))
        else {
            continue;
        };
        let changed = |gone| Reason::Changed {
            artifact,
            gone,
            since: since(model, state, artifact),
        };
        match facts.presence(name) {
            Ok(Presence::File) => match facts.digest(model.artifact(artifact)) {
                Ok(now) if now == Some(digest) => {}
                Ok(_) => reasons.push(changed(false)),
                Err(error) => reasons.push(error.into()),
            },
            Ok(Presence::Missing | Presence::OtherCase(_)) => reasons.push(changed(true)),
            Ok(_) => reasons.push(changed(false)),
            Err(error) => reasons.push(error.into()),
        }
    }
    reasons
}

/// Since when an artifact that is fixed in `state` has been so.
fn since(model: &Model, state: State, artifact: ArtifactId) -> Fixed {
    match state.sub {
        SubState::Pending if model.phase(state.phase).writes(artifact) => Fixed::Submitted,
        SubState::Granted if model.phase(state.phase).writes(artifact) => Fixed::Approved,
        _ => Fixed::Left,
    }
}

/// Whether an artifact that is on record must stay as it is in `state`: it is frozen unless the
/// phase writes it, and in the approval sub-states nothing may be written.
pub(super) fn is_fixed(model: &Model, state: State, artifact: ArtifactId) -> bool {
    if model.phase(state.phase).writes(artifact) {
        state.sub != SubState::Base
    } else {
        model.artifact(artifact).frozen
    }
}

/// Whether an artifact may be written in `state`.
pub fn may_write(model: &Model, state: State, artifact: ArtifactId) -> bool {
    model.phase(state.phase).forbidden_at(artifact).is_none() && !is_fixed(model, state, artifact)
}

/// What the names in the folder themselves tell.
fn names(
    model: &Model,
    facts: &impl Facts,
    state: State,
    recorded: &BTreeMap<ArtifactName, Digest>,
    reasons: &mut Vec<Reason>,
    notices: &mut Vec<Notice>,
) -> Result<(), super::facts::FactError> {
    let phase = model.phase(state.phase);
    for file in facts.names()? {
        let name = file.parse::<ArtifactName>().ok();
        let declared = name.as_ref().and_then(|name| model.artifact_named(name));
        if let (Some(artifact), Some(name)) = (declared, &name) {
            match facts.presence(name)? {
                // What may not be there at all is reported as that.
                Presence::Other(kind) if phase.forbidden_at(artifact).is_none() => {
                    reasons.push(Reason::NotAFile { artifact, kind });
                }
                _ if phase.writes(artifact)
                    || phase.forbidden_at(artifact).is_some()
                    || recorded.contains_key(name) => {}
                _ => notices.push(Notice::Unexpected(artifact)),
            }
        } else if model.is_metadata(&file) {
        } else if let Some(artifact) = other_case(model, &file) {
            reasons.push(Reason::OtherCase {
                artifact,
                found: file,
            });
        } else {
            match model.unknown_files {
                UnknownFiles::Allow => {}
                UnknownFiles::Warn => notices.push(Notice::UnknownFile(file)),
                UnknownFiles::Refuse => reasons.push(Reason::UnknownFile(file)),
            }
        }
    }
    Ok(())
}

fn other_case(model: &Model, file: &str) -> Option<ArtifactId> {
    let folded = file.to_lowercase();
    let same = |&id: &ArtifactId| model.artifact(id).name.as_str().to_lowercase() == folded;
    model.artifact_ids().find(same)
}
