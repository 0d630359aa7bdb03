//! What stops a command before, after or beside the engine: tasks that are not there, facts that
//! could not be had, locks, files.

use super::session::Place;
use crate::diagnostic::{Diagnostic, Exit, NextStep, Severity, Topic};
use crate::engine::{FactError, Refusal, topics};
use crate::fs::FsError;
use crate::names::TaskPath;
use crate::report::Answer;
use crate::task::{CommitError, Listed, LockError, NOT_A_TASK, Namespace};
use crate::workflow::{Model, nearest};

/// A file that could not be used.
pub(super) static IO: Topic = Topic {
    code: "io",
    severity: Severity::Error,
    exit: Exit::Io,
    summary: "a file or folder could not be read or written",
    explanation: "The system refused, or the disk is full or failing. The message names the file \
        and says whether anything has changed. Where a step is in doubt, running the same command \
        again settles it.",
};

/// A lock that somebody holds.
pub(super) static BUSY: Topic = Topic {
    code: "busy",
    severity: Severity::Error,
    exit: Exit::Busy,
    summary: "another process works on the task",
    explanation: "One process at a time changes a task. The lock was waited for and not had; the \
        message names who holds it. The lock goes away with its process: no file has to be deleted. \
        Try again.",
};

/// A task that moved while a person was asked.
pub(super) static MOVED_ON: Topic = Topic {
    code: "moved-on",
    severity: Severity::Error,
    exit: Exit::Busy,
    summary: "the task moved while a person was being asked about it",
    explanation: "What was shown is no longer what would be decided. Nothing was changed. Look at \
        the task and run the command again.",
};

/// What the engine refused.
pub(super) fn refused_by(model: &Model, refusal: &Refusal) -> Answer {
    let answer = Answer::refused(refusal.diagnose(model)).field("task", refusal.task.to_string());
    match &refusal.state {
        Some(state) => answer.field("state", state.to_string()),
        None => answer,
    }
}

/// A task that is not there, with the ones that are.
pub(super) fn no_task(place: &Place, task: &TaskPath) -> Answer {
    let message = format!("refused: there is no task `{task}`");
    let mut found = Diagnostic::call(&topics::NO_SUCH_TASK, message);
    let known = known_tasks(&place.namespace);
    if let Some(near) = nearest(&task.to_string(), known.iter().map(String::as_str)) {
        found = found.reason(format!("did you mean `{near}`?"));
    }
    let create = match task.parent() {
        None => format!("automaton create-task {task}"),
        Some(parent) => format!("automaton create-task {} --parent {parent}", task.name()),
    };
    let found = found
        .next(NextStep::anyone("automaton status"))
        .next(NextStep::anyone(create));
    Answer::refused(found).field("task", task.to_string())
}

/// The tasks of the project, as far as they can be listed.
pub(super) fn known_tasks(namespace: &Namespace) -> Vec<String> {
    let mut known = Vec::new();
    let mut note = |listed: Listed| {
        known.extend(listed.ok().map(|folder| folder.task().to_string()));
    };
    // The names only help with a message; what could be listed is good enough for it.
    let _ = namespace.visit(&mut note);
    known
}

/// A fact that could not be had.
pub(super) fn fact(task: &TaskPath, error: &FactError) -> Answer {
    let found = Diagnostic::about(
        &topics::FACT_UNAVAILABLE,
        error.path.clone(),
        format!("refused: cannot tell about `{task}`"),
    );
    let found = found.reason(error.to_string()).help("nothing has changed");
    Answer::refused(found).field("task", task.to_string())
}

/// Something that stands among the tasks and is none, or could not be opened.
pub(super) fn unusable(error: &FactError) -> Answer {
    let message = "refused: not a task";
    let found = Diagnostic::about(&NOT_A_TASK, error.path.clone(), message);
    Answer::refused(found.reason(error.to_string()))
}

/// A file that could not be used.
pub(super) fn io(error: &FsError) -> Diagnostic {
    Diagnostic::about(&IO, error.path.clone(), "failed")
        .reason(error.to_string())
        .help("nothing has changed")
}

/// A lock that was not had.
pub(super) fn locked(task: &TaskPath, error: &LockError) -> Answer {
    let found = lock_refusal(&format!("`{task}`"), error);
    Answer::refused(found).field("task", task.to_string())
}

/// A lock of the whole project that was not had.
pub(super) fn lock_failed(error: &LockError) -> Answer {
    Answer::refused(lock_refusal("the project", error))
}

fn lock_refusal(subject: &str, error: &LockError) -> Diagnostic {
    match error {
        LockError::Busy { path, .. } => {
            Diagnostic::about(&BUSY, path.clone(), format!("refused: {subject} is busy"))
                .reason(error.to_string())
                .help("nothing has changed; run the command again")
        }
        LockError::NotAFile { path, .. } => {
            let message = format!("refused: the lock for {subject} cannot be taken");
            Diagnostic::about(&topics::TAMPERED, path.clone(), message)
                .reason(error.to_string())
                .help("nothing has changed; move it away, and nothing is lost")
        }
        LockError::NoTask(missing) => Diagnostic::call(
            &topics::NO_SUCH_TASK,
            format!("refused: there is no task `{missing}`"),
        ),
        LockError::Unsettled(error) => {
            let message = format!("refused: {subject} cannot be moved to the archive");
            Diagnostic::about(&topics::FACT_UNAVAILABLE, error.path.clone(), message)
                .reason(error.to_string())
        }
        LockError::Io(error) => io(error),
    }
}

/// What a person saw is not what would be done.
pub(super) fn moved_on(task: &TaskPath) -> Answer {
    let message = format!("refused: `{task}` moved while you were asked");
    let found = Diagnostic::about(&MOVED_ON, task.folder(), message)
        .next(NextStep::anyone(format!("automaton status {task}")));
    Answer::refused(found).field("task", task.to_string())
}

/// A granted step that was not acknowledged.
pub(super) fn uncommitted(task: &TaskPath, error: &CommitError) -> Answer {
    let path = match error {
        CommitError::NotChanged { path, .. } | CommitError::InDoubt { path, .. } => path.clone(),
    };
    let in_doubt = matches!(error, CommitError::InDoubt { .. });
    let found = Diagnostic::about(&IO, path, format!("failed: `{task}`")).reason(error.to_string());
    Answer::refused(found)
        .field("task", task.to_string())
        .field("in_doubt", in_doubt)
}
