//! `automaton upgrade`

use std::fmt::Write as _;

use serde_json::{Value, json};

use super::session::{Place, Session};
use super::step::{self, fact};
use crate::diagnostic::Diagnostic;
use crate::engine::{Action, FactError, topics};
use crate::names::{StateName, TaskPath};
use crate::report::{self, Answer};
use crate::task::{Checks, NOT_A_TASK};

/// Put folders that an older tool or a hand made under the workflow
///
/// Where such a task stands is what its `.state` says, or else is inferred from its artifacts. It
/// is never an approval: what was not approved here is not approved. Tasks with records are left
/// alone, so running it twice does no harm.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Only this task; all otherwise
    #[arg(long, short)]
    task: Option<TaskPath>,
    /// Put the task in this phase; by a person only
    #[arg(long = "as", value_name = "PHASE", requires = "task")]
    state: Option<StateName>,
    /// Say what would happen, and change nothing
    #[arg(long)]
    dry_run: bool,
}

pub(super) fn run(args: &Args, session: &Session) -> Result<Answer, Answer> {
    let place = session.place()?;
    let adopt = |task: &TaskPath| {
        let state = args.state.clone();
        step::take(session, &place, task, Action::Adopt { state }, args.dry_run)
    };
    if let Some(task) = &args.task {
        return match adopt(task) {
            Ok(adopted) => Ok(report(&[adopted], &[], args.dry_run)),
            Err(refused) if args.state.is_none() && refused.code == topics::ALREADY_THERE.code => {
                let message = format!("nothing to do: {task} is under the workflow");
                Ok(Answer::done(message).field("task", task.to_string()))
            }
            Err(refused) => Err(refused),
        };
    }
    let (mut adopted, mut left) = (Vec::new(), Vec::new());
    for task in candidates(&place, &mut left)? {
        match adopt(&task) {
            Ok(answer) => adopted.push(answer),
            // Somebody else was faster.
            Err(refused) if refused.code == topics::ALREADY_THERE.code => {}
            Err(refused) => left.push(refused),
        }
    }
    Ok(report(&adopted, &left, args.dry_run))
}

/// The tasks without sound records. What cannot even be looked at is left, and hides nothing else.
fn candidates(place: &Place, left: &mut Vec<Answer>) -> Result<Vec<TaskPath>, Answer> {
    let listed = place.namespace.list(true);
    let listed = listed.map_err(|error| Answer::refused(step::io(&error)))?;
    let mut candidates = Vec::new();
    for listed in listed {
        match listed {
            Ok(folder) => match folder.observe(Checks::new()) {
                Ok(facts) if facts.record().is_some() => {}
                Ok(_) => candidates.push(folder.task().clone()),
                Err(error) => left.push(fact(folder.task(), &error)),
            },
            Err(error) => left.push(unusable(&error)),
        }
    }
    Ok(candidates)
}

fn unusable(error: &FactError) -> Answer {
    let message = "refused: not a task";
    let found = Diagnostic::about(&NOT_A_TASK, error.path.clone(), message);
    Answer::refused(found.reason(error.to_string()))
}

/// One answer for all folders: it ends as the gravest of what was left.
fn report(adopted: &[Answer], left: &[Answer], dry_run: bool) -> Answer {
    let would = if dry_run { "would adopt" } else { "adopted" };
    let message = match (adopted.len(), left.len()) {
        (0, 0) => "nothing to do: every task is under the workflow".to_owned(),
        (count, 0) => format!("{would} {}", folders(count)),
        (count, left) => format!("{would} {}, left {left}", folders(count)),
    };
    let mut text = format!("{message}\n");
    for answer in adopted {
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
    let entries = adopted.iter().map(|answer| {
        let field = |name: &str| answer.fields.get(name).cloned().unwrap_or_default();
        json!({"task": field("task"), "state": field("state"), "why": answer.warnings})
    });
    let findings = left.iter().filter_map(|answer| answer.refusal.as_ref());
    let findings: Value = findings.map(|found| report::finding(found)).collect();
    let answer = Answer::page(message, text)
        .field("adopted", entries.collect::<Value>())
        .field("left", findings)
        .field("dry_run", dry_run);
    match left.iter().min_by_key(|answer| answer.exit.rank()) {
        Some(gravest) => answer.ending(gravest.exit, &gravest.code),
        None => answer,
    }
}

fn folders(count: usize) -> String {
    match count {
        1 => "1 folder".to_owned(),
        count => format!("{count} folders"),
    }
}
