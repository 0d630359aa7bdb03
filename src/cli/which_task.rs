//! The task that a call means without naming it: the only one, never a guess.

use super::session::Place;
use super::step;
use crate::diagnostic::{Diagnostic, Exit, NextStep, Severity, Topic};
use crate::names::TaskPath;
use crate::report::Answer;

/// A call that names no task where several could be meant.
pub(super) static TASK_NOT_NAMED: Topic = Topic {
    code: "task-not-named",
    severity: Severity::Error,
    exit: Exit::Usage,
    summary: "the call names no task, and more than one could be meant",
    explanation: "Where a project has exactly one task, a command may leave its name out. With several, none is \
        guessed: the call is refused with the list of them.",
};

/// The most tasks that the refusal lists.
const MOST_LISTED: usize = 20;

/// The task that is `named`, or the only one. `command` is what to call with each of several.
pub(super) fn only(
    place: &Place,
    named: Option<&TaskPath>,
    command: &str,
) -> Result<TaskPath, Answer> {
    if let Some(task) = named {
        return Ok(task.clone());
    }
    let mut tasks = Vec::new();
    let visited = place
        .namespace
        .visit(&mut |listed| tasks.extend(listed.ok().map(|folder| folder.task().clone())));
    visited.map_err(|error| Answer::refused(step::io(&error)))?;
    match tasks.as_slice() {
        [only] => Ok(only.clone()),
        [] => {
            let found = Diagnostic::call(&TASK_NOT_NAMED, "refused: there are no tasks yet");
            let create = NextStep::anyone("automaton create-task NAME");
            Err(Answer::refused(found.next(create)))
        }
        several => {
            let message = format!("refused: which of {} tasks is meant?", several.len());
            let mut found = Diagnostic::call(&TASK_NOT_NAMED, message);
            for task in several.iter().take(MOST_LISTED) {
                found = found.next(NextStep::anyone(format!("{command} {task}")));
            }
            if several.len() > MOST_LISTED {
                found = found
                    .reason(format!("the first {MOST_LISTED} are listed"))
                    .next(NextStep::anyone("automaton status"));
            }
            Err(Answer::refused(found))
        }
    }
}
