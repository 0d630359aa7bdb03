//! What a brake does to a loop.

use super::Tick;
use crate::cli::loops::schedule::take_away;
use crate::cli::loops::topics::LOOP_TRIPPED;
use crate::diagnostic::{Diagnostic, Exit, NextStep};
use crate::loops::Event;
use crate::loops::brakes::Brake;
use crate::loops::state::{State, Status};
use crate::report::Answer;

/// Halts a loop, and says what is written about it.
pub(super) fn halt(state: &mut State, brake: &Brake) -> (Event, Option<String>) {
    if let Some(halt_reason) = brake.halts {
        state.status = Status::Halted {
            halt_reason,
            halted_because: brake.why.clone(),
        };
    }
    (Event::Halt, Some(format!("{}: {}", brake.gate, brake.why)))
}

/// The answer of a tick that did too much.
pub(super) fn tripped(tick: &Tick<'_>, brake: &Brake) -> Answer {
    let name = tick.folder.name();
    let found = Diagnostic::call(&LOOP_TRIPPED, format!("halted: the loop `{name}`"));
    let approve = format!("automaton loop approve {name} --reason \"...\"");
    let answer = Answer::refused(found.reason(&brake.why).next(NextStep::human(approve)));
    let answer = match brake.halts {
        Some(reason) => answer.field("halt_reason", reason.word()),
        None => answer,
    };
    unscheduled(tick, answer.field("gate", brake.gate))
}

/// The brake of a loop that somebody paused a moment ago.
pub(super) fn paused() -> Brake {
    Brake {
        gate: "status",
        halts: None,
        why: "it is paused".to_owned(),
    }
}

/// Takes the schedule away, and says why that could not be done.
pub(super) fn unscheduled(tick: &Tick<'_>, mut answer: Answer) -> Answer {
    let project = tick.session.project();
    let trouble = project.map(|project| take_away(tick.session, &project, &tick.folder));
    answer.warnings.extend(trouble.ok().flatten());
    answer
}

/// Whether a refusal passes by itself: others are at work, or there is nothing to do.
pub(super) fn is_patient(refused: &Answer) -> bool {
    refused.exit == Exit::Busy || refused.code == crate::cli::claim::NOTHING_TO_CLAIM.code
}
