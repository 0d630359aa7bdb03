//! `automaton abandon`

use super::reason::Reason;
use super::session::Session;
use super::step;
use super::subject::Subject;
use crate::engine::Action;
use crate::report::Answer;

/// End a task where it stands; by a person only
///
/// The folder stays as it is. No further step can be taken with the task.
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
    let action = Action::Abandon { reason };
    step::take(session, &place, task, action, args.dry_run)
}
