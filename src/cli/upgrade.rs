//! `automaton upgrade`

mod map;

use std::fmt::Write as _;

use serde_json::{Value, json};

use super::refusals::unusable;
use super::session::{Place, Session};
use super::step::{self, fact, refused_by};
use crate::engine::{self, Action, Request, topics};
use crate::names::{StateName, TaskPath};
use crate::report::{self, Answer};
use crate::task::{Checks, ObservedTask};
use crate::workflow::Model;

/// Put folders that an older tool or a hand made under the workflow
///
/// Where such a task stands is what its `.state` says, or else is inferred from its artifacts. It
/// is never an approval: what was not approved here is not approved. Tasks with records are left
/// alone, so running it twice does no harm. A table in `.automaton/config.toml` says what phases that
/// an older tool wrote are called here.
///
/// With `--map`: move the tasks that stand in a phase which the workflow in force no longer has.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Only this task; all otherwise
    #[arg(long, short)]
    task: Option<TaskPath>,
    /// Put the task in this phase; by a person only
    #[arg(long = "as", value_name = "PHASE", requires = "task")]
    state: Option<StateName>,
    /// Move tasks from states of OLD that the workflow lost to the phase NEW; by a person only
    #[arg(long = "map", value_name = "OLD=NEW", value_parser = map::parse, conflicts_with = "state")]
    maps: Vec<map::Map>,
    /// Say what would happen, and change nothing
    #[arg(long)]
    dry_run: bool,
}

pub(super) fn run(args: &Args, session: &Session) -> Result<Answer, Answer> {
    let place = session.place()?;
    if !args.maps.is_empty() {
        return map::run(args, session, &place);
    }
    let action = Action::Adopt {
        state: args.state.clone(),
        renamed: place.settings.renamed.clone(),
    };
    let adopt = |task: &TaskPath| step::take(session, &place, task, action.clone(), args.dry_run);
    if let Some(task) = &args.task {
        return match adopt(task) {
            Ok(adopted) => Ok(report(&ADOPTION, &[adopted], &[], args.dry_run)),
            Err(refused) if args.state.is_none() && refused.code == topics::ALREADY_THERE.code => {
                let message = format!("nothing to do: {task} is under the workflow");
                Ok(Answer::done(message).field("task", task.to_string()))
            }
            Err(refused) => Err(refused),
        };
    }
    let (mut adopted, mut left) = (Vec::new(), Vec::new());
    let request = step::request(session, action.clone())?;
    for task in candidates(&place, &request, &mut left)? {
        match adopt(&task) {
            Ok(answer) => adopted.push(answer),
            // Somebody else was faster.
            Err(refused) if refused.code == topics::ALREADY_THERE.code => {}
            Err(refused) => left.push(refused),
        }
    }
    Ok(report(&ADOPTION, &adopted, &left, args.dry_run))
}

/// The tasks without sound records. What cannot even be looked at is left, and hides nothing else.
fn candidates(
    place: &Place,
    request: &Request,
    left: &mut Vec<Answer>,
) -> Result<Vec<TaskPath>, Answer> {
    let listed = place.namespace.list(true);
    let listed = listed.map_err(|error| Answer::refused(step::io(&error)))?;
    let mut candidates = Vec::new();
    for listed in listed {
        match listed {
            Ok(folder) => match folder.observe(Checks::new()) {
                Ok(facts) if facts.record().is_some() => {}
                Ok(facts) => match certainly_refused(&place.workflow, &facts, request) {
                    Some(refused) => left.push(refused),
                    None => candidates.push(folder.task().clone()),
                },
                Err(error) => left.push(fact(folder.task(), &error)),
            },
            Err(error) => left.push(unusable(&error)),
        }
    }
    Ok(candidates)
}

/// The refusal of a folder that no step has begun to adopt. Such a folder is not even locked, so that
/// a second run leaves every byte as it was. Where a person has to be asked, nothing is certain.
fn certainly_refused(model: &Model, facts: &ObservedTask, request: &Request) -> Option<Answer> {
    let refused = match facts.journal() {
        None => engine::judge(model, facts, request).err()?,
        Some(_) => return None,
    };
    (*refused.topic() != topics::PERSON_REQUIRED).then(|| refused_by(model, &refused))
}

/// How a report calls what was done.
struct Words {
    /// The field that lists what was done.
    field: &'static str,
    done: &'static str,
    would: &'static str,
    /// One of what it was done with, and several.
    nouns: (&'static str, &'static str),
    nothing: &'static str,
}

const ADOPTION: Words = Words {
    field: "adopted",
    done: "adopted",
    would: "would adopt",
    nouns: ("folder", "folders"),
    nothing: "nothing to do: every task is under the workflow",
};

/// One answer for all folders: it ends as the gravest of what was left.
fn report(words: &Words, done: &[Answer], left: &[Answer], dry_run: bool) -> Answer {
    let verb = if dry_run { words.would } else { words.done };
    let noun = match done.len() {
        1 => words.nouns.0,
        _ => words.nouns.1,
    };
    let message = match (done.len(), left.len()) {
        (0, 0) => words.nothing.to_owned(),
        (count, 0) => format!("{verb} {count} {noun}"),
        (count, left) => format!("{verb} {count} {noun}, left {left}"),
    };
    let mut text = format!("{message}\n");
    for answer in done {
        let why = answer.warnings.iter().map(|why| format!(": {why}"));
        _ = writeln!(text, "  {}{}", answer.message, why.collect::<String>());
    }
    for answer in left {
        let task = answer.fields.get("task").and_then(Value::as_str);
        let task = task.map_or_else(String::new, |task| format!("{task}: "));
        if let Some(found) = &answer.refusal {
            _ = write!(text, "\n{task}{}", report::refusal(found));
        }
    }
    let entries = done.iter().map(|answer| {
        let field = |name: &str| answer.fields.get(name).cloned().unwrap_or_default();
        json!({"task": field("task"), "state": field("state"), "why": answer.warnings})
    });
    let findings = left.iter().filter_map(|answer| answer.refusal.as_ref());
    let findings: Value = findings.map(|found| report::finding(found)).collect();
    let answer = Answer::page(message, text)
        .field(words.field, entries.collect::<Value>())
        .field("left", findings)
        .field("dry_run", dry_run);
    match left.iter().min_by_key(|answer| answer.exit.rank()) {
        Some(gravest) => answer.ending(gravest.exit, &gravest.code),
        None => answer,
    }
}
