//! `automaton transition`

use super::session::Session;
use super::step;
use super::subject::Subject;
use crate::engine::Action;
use crate::names::StateName;
use crate::report::Answer;

/// Move a task one step, if the workflow allows it
///
/// STATE is a phase, or `PHASE:SUB_STATE` where the phase has an approval: its pending sub-state
/// submits it, the phase alone takes a submission back. `automaton status TASK` lists what is
/// possible.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The state to come to
    state: StateName,
    #[command(flatten)]
    subject: Subject,
    /// Say what would happen, and change nothing
    #[arg(long)]
    dry_run: bool,
}

pub(super) fn run(args: &Args, session: &Session) -> Result<Answer, Answer> {
    let place = session.place()?;
    let task = args.subject.task(&place)?;
    let to = args.state.clone();
    step::take(
        session,
        &place,
        task,
        Action::Transition { to },
        args.dry_run,
    )
}
