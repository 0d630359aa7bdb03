//! The one way to take a step: look, ask a person where one is needed, lock, decide, commit.

use super::confirm;
use super::effects::{foretold, made, taken};
use super::refusals::{locked, moved_on, uncommitted};
use super::session::{Place, Session};
use crate::approval::Preview;
use crate::engine::{self, Action, Authority, Facts, Request, Step, decide, topics};
use crate::names::TaskPath;
use crate::report::Answer;
use crate::task::{
    Checks, LockError, NamespaceLock, NewFile, ObservedTask, TaskFolder, TaskLock, check, commit,
    create,
};
use crate::workflow::{Glob, Model};

pub(super) use super::refusals::{IO, fact, io, no_task, refused_by};

/// Takes one step with a task that exists. A folder that the workflow adopts by itself is adopted
/// first.
pub(super) fn take(
    session: &Session,
    place: &Place,
    task: &TaskPath,
    action: Action,
    dry_run: bool,
) -> Result<Answer, Answer> {
    let folder = find(place, task)?;
    let request = request(session, action)?;
    let adopted = adopted(session, place, &folder, &request, dry_run)?;
    match adopted {
        Some(adoption) if dry_run => Ok(adoption),
        adopted => step(session, place, &folder, request, dry_run)
            .map(|answer| after(adopted.as_ref(), answer))
            .map_err(|answer| after(adopted.as_ref(), answer)),
    }
}

/// The same answer, with a word about the adoption that came before the step.
fn after(adopted: Option<&Answer>, mut answer: Answer) -> Answer {
    if let Some(adoption) = adopted {
        let why = adoption.warnings.join("; ");
        let said = format!(
            "the folder was untracked; adopted {}: {why}",
            adoption.message
        );
        answer.warnings.insert(0, said);
    }
    answer
}

pub(super) fn find(place: &Place, task: &TaskPath) -> Result<TaskFolder, Answer> {
    let found = place.namespace.find_anywhere(task);
    found
        .map_err(|error| Answer::refused(io(&error)))?
        .ok_or_else(|| no_task(place, task))
}

/// Adopts the folder if the engine says that the request starts with that.
fn adopted(
    session: &Session,
    place: &Place,
    folder: &TaskFolder,
    request: &Request,
    dry_run: bool,
) -> Result<Option<Answer>, Answer> {
    let facts = observe(folder, Checks::new())?;
    let first = engine::adopts_first(&place.workflow, &facts, request)
        .map_err(|error| fact(folder.task(), &error))?;
    if !first {
        return Ok(None);
    }
    let adoption = Request {
        action: Action::Adopt {
            state: None,
            renamed: place.settings.renamed.clone(),
        },
        ..request.clone()
    };
    match step(session, place, folder, adoption, dry_run) {
        // Somebody else was faster, and the task is tracked now.
        Err(refused) if refused.code == topics::ALREADY_THERE.code => Ok(None),
        Err(refused) => Err(refused),
        Ok(mut answer) => {
            if dry_run {
                let then = "the step itself is decided once the folder is adopted";
                answer.warnings.push(then.to_owned());
            }
            Ok(Some(answer))
        }
    }
}

fn step(
    session: &Session,
    place: &Place,
    folder: &TaskFolder,
    mut request: Request,
    dry_run: bool,
) -> Result<Answer, Answer> {
    let model: &Model = &place.workflow;
    let task = folder.task();
    let facts = observe(folder, Checks::new())?;
    let shown = authorise(session, model, &facts, &mut request, dry_run)?;
    let checks = run_checks(place, &facts, &request)?;
    if dry_run {
        let facts = observe(folder, checks)?;
        let step = engine::judge(model, &facts, &request);
        let step = step.map_err(|found| refused_by(model, &found))?;
        return Ok(foretold(model, &facts, &step));
    }
    under_lock(session, place, task, &request, checks, shown.as_ref())
}

/// Decides once more under the lock, and takes the step if it is still what a person was shown.
pub(super) fn under_lock(
    session: &Session,
    place: &Place,
    task: &TaskPath,
    request: &Request,
    checks: Checks,
    shown: Option<&Preview>,
) -> Result<Answer, Answer> {
    let model: &Model = &place.workflow;
    let mut lock = TaskLock::acquire(&place.namespace, task, &session.waiter())
        .map_err(|error| locked(task, &error))?;
    let facts = lock.read(checks).map_err(|error| fact(task, &error))?;
    let grant =
        decide(&place.workflow, facts, request).map_err(|(_, found)| refused_by(model, &found))?;
    if let Some(shown) = shown {
        let now = confirm::preview(model, grant.facts(), request, grant.step());
        if now.map_err(|error| fact(task, &error))? != *shown {
            return Err(moved_on(task));
        }
    }
    let step = grant.step().clone();
    let done = commit(grant).map_err(|error| uncommitted(task, &error))?;
    Ok(taken(model, &done, &step))
}

/// Takes a decision that a person made on a page, if it is still about what they were shown.
#[cfg(feature = "dashboard")]
pub(super) fn decided_on_page(
    session: &Session,
    place: &Place,
    task: &TaskPath,
    action: Action,
    is_shown: &dyn Fn(&ObservedTask) -> Result<bool, Answer>,
) -> Result<Answer, Answer> {
    let model: &Model = &place.workflow;
    let request = Request {
        authority: Authority::Page,
        ..request(session, action)?
    };
    let folder = find(place, task)?;
    let facts = observe(&folder, Checks::new())?;
    if !is_shown(&facts)? {
        return Err(moved_on(task));
    }
    let step = engine::judge(model, &facts, &request);
    let step = step.map_err(|found| refused_by(model, &found))?;
    let shown = confirm::preview(model, &facts, &request, &step);
    let shown = shown.map_err(|error| fact(task, &error))?;
    let checks = run_checks(place, &facts, &request)?;
    under_lock(session, place, task, &request, checks, Some(&shown))
}

pub(super) fn observe(folder: &TaskFolder, checks: Checks) -> Result<ObservedTask, Answer> {
    let observed = folder.observe(checks);
    observed.map_err(|error| fact(folder.task(), &error))
}

/// Makes a task. The folder that it is to be a sub-task in is adopted first, as in [`take`].
pub(super) fn make(
    session: &Session,
    place: &Place,
    task: &TaskPath,
    scope: Vec<Glob>,
    files: Vec<NewFile>,
    dry_run: bool,
) -> Result<Answer, Answer> {
    let request = request(session, Action::Create { scope })?;
    let adopted = match task.parent() {
        Some(parent) => {
            let folder = find(place, &parent)?;
            adopted(session, place, &folder, &request, dry_run)?
        }
        None => None,
    };
    match adopted {
        Some(adoption) if dry_run => Ok(adoption),
        None if dry_run => would_create(place, task, files, &request),
        adopted => created(session, place, task, files, &request)
            .map(|answer| after(adopted.as_ref(), answer))
            .map_err(|answer| after(adopted.as_ref(), answer)),
    }
}

fn would_create(
    place: &Place,
    task: &TaskPath,
    files: Vec<NewFile>,
    request: &Request,
) -> Result<Answer, Answer> {
    let model: &Model = &place.workflow;
    let facts = place.namespace.observe_place(task);
    let facts = facts.map_err(|error| fact(task, &error))?;
    let facts = facts.ok_or_else(|| no_task(place, &task.parent().unwrap_or(task.clone())))?;
    let facts = facts.with_files(files);
    let step = engine::judge(model, &facts, request);
    let step = step.map_err(|found| refused_by(model, &found))?;
    Ok(made(model, &facts, &step))
}

fn created(
    session: &Session,
    place: &Place,
    task: &TaskPath,
    files: Vec<NewFile>,
    request: &Request,
) -> Result<Answer, Answer> {
    let model: &Model = &place.workflow;
    let lock = NamespaceLock::acquire(&place.namespace, task, &session.waiter());
    let mut lock = lock.map_err(|error| match &error {
        LockError::NoTask(missing) => no_task(place, missing),
        _ => locked(task, &error),
    })?;
    let facts = lock.read().map_err(|error| fact(task, &error))?;
    let facts = facts.with_files(files);
    let grant =
        decide(&place.workflow, facts, request).map_err(|(_, found)| refused_by(model, &found))?;
    let step = grant.step().clone();
    let done = create(grant).map_err(|error| uncommitted(task, &error))?;
    Ok(taken(model, &done, &step))
}

/// The request, with what is known about who asks before anyone is asked back.
pub(super) fn request(session: &Session, action: Action) -> Result<Request, Answer> {
    Ok(Request {
        actor: session.actor()?,
        authority: session.authority(),
        epoch: session.epoch()?,
        action,
    })
}

/// Asks a person where the engine says that only a person will do, and says what they were shown.
fn authorise(
    session: &Session,
    model: &Model,
    facts: &impl Facts,
    request: &mut Request,
    dry_run: bool,
) -> Result<Option<Preview>, Answer> {
    let asked = match engine::judge(model, facts, request) {
        Err(refusal) if *refusal.topic() == topics::PERSON_REQUIRED => refusal,
        _ => return Ok(None),
    };
    // Nobody is asked about a step that would be refused for another reason anyway.
    let by_person = Request {
        authority: Authority::Person,
        ..request.clone()
    };
    let step = engine::judge(model, facts, &by_person);
    let step: Step = step.map_err(|found| refused_by(model, &found))?;
    let preview = confirm::preview(model, facts, request, &step)
        .map_err(|error| fact(facts.task(), &error))?;
    let confirmed = if dry_run {
        confirm::could_ask(session)
    } else {
        confirm::ask(session, &preview, &facts.task().to_string())
    };
    confirmed.map_err(|why| {
        let mut found = asked.diagnose(model);
        found.reasons.push(why);
        if dry_run {
            found.reasons.push(format!("it would {preview}"));
        }
        Answer::refused(found).field("task", facts.task().to_string())
    })?;
    request.authority = Authority::Person;
    Ok(Some(preview))
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
