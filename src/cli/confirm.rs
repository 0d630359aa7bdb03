//! Asking the person at the terminal, with what they are about to decide before their eyes.

use super::session::Session;
use crate::approval::{Preview, person};
use crate::engine::{Action, Facts, Request, Standing};
use crate::workflow::Model;

/// Asks for a decision. Anything but a typed confirmation is a reason not to take it.
pub(super) fn ask(
    session: &Session,
    model: &Model,
    facts: &impl Facts,
    request: &Request,
) -> Result<(), String> {
    let terminal = person(&session.environment).map_err(|why| why.to_string())?;
    let preview = preview(model, facts, request)?;
    let expected = facts.task().to_string();
    match terminal.confirm(&preview, &expected) {
        Ok(true) => Ok(()),
        Ok(false) => Err(format!("`{expected}` was not typed, so it is a no")),
        Err(error) => Err(format!("the terminal failed: {error}")),
    }
}

fn preview(model: &Model, facts: &impl Facts, request: &Request) -> Result<String, String> {
    let standing = facts.standing().map_err(|error| error.to_string())?;
    let task = facts.task();
    let state = match &standing {
        Standing::Tracked(record) => record.state.to_string(),
        Standing::Tampered(found) => format!("damaged: {}: {}", found.file, found.problem),
        Standing::Untracked { .. } | Standing::Absent | Standing::Taken { .. } => {
            "untracked".to_owned()
        }
    };
    let decision = match &request.action {
        Action::Approve => format!("approve {state} of {task}"),
        Action::Reject { reason } => format!("reject {state} of {task}: {reason}"),
        Action::Rework { to, reason } => format!("take {task} from {state} back to {to}: {reason}"),
        Action::Abandon { reason } => format!("abandon {task}, which is in {state}: {reason}"),
        Action::Repair { keep } => format!("repair {task} ({state}), keeping the {}", kept(keep)),
        Action::Adopt { state: Some(name) } => format!("put {task} under the workflow in {name}"),
        _ => format!("change {task}, which is in {state}"),
    };
    let mut preview = Preview::new(decision);
    for artifact in &model.artifacts {
        let digest = facts.digest(artifact).map_err(|error| error.to_string())?;
        if let Some(digest) = digest {
            preview = preview.file(artifact.name.to_string(), &digest);
        }
    }
    Ok(preview.to_string())
}

fn kept(keep: &crate::engine::Keep) -> String {
    match keep {
        crate::engine::Keep::Journal => "journal".to_owned(),
        crate::engine::Keep::Folder => "folder as it is".to_owned(),
        crate::engine::Keep::State(state) => format!("folder, in {state}"),
    }
}
