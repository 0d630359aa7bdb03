//! `automaton loop`

mod approve;
mod audit;
mod check_gate;
mod create;
mod daemon;
mod failures;
mod inside;
pub(super) mod late;
mod log;
mod pause;
pub(super) mod schedule;
mod status;
mod tick;
pub(super) mod topics;

use super::session::Session;
use crate::diagnostic::{Diagnostic, NextStep};
use crate::engine::topics::PERSON_REQUIRED;
use crate::report::Answer;

pub(super) use audit::audit;
pub(super) use inside::inside;

/// Let agents run by themselves, with brakes that hold
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(subcommand)]
    action: Action,
}

#[derive(Debug, clap::Subcommand)]
enum Action {
    Create(create::Args),
    CheckGate(check_gate::Args),
    Tick(tick::Args),
    Run(daemon::Args),
    Schedule(schedule::Args),
    Pause(pause::Pause),
    Resume(pause::Resume),
    Approve(approve::Args),
    Status(status::Args),
    Log(log::Args),
}

pub(super) fn run(args: &Args, session: &Session) -> Result<Answer, Answer> {
    match &args.action {
        Action::Create(args) => create::run(args, session),
        Action::CheckGate(args) => check_gate::run(args, session),
        Action::Tick(args) => tick::run(args, session),
        Action::Run(args) => daemon::run(args, session),
        Action::Schedule(args) => schedule::run(args, session),
        Action::Pause(args) => pause::pause(args, session),
        Action::Resume(args) => pause::resume(args, session),
        Action::Approve(args) => approve::run(args, session),
        Action::Status(args) => status::run(args, session),
        Action::Log(args) => log::run(args, session),
    }
}

/// Refuses what loosens a brake where an agent is at work.
fn by_no_agent(session: &Session, does: &str) -> Result<(), Answer> {
    let Some(agent) = session.environment.agents().first().copied() else {
        return Ok(());
    };
    let called = session.called().join(" ");
    let found = Diagnostic::call(&PERSON_REQUIRED, "refused: the loop");
    Err(Answer::refused(
        found
            .reason(format!(
                "no agent {does}, and one is at work here: `{}` is set",
                agent.name
            ))
            .next(NextStep::human(called)),
    ))
}
