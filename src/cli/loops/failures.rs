//! What keeps a call about a loop from being answered.

use super::topics::{
    LOOP_DAMAGED, LOOP_EXISTS, LOOP_PLAN, LOOP_UNTRACKED, NO_SUCH_LOOP, WORKTREE_FAILED,
};
use crate::cli::refusals::{IO, io, lock_failed};
use crate::diagnostic::{Diagnostic, NextStep};
use crate::loops::LoopError;
use crate::loops::state::State;
use crate::report::Answer;

/// The refusal of a call about a loop that nothing could be done with.
pub(super) fn refused(error: &LoopError) -> Answer {
    let message = format!("refused: {error}");
    let found = match error {
        LoopError::NoLoop(_) => {
            Diagnostic::call(&NO_SUCH_LOOP, message).next(NextStep::anyone("automaton loop status"))
        }
        LoopError::Taken(name) => Diagnostic::call(&LOOP_EXISTS, message)
            .next(NextStep::anyone(format!("automaton loop status {name}"))),
        LoopError::Untracked(_) => {
            Diagnostic::call(&LOOP_UNTRACKED, message).next(NextStep::anyone("automaton audit"))
        }
        LoopError::Damaged { path, .. } => Diagnostic::about(&LOOP_DAMAGED, path, message)
            .next(NextStep::anyone("automaton audit")),
        LoopError::Plan { path, .. } => Diagnostic::about(&LOOP_PLAN, path, message)
            .next(NextStep::anyone("automaton explain loop-plan")),
        LoopError::Busy(error) => return lock_failed(error),
        LoopError::InDoubt(error) => {
            let found = Diagnostic::about(&IO, &error.path, message);
            return Answer::refused(found).field("in_doubt", true);
        }
        LoopError::Io(error) => return Answer::refused(io(error)),
    };
    Answer::refused(found)
}

/// The same answer, with the loop that it is about.
pub(super) fn named(answer: Answer, state: &State) -> Answer {
    let name = state.name.to_string();
    answer
        .field("loop", name)
        .field("status", state.status.word())
}

/// The refusal where Git could not be asked.
pub(super) fn unmeasured(problem: &str) -> Answer {
    let found = Diagnostic::call(&WORKTREE_FAILED, "failed: the worktree of the loop");
    Answer::refused(
        found
            .reason(problem)
            .next(NextStep::anyone("automaton doctor")),
    )
}
