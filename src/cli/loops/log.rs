//! `automaton loop log`

use serde_json::json;

use super::failures::refused;
use super::topics::LOOP_DAMAGED;
use crate::cli::session::Session;
use crate::cli::step::io;
use crate::diagnostic::Diagnostic;
use crate::loops::LoopFolder;
use crate::names::LoopName;
use crate::report::{Answer, loop_page};

/// Show what happened to a loop, oldest first
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The loop
    #[arg(value_name = "LOOP")]
    name: LoopName,
}

pub(super) fn run(args: &Args, session: &Session) -> Result<Answer, Answer> {
    let project = session.project()?;
    let folder = LoopFolder::open(project.automaton_dir(), &args.name);
    let folder = folder.map_err(|error| refused(&error))?;
    folder.state().map_err(|error| refused(&error))?;
    let entries = folder.entries();
    let (entries, problem) = entries.map_err(|error| Answer::refused(io(&error)))?;
    if let Some(problem) = problem {
        let path = format!(".automaton/loops/{}/.state.journal", args.name);
        let found = Diagnostic::about(&LOOP_DAMAGED, path, problem);
        return Err(Answer::refused(found).field("entries", json!(entries)));
    }
    let message = format!("{} entries", entries.len());
    let page = loop_page::loop_log(&entries);
    let answer = Answer::page(message, page).field("loop", args.name.to_string());
    Ok(answer.field("entries", json!(entries)))
}
