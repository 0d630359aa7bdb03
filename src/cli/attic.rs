//! `automaton attic`

mod list;
mod restore;
mod show;

use super::session::Session;
use crate::report::Answer;

/// Look at what the steps of a task moved aside, and put it back
///
/// Rework moves artifacts that the phase forbids to the attic, and what was approved or left behind
/// is kept there. Nothing in it is ever deleted.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(subcommand)]
    action: Action,
}

#[derive(Debug, clap::Subcommand)]
enum Action {
    List(list::Args),
    Show(show::Args),
    Restore(restore::Args),
}

pub(super) fn run(args: &Args, session: &Session) -> Result<Answer, Answer> {
    match &args.action {
        Action::List(args) => list::run(args, session),
        Action::Show(args) => show::run(args, session),
        Action::Restore(args) => restore::run(args, session),
    }
}
