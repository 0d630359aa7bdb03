//! The one way to take a step: look, ask a person where one is needed, lock, decide, commit.

use serde_json::json;

use super::confirm;
use super::session::{Place, Session};
use crate::diagnostic::{Diagnostic, Exit, NextStep, Severity, Topic};
use crate::engine::{
    self, Action, Authority, Facts, Notice, Refusal, Request, Standing, decide, topics,
};
use crate::fs::FsError;
use crate::names::TaskPath;
use crate::report::Answer;
use crate::task::{
    Checks, CommitError, Committed, LockError, Namespace, NamespaceLock, TaskLock, check, commit,
    create,
};
use crate::workflow::{Model, State};

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

/// Takes one step with a task that exists.
pub(super) fn take(
    session: &Session,
    place: &Place,
    task: &TaskPath,
    action: Action,
    dry_run: bool,
) -> Result<Answer, Answer> {
    let model: &Model = &place.workflow;
    let mut request = request(session, action)?;
    let refused = |found: &Refusal| refused_by(model, found);

    let folder = place
        .namespace
        .find(task)
        .map_err(|error| Answer::refused(io(&error)))?;
    let Some(folder) = folder else {
        return Err(no_task(session, place, task));
    };
    let facts = folder
        .observe(Checks::new())
        .map_err(|error| fact(task, &error))?;
    let seen = sequence(&facts);
    request.authority = authority(session, model, &facts, &request)?;
    let checks = run_checks(place, &facts, &request)?;
    if dry_run {
        let facts = folder.observe(checks).map_err(|error| fact(task, &error))?;
        let step = engine::judge(model, &facts, &request).map_err(|found| refused(&found))?;
        return Ok(foretold(model, task, &facts, step.to, &step.notices));
    }
    let mut lock = TaskLock::acquire(&place.namespace, task, &session.waiter())
        .map_err(|error| locked(task, &error))?;
    let facts = lock.read(checks).map_err(|error| fact(task, &error))?;
    if request.authority == Authority::Person && sequence(&facts) != seen {
        return Err(moved_on(task));
    }
    let grant = decide(&place.workflow, facts, &request).map_err(|(_, found)| refused(&found))?;
    let step = grant.step().clone();
    let done = commit(grant).map_err(|error| uncommitted(task, &error))?;
    Ok(taken(model, &done, step.to, &step.notices))
}

/// Makes a task.
pub(super) fn make(
    session: &Session,
    place: &Place,
    task: &TaskPath,
    dry_run: bool,
) -> Result<Answer, Answer> {
    let model: &Model = &place.workflow;
    let request = request(session, Action::Create)?;
    let refused = |found: &Refusal| refused_by(model, found);
    if dry_run {
        let facts = place
            .namespace
            .observe_place(task)
            .map_err(|error| fact(task, &error))?;
        let Some(facts) = facts else {
            let parent = task.parent().unwrap_or_else(|| task.clone());
            return Err(no_task(session, place, &parent));
        };
        let step = engine::judge(model, &facts, &request).map_err(|found| refused(&found))?;
        let state = step.to.map(|state| model.state_name(state).to_string());
        return Ok(Answer::done(format!(
            "would create {task} in {}",
            state.unwrap_or_default()
        ))
        .field("task", task.to_string())
        .field("dry_run", true));
    }
    let mut lock =
        NamespaceLock::acquire(&place.namespace, task, &session.waiter()).map_err(|error| {
            match &error {
                LockError::NoTask(missing) => no_task(session, place, missing),
                _ => locked(task, &error),
            }
        })?;
    let facts = lock.read().map_err(|error| fact(task, &error))?;
    let grant = decide(&place.workflow, facts, &request).map_err(|(_, found)| refused(&found))?;
    let step = grant.step().clone();
    let done = create(grant).map_err(|error| uncommitted(task, &error))?;
    Ok(taken(model, &done, step.to, &[]))
}

/// The request, with what is known about who asks before anyone is asked back.
pub(super) fn request(session: &Session, action: Action) -> Result<Request, Answer> {
    Ok(Request {
        actor: session.actor()?,
        authority: session.authority(),
        action,
    })
}

/// Asks a person where the engine says that only a person will do.
fn authority(
    session: &Session,
    model: &Model,
    facts: &impl Facts,
    request: &Request,
) -> Result<Authority, Answer> {
    let asked = match engine::judge(model, facts, request) {
        Err(refusal) if *refusal.topic() == topics::PERSON_REQUIRED => refusal,
        _ => return Ok(request.authority),
    };
    // Nobody is asked about a step that would be refused for another reason anyway.
    let by_person = Request {
        authority: Authority::Person,
        ..request.clone()
    };
    engine::judge(model, facts, &by_person).map_err(|found| refused_by(model, &found))?;
    confirm::ask(session, model, facts, request).map_err(|why| {
        let mut found = asked.diagnose(model);
        found.reasons.push(why);
        Answer::refused(found).field("task", facts.task().to_string())
    })?;
    Ok(Authority::Person)
}

/// Runs the commands that the step's guards ask for, without the lock: they may take minutes.
fn run_checks(place: &Place, facts: &impl Facts, request: &Request) -> Result<Checks, Answer> {
    let model: &Model = &place.workflow;
    let wanted =
        engine::checks(model, facts, request).map_err(|found| refused_by(model, &found))?;
    let mut results = Checks::new();
    for check in wanted {
        let result =
            check::run(&check, &place.project.root).map_err(|error| fact(facts.task(), &error))?;
        results.insert(check, result);
    }
    Ok(results)
}

fn sequence(facts: &impl Facts) -> Option<u64> {
    match facts.standing() {
        Ok(Standing::Tracked(record)) => Some(record.seq),
        _ => None,
    }
}

/// A step that was taken.
fn taken(model: &Model, done: &Committed, to: Option<State>, notices: &[Notice]) -> Answer {
    let message = match &done.from {
        Some(from) if *from != done.to => format!("{}: {from} -> {}", done.task, done.to),
        Some(_) => format!("{}: stays in {}", done.task, done.to),
        None => format!("{}: in {}", done.task, done.to),
    };
    let next = to.map_or_else(Vec::new, |state| {
        engine::next_steps(model, &done.task, state)
    });
    let mut answer = Answer::done(message)
        .field("task", done.task.to_string())
        .field("state", done.to.to_string())
        .field("from", json!(done.from.as_ref().map(ToString::to_string)))
        .field("seq", done.seq)
        .field("at", done.at.clone())
        .next(next);
    answer.warnings = notices
        .iter()
        .map(|notice| notice.sentence(model))
        .collect();
    answer
}

/// A step that would be taken.
fn foretold(
    model: &Model,
    task: &TaskPath,
    facts: &impl Facts,
    to: Option<State>,
    notices: &[Notice],
) -> Answer {
    let from = match facts.standing() {
        Ok(Standing::Tracked(record)) => Some(record.state.to_string()),
        _ => None,
    };
    let to = to.map(|state| model.state_name(state).to_string());
    let message = match (&from, &to) {
        (Some(from), Some(to)) => format!("{task}: would go {from} -> {to}"),
        (_, to) => format!("{task}: would come to {}", to.clone().unwrap_or_default()),
    };
    let mut answer = Answer::done(message)
        .field("task", task.to_string())
        .field("from", json!(from))
        .field("state", json!(to))
        .field("dry_run", true);
    answer.warnings = notices
        .iter()
        .map(|notice| notice.sentence(model))
        .collect();
    answer
}

/// What the engine refused.
pub(super) fn refused_by(model: &Model, refusal: &Refusal) -> Answer {
    let answer = Answer::refused(refusal.diagnose(model)).field("task", refusal.task.to_string());
    match &refusal.state {
        Some(state) => answer.field("state", state.to_string()),
        None => answer,
    }
}

/// A task that is not there, with the ones that are.
pub(super) fn no_task(_session: &Session, place: &Place, task: &TaskPath) -> Answer {
    let message = format!("refused: there is no task `{task}`");
    let mut found = Diagnostic::call(&topics::NO_SUCH_TASK, message);
    let known = known_tasks(&place.namespace);
    let names = known.iter().map(String::as_str);
    if let Some(near) = crate::workflow::nearest(&task.to_string(), names) {
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

fn known_tasks(namespace: &Namespace) -> Vec<String> {
    let listed = namespace.list(true).unwrap_or_default();
    listed
        .into_iter()
        .flatten()
        .map(|folder| folder.task().to_string())
        .collect()
}

/// A fact that could not be had.
pub(super) fn fact(task: &TaskPath, error: &engine::FactError) -> Answer {
    let found = Diagnostic::about(
        &topics::FACT_UNAVAILABLE,
        error.path.clone(),
        format!("refused: cannot tell about `{task}`"),
    );
    let found = found.reason(error.to_string()).help("nothing has changed");
    Answer::refused(found).field("task", task.to_string())
}

/// A file that could not be used.
pub(super) fn io(error: &FsError) -> Diagnostic {
    Diagnostic::about(&IO, error.path.clone(), "failed")
        .reason(error.to_string())
        .help("nothing has changed")
}

fn locked(task: &TaskPath, error: &LockError) -> Answer {
    let found = match error {
        LockError::Busy { path, .. } => {
            Diagnostic::about(&BUSY, path.clone(), format!("refused: `{task}` is busy"))
                .reason(error.to_string())
                .help("nothing has changed; run the command again")
        }
        LockError::NotAFile { path, .. } => {
            let message = format!("refused: the lock for `{task}` cannot be taken");
            Diagnostic::about(&topics::TAMPERED, path.clone(), message)
                .reason(error.to_string())
                .help("nothing has changed; move it away, and nothing is lost")
        }
        LockError::NoTask(missing) => Diagnostic::call(
            &topics::NO_SUCH_TASK,
            format!("refused: there is no task `{missing}`"),
        ),
        LockError::Io(error) => io(error),
    };
    Answer::refused(found).field("task", task.to_string())
}

fn moved_on(task: &TaskPath) -> Answer {
    let message = format!("refused: `{task}` moved while you were asked");
    let found = Diagnostic::about(&MOVED_ON, task.folder(), message)
        .next(NextStep::anyone(format!("automaton status {task}")));
    Answer::refused(found).field("task", task.to_string())
}

fn uncommitted(task: &TaskPath, error: &CommitError) -> Answer {
    let path = match error {
        CommitError::NotChanged { path, .. } | CommitError::InDoubt { path, .. } => path.clone(),
    };
    let in_doubt = matches!(error, CommitError::InDoubt { .. });
    let found = Diagnostic::about(&IO, path, format!("failed: `{task}`")).reason(error.to_string());
    Answer::refused(found)
        .field("task", task.to_string())
        .field("in_doubt", in_doubt)
}
