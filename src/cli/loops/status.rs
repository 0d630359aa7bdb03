//! `automaton loop status`

use serde_json::{Value, json};

use super::failures::{named, refused};
use crate::cli::session::Session;
use crate::cli::step::io;
use crate::loops::{LoopFolder, names};
use crate::names::LoopName;
use crate::report::{Answer, loop_page};

/// Show where loops stand, and how much of each brake is left
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Only this loop
    #[arg(value_name = "LOOP")]
    name: Option<LoopName>,
}

pub(super) fn run(args: &Args, session: &Session) -> Result<Answer, Answer> {
    let project = session.project()?;
    let automaton = project.automaton_dir();
    if let Some(name) = &args.name {
        let folder = LoopFolder::open(automaton, name).map_err(|error| refused(&error))?;
        let state = folder.state().map_err(|error| refused(&error))?;
        let plan = folder.plan().map_err(|error| refused(&error))?;
        let next = loop_page::next_step(name, &state.status);
        let message = format!("the loop `{name}` is {}", state.status.word());
        let page = loop_page::loop_page(&plan, &state);
        let answer = named(Answer::page(message, page), &state);
        let value = loop_page::loop_json(name, &Ok(state));
        return Ok(answer
            .field("state", value)
            .field("plan", json!(plan))
            .next(vec![next]));
    }
    let names = names(automaton).map_err(|error| Answer::refused(io(&error)))?;
    let look = |name: LoopName| {
        let state = LoopFolder::open(automaton, &name).and_then(|folder| folder.state());
        (name, state)
    };
    let loops: Vec<_> = names.into_iter().map(look).collect();
    let data: Vec<Value> = loops
        .iter()
        .map(|(name, state)| loop_page::loop_json(name, state))
        .collect();
    let message = match loops.len() {
        0 => "there is no loop here".to_owned(),
        1 => "1 loop".to_owned(),
        count => format!("{count} loops"),
    };
    let answer = if loops.is_empty() {
        Answer::done(message)
    } else {
        Answer::page(message, loop_page::loops_page(&loops))
    };
    Ok(answer.field("loops", data))
}
