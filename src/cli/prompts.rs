//! `automaton prompts`

mod begin;
mod check;
mod sync;

pub(super) use self::begin::PROMPT_EXISTS;
pub(super) use self::check::PROMPT_FINDINGS;
pub(super) use self::sync::PROMPTS_LEFT;
use super::session::Session;
use crate::report::Answer;

/// Hold the prompts of a workflow to what it says
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(subcommand)]
    action: Action,
}

#[derive(Debug, clap::Subcommand)]
enum Action {
    Check(check::Args),
    New(begin::Args),
    Sync(sync::Args),
}

pub(super) fn run(args: &Args, session: &Session) -> Result<Answer, Answer> {
    match &args.action {
        Action::Check(args) => check::run(args, session),
        Action::New(args) => begin::run(args, session),
        Action::Sync(args) => sync::run(args, session),
    }
}
