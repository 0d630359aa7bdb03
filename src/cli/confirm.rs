//! Asking the person at the terminal, with what they are about to decide before their eyes.

use std::fmt::Display;

use super::effects;
use super::session::Session;
use crate::approval::{Preview, person};
use crate::engine::{Action, Fact, Facts, Keep, Request, Standing, Step};
use crate::report::scope_words;
use crate::workflow::Model;

/// Asks for a decision. Anything but a typed confirmation is a reason not to take it.
pub(super) fn ask(session: &Session, preview: &impl Display, expected: &str) -> Result<(), String> {
    let terminal = person(&session.environment).map_err(|why| why.to_string())?;
    match terminal.confirm(&preview.to_string(), expected) {
        Ok(true) => Ok(()),
        Ok(false) => Err(format!("`{expected}` was not typed, so it is a no")),
        Err(error) => Err(format!("the terminal failed: {error}")),
    }
}

/// Whether somebody could be asked, without asking.
pub(super) fn could_ask(session: &Session) -> Result<(), String> {
    person(&session.environment)
        .map(drop)
        .map_err(|why| why.to_string())
}

/// What a person is shown before they decide about `step`.
pub(super) fn preview(
    model: &Model,
    facts: &impl Facts,
    request: &Request,
    step: &Step,
) -> Fact<Preview> {
    let standing = facts.standing()?;
    let task = facts.task();
    let state = match &standing {
        Standing::Tracked(record) => record.state.to_string(),
        Standing::Tampered(_) => "damaged".to_owned(),
        Standing::Untracked { .. } | Standing::Absent | Standing::Taken { .. } => {
            "untracked".to_owned()
        }
    };
    let to = step.to.map(|state| model.state_name(state).to_string());
    let to = to.unwrap_or_else(|| state.clone());
    let decision = match &request.action {
        Action::Approve | Action::ApproveSigned(_) => format!("approve {state} of {task}"),
        Action::Reject { reason } => format!("reject {state} of {task}: {reason}"),
        Action::Rework { reason, .. } => format!("take {task} from {state} back to {to}: {reason}"),
        Action::Abandon { reason } => format!("abandon {task}, which is in {state}: {reason}"),
        Action::Release => format!("end the claim on {task}, which is in {state}"),
        Action::Scope { globs } => format!(
            "set the scope of {task}, which is in {state}: {}",
            scope_words(globs)
        ),
        Action::Repair { keep } => format!("repair {task} ({state}): {}, in {to}", kept(keep)),
        Action::Adopt { .. } => format!("put {task} ({state}) under the workflow, in {to}"),
        Action::Violation { found } => format!("put on record about {task}: {found}"),
        Action::RestoreArtifact { seq, name } => {
            format!("put {name} of {task} back as step {seq} moved it to the attic")
        }
        Action::Map { .. } => {
            format!("move {task} from {state}, which the workflow no longer has, to {to}")
        }
        Action::Create { .. }
        | Action::Transition { .. }
        | Action::Claim { .. }
        | Action::Archive { .. }
        | Action::Restore
        | Action::Validate => format!("take {task} from {state} to {to}"),
    };
    let mut preview = Preview::new(decision);
    if let Standing::Tampered(found) = &standing {
        preview = preview.effect(format!("found: {} {}", found.file, found.problem));
    }
    for notice in &step.notices {
        preview = preview.effect(notice.sentence(model));
    }
    if let Standing::Tracked(record) = &standing
        && !record.scope.is_empty()
        && !matches!(request.action, Action::Scope { .. })
    {
        preview = preview.effect(format!("the task is {}", scope_words(&record.scope)));
    }
    for line in effects::lines(model, step) {
        preview = preview.effect(line);
    }
    for artifact in &model.artifacts {
        if let Some(digest) = facts.digest(artifact)? {
            preview = preview.file(artifact.name.to_string(), &digest);
        }
    }
    Ok(preview)
}

fn kept(keep: &Keep) -> &'static str {
    match keep {
        Keep::Journal => "what the journal says counts",
        Keep::Folder | Keep::State(_) => "what the folder holds counts",
    }
}
