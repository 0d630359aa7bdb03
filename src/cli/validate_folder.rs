//! `automaton validate-folder`

use serde_json::json;

use super::session::Session;
use super::step::{self, fact, no_task, refused_by};
use super::subject::Subject;
use crate::engine::{self, Action};
use crate::report::Answer;
use crate::task::Checks;
use crate::workflow::Model;

/// Check a task's folder against the phase that it is in
///
/// Nothing that the phase forbids may exist, and nothing that was left behind, submitted or
/// approved may have changed. The command only looks.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    subject: Subject,
}

pub(super) fn run(args: &Args, session: &Session) -> Result<Answer, Answer> {
    let place = session.place()?;
    let task = args.subject.task(&place)?;
    let model: &Model = &place.workflow;
    let folder = place.namespace.find_anywhere(task);
    let folder = folder
        .map_err(|error| Answer::refused(step::io(&error)))?
        .ok_or_else(|| no_task(&place, task))?;
    let facts = folder.observe(Checks::new());
    let facts = facts.map_err(|error| fact(task, &error))?;
    let request = step::request(session, Action::Validate)?;
    let step = engine::judge(model, &facts, &request);
    let step = step.map_err(|found| refused_by(model, &found))?;
    let state = step.to.map(|state| model.state_name(state).to_string());
    let shown = state.clone().unwrap_or_default();
    let mut answer = Answer::done(format!("{task}: the folder is valid for {shown}"))
        .field("task", task.to_string())
        .field("state", json!(state));
    let notices = step.notices.iter();
    answer.warnings = notices.map(|notice| notice.sentence(model)).collect();
    Ok(answer)
}
