//! `automaton approve`

use super::session::Session;
use super::step;
use crate::engine::Action;
use crate::names::TaskPath;
use crate::report::Answer;

/// Approve what a task has submitted
///
/// The workflow says who may: with `by=human` this needs a person at a terminal.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The task
    #[arg(long, short)]
    task: TaskPath,
    /// Say what would happen, and change nothing
    #[arg(long)]
    dry_run: bool,
}

pub(super) fn run(args: &Args, session: &Session) -> Answer {
    session
        .place()
        .and_then(|place| step::take(session, &place, &args.task, Action::Approve, args.dry_run))
        .unwrap_or_else(|refused| refused)
}
