//! Writing in a task's folder: what its phase produces, bookkeeping, and what nothing names.

use super::caller;
use super::facts::EditFacts;
use super::judge::{Permit, Warrant, standing};
use super::protected::fold;
use super::refusal::{Trouble, Why};
use super::rules::EditRules;
use crate::names::{ArtifactName, StateName, TaskPath};
use crate::workflow::UnknownFiles;

/// Whether the file `inside` the folder of `task` may be written.
pub(super) fn judge(
    rules: &EditRules,
    facts: &impl EditFacts,
    task: &TaskPath,
    inside: &str,
) -> Result<Permit, Vec<Why>> {
    let refused = |trouble| vec![Why::Task(task.clone(), trouble)];
    let first = inside.split('/').next().unwrap_or_default();
    if fold(first).starts_with(".state") {
        return Err(refused(Trouble::Record(first.to_owned())));
    }
    let footing = caller::in_folder_of(facts, task).map_err(refused)?;
    let stand = standing(rules, footing).map_err(refused)?;
    let mut warrant = None;
    for state in stand.states() {
        let recorded = |name: &ArtifactName| stand.recorded.contains(name);
        warrant = Some(in_state(rules, state, inside, &recorded).map_err(refused)?);
    }
    let warrant = warrant.unwrap_or(Warrant::Unnamed);
    Ok(Permit::of(warrant, task, &stand.state))
}

fn in_state(
    rules: &EditRules,
    state: &StateName,
    inside: &str,
    recorded: &dyn Fn(&ArtifactName) -> bool,
) -> Result<Warrant, Trouble> {
    let (phase, _, is_base) = rules
        .state(state)
        .ok_or_else(|| Trouble::Orphan(state.clone()))?;
    if rules.metadata.iter().any(|name| name.as_str() == inside) {
        return Ok(Warrant::Metadata);
    }
    let Some(at) = rules.artifact(inside) else {
        return unnamed(rules, inside);
    };
    let artifact = rules.artifact_at(at);
    let at_phase = |list: &[crate::source::Spanned<u32>]| {
        let found = list.iter().find(|mention| mention.value == at);
        found.map(|mention| mention.span)
    };
    if let Some(span) = at_phase(&phase.produces) {
        return if is_base {
            Ok(Warrant::Produces(span))
        } else {
            Err(Trouble::SubState(state.clone()))
        };
    }
    if let Some(span) = at_phase(&phase.forbids) {
        return Err(Trouble::Forbidden {
            artifact: at,
            state: state.clone(),
            span,
        });
    }
    if !artifact.frozen {
        return Ok(Warrant::Unfrozen(artifact.span));
    }
    let state = state.clone();
    Err(if recorded(&artifact.name) {
        Trouble::Frozen {
            artifact: at,
            state,
        }
    } else {
        Trouble::NotDue {
            artifact: at,
            state,
        }
    })
}

/// A file that is neither an artifact nor bookkeeping. A name that is an artifact's but for its
/// case would be taken for it elsewhere.
fn unnamed(rules: &EditRules, inside: &str) -> Result<Warrant, Trouble> {
    let first = fold(inside.split('/').next().unwrap_or_default());
    let alike = rules
        .artifacts
        .iter()
        .position(|artifact| fold(artifact.name.as_str()) == first);
    match alike.and_then(|at| u32::try_from(at).ok()) {
        Some(artifact) => Err(Trouble::OtherCase { artifact }),
        None if rules.unknown_files == UnknownFiles::Refuse => Err(Trouble::UnknownFile),
        None => Ok(Warrant::Unnamed),
    }
}
