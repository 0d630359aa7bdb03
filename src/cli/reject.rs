//! `automaton reject`

use super::reason::Reason;
use super::session::Session;
use super::step;
use super::subject::Subject;
use crate::engine::Action;
use crate::report::Answer;

/// Turn down what a task has submitted
///
/// The task goes back to the phase, where the artifact can be written again. Whoever may approve
/// may reject.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    subject: Subject,
    /// Why; the journal keeps it
    #[arg(long, short)]
    reason: Reason,
    /// Say what would happen, and change nothing
    #[arg(long)]
    dry_run: bool,
}

pub(super) fn run(args: &Args, session: &Session) -> Result<Answer, Answer> {
    let place = session.place()?;
    let task = args.subject.task(&place)?;
    let reason = args.reason.text();
    let action = Action::Reject { reason };
    step::take(session, &place, task, action, args.dry_run)
}
