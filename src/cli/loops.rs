//! `automaton loop`

mod failures;
mod tick;
pub(super) mod topics;

use super::session::Session;
use crate::report::Answer;

/// Let agents run by themselves, with brakes that hold
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(subcommand)]
    action: Action,
}

#[derive(Debug, clap::Subcommand)]
enum Action {
    Tick(tick::Args),
}

pub(super) fn run(args: &Args, session: &Session) -> Result<Answer, Answer> {
    match &args.action {
        Action::Tick(args) => tick::run(args, session),
    }
}
