//! `automaton approve`

use super::session::Session;
use super::step;
use super::subject::Subject;
use crate::engine::Action;
use crate::report::Answer;

/// Approve what a task has submitted
///
/// The workflow says who may: with `by=human` this needs a person at a terminal.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    subject: Subject,
    /// Say what would happen, and change nothing
    #[arg(long)]
    dry_run: bool,
}

pub(super) fn run(args: &Args, session: &Session) -> Result<Answer, Answer> {
    let place = session.place()?;
    let task = args.subject.task(&place)?;
    step::take(session, &place, task, Action::Approve, args.dry_run)
}
