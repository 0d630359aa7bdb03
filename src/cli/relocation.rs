//! Moving one task to the archive or back.

use serde_json::json;

use super::refusals::{locked, uncommitted};
use super::session::{Place, Session};
use super::step::{fact, find, no_task, observe, refused_by};
use crate::engine::{self, Action, Facts as _, Request, decide};
use crate::names::TaskPath;
use crate::report::Answer;
use crate::task::{Checks, LockError, TreeLock, relocate};
use crate::workflow::Model;

/// Moves `task` as `request` asks. Everything is decided under the locks, for what a crash cut
/// short before is completed there.
pub(super) fn take(
    session: &Session,
    place: &Place,
    task: &TaskPath,
    request: &Request,
    dry_run: bool,
) -> Result<Answer, Answer> {
    let model: &Model = &place.workflow;
    if dry_run {
        let facts = observe(&find(place, task)?, Checks::new())?;
        let judged = engine::judge(model, &facts, request);
        judged.map_err(|found| refused_by(model, &found))?;
        return Ok(foretold(facts.task(), request));
    }
    let lock = TreeLock::acquire(&place.namespace, task, &session.waiter());
    let mut lock = lock.map_err(|error| match &error {
        LockError::NoTask(missing) => no_task(place, missing),
        _ => locked(task, &error),
    })?;
    let facts = lock.read().map_err(|error| fact(task, &error))?;
    let grant =
        decide(&place.workflow, facts, request).map_err(|(_, found)| refused_by(model, &found))?;
    let from = grant.facts().task().clone();
    let done = relocate(grant).map_err(|error| uncommitted(task, &error))?;
    let message = match request.action {
        Action::Restore => format!("{from}: brought back as {}", done.task),
        _ => format!("{from}: archived as {}", done.task),
    };
    Ok(Answer::done(message)
        .field("task", done.task.to_string())
        .field("from_task", from.to_string())
        .field("state", done.to.to_string())
        .field("seq", done.seq)
        .field("at", json!(done.at)))
}

fn foretold(task: &TaskPath, request: &Request) -> Answer {
    let message = match request.action {
        Action::Restore => format!("{task}: would be brought back as {}", task.live()),
        _ => format!("{task}: would be archived"),
    };
    Answer::done(message)
        .field("task", task.to_string())
        .field("from_task", task.to_string())
        .field("dry_run", true)
}
