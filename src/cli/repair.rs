//! `automaton repair`

use super::session::Session;
use super::step;
use super::subject::Subject;
use crate::engine::{Action, Keep};
use crate::names::StateName;
use crate::report::Answer;

/// Settle a task whose records or artifacts were changed from outside; by a person only
///
/// Without an option, what the journal says counts: `.state` and changed artifacts go back to it.
/// What is about to happen is shown before it is confirmed. The journal keeps what was done, and
/// whatever is replaced goes to the task's attic.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    subject: Subject,
    /// Accept what the folder holds now; approvals of what was changed are void
    #[arg(long)]
    accept: bool,
    /// Accept what the folder holds now, and put the task in this phase
    #[arg(long = "as", value_name = "PHASE", conflicts_with = "accept")]
    state: Option<StateName>,
    /// Say what would happen, and change nothing
    #[arg(long)]
    dry_run: bool,
}

pub(super) fn run(args: &Args, session: &Session) -> Result<Answer, Answer> {
    let place = session.place()?;
    let task = args.subject.task(&place)?;
    let keep = match &args.state {
        Some(state) => Keep::State(state.clone()),
        None if args.accept => Keep::Folder,
        None => Keep::Journal,
    };
    step::take(session, &place, task, Action::Repair { keep }, args.dry_run)
}
