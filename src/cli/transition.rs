//! `automaton transition`

use super::session::Session;
use super::step;
use crate::engine::Action;
use crate::names::{StateName, TaskPath};
use crate::report::Answer;

/// Move a task one step, if the workflow allows it
///
/// STATE is a phase, or a phase with an approval sub-state: `design:awaiting_approval` submits
/// `design`, `design` takes a submission back. `automaton status TASK` lists what is possible.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The state to come to
    state: StateName,
    /// The task
    #[arg(long, short)]
    task: TaskPath,
    /// Say what would happen, and change nothing
    #[arg(long)]
    dry_run: bool,
}

pub(super) fn run(args: &Args, session: &Session) -> Answer {
    let to = args.state.clone();
    session
        .place()
        .and_then(|place| {
            step::take(
                session,
                &place,
                &args.task,
                Action::Transition { to },
                args.dry_run,
            )
        })
        .unwrap_or_else(|refused| refused)
}
