//! What keeps a call about a loop from being answered.

use super::topics::{LOOP_DAMAGED, LOOP_PLAN, LOOP_UNTRACKED, NO_SUCH_LOOP, WORKTREE_FAILED};
use crate::cli::refusals::{io, lock_failed};
use crate::diagnostic::{Diagnostic, NextStep};
use crate::loops::LoopError;
use crate::loops::state::State;
use crate::report::Answer;

/// The refusal of a call about a loop that nothing could be done with.
pub(super) fn refused(error: &LoopError) -> Answer {
    let message = format!("refused: {error}");
    let found = match error {
        LoopError::NoLoop(_) => Diagnostic::call(&NO_SUCH_LOOP, message),
        LoopError::Untracked(_) => Diagnostic::call(&LOOP_UNTRACKED, message),
        LoopError::Damaged { path, .. } => Diagnostic::about(&LOOP_DAMAGED, path, message),
        LoopError::Plan { path, .. } => Diagnostic::about(&LOOP_PLAN, path, message),
        LoopError::Busy(error) => return lock_failed(error),
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
