//! `automaton rework`

use super::reason::Reason;
use super::session::Session;
use super::step;
use super::subject::Subject;
use crate::engine::Action;
use crate::names::PhaseName;
use crate::report::Answer;

/// Take a task back to an earlier phase
///
/// Artifacts that the phase forbids move to the task's attic, and approvals from there on are
/// void. Nothing is deleted. The workflow says which phases can be gone back to, and by whom.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The phase to go back to
    phase: PhaseName,
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
    let to = args.phase.clone();
    let action = Action::Rework { to, reason };
    step::take(session, &place, task, action, args.dry_run)
}
