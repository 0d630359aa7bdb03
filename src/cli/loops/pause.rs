//! `automaton loop pause` and `automaton loop resume`

use super::failures::{named, refused};
use super::topics::LOOP_NOT_PAUSED;
use crate::cli::session::Session;
use crate::diagnostic::Diagnostic;
use crate::loops::state::Status;
use crate::loops::{Event, LoopFolder, Note};
use crate::names::LoopName;
use crate::report::{Answer, loop_page};

/// Stop a loop for a while; whoever sees a reason may
///
/// A harness that runs comes to its end first. `automaton loop resume` lets the loop go on.
#[derive(Debug, clap::Args)]
pub(super) struct Pause {
    /// The loop
    #[arg(value_name = "LOOP")]
    name: LoopName,
    /// End a harness that runs, too
    #[arg(long)]
    now: bool,
}

/// Let a paused loop go on; by no agent
#[derive(Debug, clap::Args)]
pub(super) struct Resume {
    /// The loop
    #[arg(value_name = "LOOP")]
    name: LoopName,
}

pub(super) fn pause(args: &Pause, session: &Session) -> Result<Answer, Answer> {
    let paused = |status: &Status| match status {
        Status::Running => Some(Status::Paused { at_once: args.now }),
        Status::Paused { at_once: false } if args.now => Some(Status::Paused { at_once: true }),
        _ => None,
    };
    change(&args.name, session, Event::Pause, paused, "is paused")
}

pub(super) fn resume(args: &Resume, session: &Session) -> Result<Answer, Answer> {
    super::by_no_agent(session, "lets a paused loop go on")?;
    let resumed = |status: &Status| match status {
        Status::Paused { .. } => Some(Status::Running),
        _ => None,
    };
    change(&args.name, session, Event::Resume, resumed, "goes on")
}

fn change(
    name: &LoopName,
    session: &Session,
    event: Event,
    to: impl Fn(&Status) -> Option<Status>,
    done: &str,
) -> Result<Answer, Answer> {
    let project = session.project()?;
    let folder = LoopFolder::open(project.automaton_dir(), name);
    let folder = folder.map_err(|error| refused(&error))?;
    let actor = session.actor()?;
    let changed = folder.change(&session.waiter(), |state| {
        let Some(status) = to(&state.status) else {
            return Ok((false, None));
        };
        state.status = status;
        let note = None;
        Ok((true, Some(Note { event, actor, note })))
    });
    let (state, is_changed) = changed.map_err(|error| refused(&error))?;
    let word = state.status.word();
    if is_changed {
        return Ok(named(
            Answer::done(format!("the loop `{name}` {done}")),
            &state,
        ));
    }
    let is_asked_for = matches!(
        (event, &state.status),
        (Event::Pause, Status::Paused { .. }) | (Event::Resume, Status::Running)
    );
    if is_asked_for {
        return Ok(named(
            Answer::done(format!("the loop `{name}` is {word} already")),
            &state,
        ));
    }
    let verb = event.word();
    let found = Diagnostic::call(
        &LOOP_NOT_PAUSED,
        format!("refused: {verb} the loop `{name}`"),
    );
    let next = loop_page::next_step(name, &state.status);
    let found = found.reason(format!("it is {word}")).next(next);
    Err(named(Answer::refused(found), &state))
}
