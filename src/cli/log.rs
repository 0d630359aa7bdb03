//! `automaton log`

use serde_json::{Value, json};

use super::session::{Place, Session};
use super::step;
use super::which_task;
use crate::engine::{FactError, Facts as _, Standing};
use crate::names::TaskPath;
use crate::report::{Answer, log_page};
use crate::task::{Checks, Journal, Line};

/// Show what happened to a task
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The task; it may be left out where there is only one
    task: Option<TaskPath>,
}

pub(super) fn run(args: &Args, session: &Session) -> Result<Answer, Answer> {
    let place = session.place()?;
    let task = which_task::only(&place, args.task.as_ref(), "automaton log")?;
    show(&place, &task)
}

fn show(place: &Place, task: &TaskPath) -> Result<Answer, Answer> {
    let folder = place
        .namespace
        .find_anywhere(task)
        .map_err(|error| Answer::refused(step::io(&error)))?;
    let folder = folder.ok_or_else(|| step::no_task(place, task))?;
    let failed = |error: &FactError| step::fact(task, error);
    let facts = folder
        .observe(Checks::new())
        .map_err(|error| failed(&error))?;
    let answer = match facts.journal() {
        None => Answer::done(format!("{task} has no journal")).field("entries", json!([])),
        Some(journal) => {
            let entries = entries(journal).map_err(|error| {
                let problem = error.to_string();
                let path = folder.shown().to_owned();
                failed(&FactError { path, problem })
            })?;
            let message = format!("{task}: {} entries", entries.len());
            Answer::page(message, log_page(journal)).field("entries", entries)
        }
    };
    let mut answer = answer.field("task", task.to_string());
    if let Standing::Tampered(found) = facts.standing().map_err(|error| failed(&error))? {
        let (file, problem) = (found.file, found.problem);
        answer
            .warnings
            .push(format!("damaged: `{file}`: {problem}"));
    }
    Ok(answer)
}

/// The entries as the journal has them.
fn entries(journal: &Journal) -> serde_json::Result<Vec<Value>> {
    let entry = |line: &Line| serde_json::to_value(&line.entry);
    journal.lines().iter().map(entry).collect()
}
