//! What a person decides on a page: what they are shown, and the step.

use crate::approval::Preview;
use crate::cli::reason::Reason;
use crate::cli::session::{Place, Session};
use crate::cli::step;
use crate::dashboard::{Pending, Submitted};
use crate::diagnostic::Diagnostic;
use crate::digest::Digest;
use crate::engine::{self, Action, Authority, Facts as _, Request, topics};
use crate::names::{ArtifactName, TaskPath};
use crate::report::Answer;
use crate::task::{Checks, Journal, ObservedTask, TaskFolder};
use crate::workflow::{Event, Model, State};

/// What a task has submitted; nothing where it waits for no approval.
pub(super) fn pending(session: &Session, task: &TaskPath) -> Result<Option<Pending>, Answer> {
    let place = session.place()?;
    let model: &Model = &place.workflow;
    let folder = step::find(&place, task)?;
    let facts = step::observe(&folder, Checks::new())?;
    let Some((state, to)) = awaited(model, &facts) else {
        return Ok(None);
    };
    let Some(record) = facts.record() else {
        return Ok(None);
    };
    let mut artifacts = Vec::new();
    for mention in &model.phase(state.phase).produces {
        let artifact = model.artifact(mention.artifact);
        let bytes = facts.bytes(artifact);
        let Some(bytes) = bytes.map_err(|error| step::fact(task, &error))? else {
            continue;
        };
        let digest = Digest::of(&bytes);
        artifacts.push(Submitted {
            name: artifact.name.clone(),
            digest,
            before: before(&folder, &facts, &artifact.name, digest)?,
            bytes,
        });
    }
    let by_page = Request {
        authority: Authority::Page,
        ..step::request(session, Action::Approve)?
    };
    let refused = engine::judge(model, &facts, &by_page).err();
    Ok(Some(Pending {
        task: task.clone(),
        state: record.state.to_string(),
        by: record.by.to_string(),
        since: record.since.clone(),
        artifacts,
        to: Some(model.state_name(to).to_string()),
        next: engine::next_steps(model, task, to),
        refused: refused.map(|found| step::refused_by(model, &found)),
        shown: shown(model, &facts)?,
    }))
}

/// Where a task waits for an approval, and where that leads.
fn awaited(model: &Model, facts: &ObservedTask) -> Option<(State, State)> {
    let state = model.state_named(&facts.record()?.state)?;
    let mut edges = model.leaving(state);
    let (_, edge) = edges.find(|(_, edge)| edge.event == Event::Approve)?;
    Some((state, edge.to))
}

/// When the artifact was last kept with other bytes, and these.
fn before(
    folder: &TaskFolder,
    facts: &ObservedTask,
    name: &ArtifactName,
    now: Digest,
) -> Result<Option<(String, Vec<u8>)>, Answer> {
    let lines = facts.journal().map_or(&[][..], Journal::lines);
    let mut earlier = lines.iter().rev().map(|line| &line.entry);
    let other = |digest: &&Digest| **digest != now;
    let found = earlier.find_map(|entry| {
        let kept = entry.kept.contains(name);
        let digest = entry.artifacts.get(name).filter(other).filter(|_| kept)?;
        Some((entry.at.clone(), *digest))
    });
    let Some((at, digest)) = found else {
        return Ok(None);
    };
    let bytes = folder.kept(digest);
    let bytes = bytes.map_err(|error| Answer::refused(step::io(&error)))?;
    Ok(bytes.map(|bytes| (at, bytes)))
}

/// What tells the submission, and the bytes that lie there, from all others.
fn shown(model: &Model, facts: &ObservedTask) -> Result<Digest, Answer> {
    let task = facts.task();
    let seq = facts.record().map_or(0, |record| record.seq);
    let mut preview = Preview::new(format!("step {seq} of {task}"));
    for artifact in &model.artifacts {
        let digest = facts.digest(artifact);
        if let Some(digest) = digest.map_err(|error| step::fact(task, &error))? {
            preview = preview.file(artifact.name.to_string(), &digest);
        }
    }
    Ok(preview.digest())
}

/// Grants or turns down, if it is still about what was shown.
pub(super) fn decide(
    session: &Session,
    task: &TaskPath,
    action: Action,
    was_shown: Digest,
) -> Result<Answer, Answer> {
    let place: Place = session.place()?;
    let is_shown = |facts: &ObservedTask| Ok(shown(&place.workflow, facts)? == was_shown);
    step::decided_on_page(session, &place, task, action, &is_shown)
}

/// The reason of a rejection, under the rules of `reject`.
pub(super) fn reason(text: &str) -> Result<String, Answer> {
    let parsed: Result<Reason, _> = text.parse();
    parsed.map(|reason| reason.text()).map_err(|why| {
        let found = Diagnostic::call(&crate::cli::output::USAGE, "refused: reject");
        Answer::refused(found.reason(why))
    })
}

/// The bytes of an artifact that the workflow knows, read as the engine reads them.
pub(super) fn artifact(
    session: &Session,
    task: &TaskPath,
    name: &ArtifactName,
) -> Result<Vec<u8>, Answer> {
    let place = session.place()?;
    let model: &Model = &place.workflow;
    let folder = step::find(&place, task)?;
    let facts = step::observe(&folder, Checks::new())?;
    let missing = || {
        let message = format!("`{name}` is no file of `{task}` that the workflow knows");
        let found = Diagnostic::about(&topics::NO_SUCH_TASK, task.folder(), message);
        Answer::refused(found)
    };
    let artifact = model.artifact_named(name).ok_or_else(missing)?;
    let bytes = facts.bytes(model.artifact(artifact));
    let bytes = bytes.map_err(|error| step::fact(task, &error))?;
    bytes.ok_or_else(missing)
}
