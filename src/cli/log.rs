//! `automaton log`

use serde_json::json;

use super::session::Session;
use super::step;
use super::which_task;
use crate::engine::FactError;
use crate::names::TaskPath;
use crate::report::{Answer, log_page};
use crate::task::{Checks, Line};

/// Show what happened to a task
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The task; it may be left out where there is only one
    task: Option<TaskPath>,
}

pub(super) fn run(args: &Args, session: &Session) -> Result<Answer, Answer> {
    let place = session.place()?;
    let task = which_task::only(&place, args.task.as_ref(), "automaton log")?;
    let folder = place
        .namespace
        .find(&task)
        .map_err(|error| Answer::refused(step::io(&error)))?;
    let folder = folder.ok_or_else(|| step::no_task(&place, &task))?;
    let facts = folder
        .observe(Checks::new())
        .map_err(|error| step::fact(&task, &error))?;
    let Some(journal) = facts.journal() else {
        return Ok(Answer::done(format!("{task} has no journal"))
            .field("task", task.to_string())
            .field("entries", json!([])));
    };
    let entries: Result<Vec<_>, _> = journal.lines().iter().map(entry).collect();
    let entries = entries.map_err(|error| {
        let problem = error.to_string();
        let path = folder.shown().to_owned();
        step::fact(&task, &FactError { path, problem })
    })?;
    Ok(Answer::page(
        format!("{task}: {} entries", entries.len()),
        log_page(journal),
    )
    .field("task", task.to_string())
    .field("entries", entries))
}

/// An entry as the journal has it.
fn entry(line: &Line) -> serde_json::Result<serde_json::Value> {
    serde_json::to_value(&line.entry)
}
