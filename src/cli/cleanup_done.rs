//! `automaton cleanup-done`

use std::fmt::Write as _;
use std::time::Duration;

use serde_json::{Value, json};

use super::duration::duration;
use super::refusals::unusable;
use super::relocation;
use super::session::{Place, Session};
use super::step::{self, fact, find, io, refused_by};
use crate::clock;
use crate::engine::{self, Action, Facts as _, Request, topics};
use crate::names::TaskPath;
use crate::report::{self, Answer};
use crate::task::{Checks, Listed};
use crate::workflow::Model;

/// Move tasks that are over to the archive, `.automaton/tasks/complete/`
///
/// A task is over once it stands in a terminal phase, or a person has abandoned it. One that
/// somebody has claimed stays, and so does one with sub-tasks that are under way. Nothing is
/// deleted: an archived task can be looked at as `complete/NAME`, and comes back with `--restore`.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Archive only this task
    #[arg(long, short, conflicts_with = "restore")]
    task: Option<TaskPath>,
    /// Archive only what has been over for so long, such as `14d`
    #[arg(long, value_name = "TIME", value_parser = duration, conflicts_with = "restore")]
    older_than: Option<Duration>,
    /// Bring this task back from the archive
    #[arg(long, value_name = "TASK")]
    restore: Option<TaskPath>,
    /// Say what would happen, and change nothing
    #[arg(long)]
    dry_run: bool,
}

pub(super) fn run(args: &Args, session: &Session) -> Result<Answer, Answer> {
    let place = session.place()?;
    if let Some(task) = &args.restore {
        return restore(session, &place, task, args.dry_run);
    }
    let now = clock::now();
    // What ended before times began is as old as can be asked for.
    let before = args
        .older_than
        .map(|length| clock::before(&now, length).unwrap_or_default());
    let request = step::request(session, Action::Archive { before })?;
    match &args.task {
        Some(task) => relocation::take(
            session,
            &place,
            find(&place, task)?.task(),
            &request,
            args.dry_run,
        ),
        None => sweep(session, &place, &request, args.dry_run),
    }
}

/// Brings a task back. One that is named as it was before is the first of that name in the archive.
fn restore(
    session: &Session,
    place: &Place,
    task: &TaskPath,
    dry_run: bool,
) -> Result<Answer, Answer> {
    let request = step::request(session, Action::Restore)?;
    let found = place
        .namespace
        .find(&task.first_archived())
        .map_err(|error| Answer::refused(io(&error)))?;
    let task = match found {
        Some(folder) if !task.is_archived() => folder.task().clone(),
        _ => task.clone(),
    };
    match relocation::take(session, place, &task, &request, dry_run) {
        // It may have come back before: then it is said that it stands there.
        Err(refused) if task.is_archived() && refused.code == topics::NO_SUCH_TASK.code => {
            match place.namespace.find(&task.live()) {
                Ok(Some(live)) => relocation::take(session, place, live.task(), &request, dry_run),
                _ => Err(refused),
            }
        }
        done => done,
    }
}

/// Archives every task that may be.
fn sweep(
    session: &Session,
    place: &Place,
    request: &Request,
    dry_run: bool,
) -> Result<Answer, Answer> {
    let (mut ready, mut left) = (Vec::new(), Vec::new());
    let mut look = |listed: Listed| match candidate(place, listed, request) {
        Ok(task) => ready.extend(task),
        Err(refused) => left.push(refused),
    };
    let visited = place.namespace.visit(&mut look);
    visited.map_err(|error| Answer::refused(io(&error)))?;
    let mut moved = Vec::new();
    for task in ready {
        match relocation::take(session, place, &task, request, dry_run) {
            Ok(answer) => moved.push(answer),
            // Somebody else was faster.
            Err(refused) if is_gone(&refused) => {}
            Err(refused) => left.push(refused),
        }
    }
    Ok(report(&moved, &left, dry_run))
}

fn is_gone(refused: &Answer) -> bool {
    refused.code == topics::ARCHIVED.code || refused.code == topics::NO_SUCH_TASK.code
}

/// The task, if it may be archived, or is on its way; nothing where it is not over, or not for long
/// enough.
fn candidate(place: &Place, listed: Listed, request: &Request) -> Result<Option<TaskPath>, Answer> {
    let model: &Model = &place.workflow;
    let folder = listed.map_err(|error| unusable(&error))?;
    let task = folder.task();
    if task.depth() > 0 {
        return Ok(None);
    }
    let facts = folder.observe(Checks::new());
    let facts = facts.map_err(|error| fact(task, &error))?;
    match engine::judge(model, &facts, request) {
        Ok(_) => Ok(Some(task.clone())),
        Err(_) if facts.task().is_archived() => Ok(Some(task.clone())),
        Err(refused) if stays(refused.topic().code) => Ok(None),
        Err(refused) => Err(refused_by(model, &refused)),
    }
}

/// Whether a refusal for this reason is what is expected of a task that goes on.
fn stays(code: &str) -> bool {
    let expected = [&topics::NOT_OVER, &topics::TOO_RECENT, &topics::UNTRACKED];
    expected.iter().any(|topic| topic.code == code)
}

/// Whether a rule keeps the task, and nothing is wrong with it.
fn is_kept(answer: &Answer) -> bool {
    let rules = [
        &topics::OPEN_SUBTASKS,
        &topics::CLAIMED,
        &topics::LOOP_HALTED,
    ];
    rules.iter().any(|topic| topic.code == answer.code)
}

/// One answer for all tasks: rules that keep a task are no failure.
fn report(moved: &[Answer], left: &[Answer], dry_run: bool) -> Answer {
    let would = if dry_run { "would archive" } else { "archived" };
    let mut message = match moved.len() {
        0 => "nothing to archive".to_owned(),
        1 => format!("{would} 1 task"),
        count => format!("{would} {count} tasks"),
    };
    if !left.is_empty() {
        _ = write!(message, ", left {}", left.len());
    }
    let mut text = format!("{message}\n");
    for answer in moved {
        _ = writeln!(text, "  {}", answer.message);
    }
    for answer in left {
        let task = answer.fields.get("task").and_then(Value::as_str);
        let task = task.map_or_else(String::new, |task| format!("{task}: "));
        if let Some(found) = &answer.refusal {
            _ = write!(text, "\n{task}{}", report::refusal(found));
        }
    }
    let entries = moved.iter().map(|answer| {
        let field = |name: &str| answer.fields.get(name).cloned().unwrap_or_default();
        json!({"task": field("from_task"), "place": field("task")})
    });
    let findings = left.iter().filter_map(|answer| answer.refusal.as_ref());
    let findings: Value = findings.map(|found| report::finding(found)).collect();
    let answer = Answer::page(message, text)
        .field("archived", entries.collect::<Value>())
        .field("left", findings)
        .field("dry_run", dry_run);
    let failed = left.iter().filter(|answer| !is_kept(answer));
    match failed.min_by_key(|answer| answer.exit.rank()) {
        Some(gravest) => answer.ending(gravest.exit, &gravest.code),
        None => answer,
    }
}
