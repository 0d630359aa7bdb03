//! `automaton create-task`

use super::session::Session;
use super::step;
use crate::engine::scope_glob;
use crate::names::{TaskName, TaskPath};
use crate::report::Answer;
use crate::workflow::Glob;

/// Make a task; this is the only way to make one
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The name: 1 to 64 of `A-Za-z0-9._-`, starting with a letter or a digit
    name: TaskName,
    /// Make it a sub-task of this task
    #[arg(long, value_name = "TASK")]
    parent: Option<TaskPath>,
    /// Let the task be about these project files, as a glob; may be given several times
    #[arg(long, value_name = "GLOB", value_parser = scope_glob)]
    scope: Vec<Glob>,
    /// Say what would happen, and change nothing
    #[arg(long)]
    dry_run: bool,
}

pub(super) fn run(args: &Args, session: &Session) -> Result<Answer, Answer> {
    let task = match &args.parent {
        Some(parent) => parent.child(args.name.clone()),
        None => TaskPath::top(args.name.clone()),
    };
    let scope = args.scope.clone();
    step::make(session, &session.place()?, &task, scope, args.dry_run)
}
