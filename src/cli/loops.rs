//! `automaton loop`

mod daemon;
mod failures;
pub(super) mod schedule;
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
    Run(daemon::Args),
    Schedule(schedule::Args),
}

pub(super) fn run(args: &Args, session: &Session) -> Result<Answer, Answer> {
    match &args.action {
        Action::Tick(args) => tick::run(args, session),
        Action::Run(args) => daemon::run(args, session),
        Action::Schedule(args) => schedule::run(args, session),
    }
}
