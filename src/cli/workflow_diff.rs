//! `automaton workflow diff`

use std::fmt::Write as _;
use std::path::PathBuf;

use serde_json::{Value, json};

use super::session::{Session, broken};
use super::step;
use super::workflow_text::WorkflowText;
use crate::diagnostic::NextStep;
use crate::names::{StateName, TaskPath};
use crate::report::{Answer, Change, changes_page, workflow_changes};
use crate::task::{Checks, Namespace};
use crate::workflow::{Model, Workflow};

/// Look at workflows as a whole
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(subcommand)]
    command: Command,
}

/// What to look at.
#[derive(Debug, clap::Subcommand)]
enum Command {
    Diff(Diff),
}

/// Show what changed from one workflow to another, and which tasks would stand in no state of it
///
/// Without a file: from the built-in workflow to the one in force here. With one: from the one in
/// force to the file, as if it were put in its place. With two: from the first to the second.
#[derive(Debug, clap::Args)]
struct Diff {
    /// A workflow file
    a: Option<PathBuf>,
    /// Another one, to which A is compared
    b: Option<PathBuf>,
}

pub(super) fn run(args: &Args, session: &Session) -> Result<Answer, Answer> {
    let Command::Diff(diff) = &args.command;
    let named = |path| WorkflowText::named(path, session);
    let texts = match (&diff.a, &diff.b) {
        (None, _) => (
            Ok(WorkflowText::embedded()),
            WorkflowText::in_force(session),
        ),
        (Some(a), None) => (WorkflowText::in_force(session), named(a)),
        (Some(a), Some(b)) => (named(a), named(b)),
    };
    let compiled = |text| {
        let text: WorkflowText = Result::map_err(text, Answer::refused)?;
        let compiled = Workflow::compile(&text.source, text.origin);
        compiled.map_err(|findings| broken(&text.source, &findings))
    };
    let (old, new) = (compiled(texts.0)?, compiled(texts.1)?);
    let changes = workflow_changes(&old, &new);
    let stranded = stranded(session, &new)?;
    let mut answer = answer(&old, &new, &changes, &stranded);
    if diff.a.is_none() {
        // Only a workflow that is in force can be followed.
        let mut phases: Vec<_> = stranded.iter().map(|(_, state)| &state.phase).collect();
        phases.sort();
        phases.dedup();
        let map = |phase| NextStep::human(format!("automaton upgrade --map {phase}=PHASE"));
        answer.next = phases.into_iter().map(map).collect();
    }
    Ok(answer)
}

/// The live tasks that stand in a state which `model` does not have.
fn stranded(session: &Session, model: &Model) -> Result<Vec<(TaskPath, StateName)>, Answer> {
    let Ok(project) = session.find_project() else {
        return Ok(Vec::new());
    };
    let io = |error| Answer::refused(step::io(&error));
    let namespace = Namespace::open(project.base()).map_err(io)?;
    let mut stranded = Vec::new();
    let mut look = |listed: crate::task::Listed| {
        // What cannot be read stands nowhere that a workflow could take away; `audit` reports it.
        let facts = listed.and_then(|folder| folder.observe(Checks::new()));
        let record = facts.as_ref().ok().and_then(|facts| facts.record());
        let live = record.filter(|record| record.abandoned.is_none());
        if let (Some(record), Ok(facts)) = (live, &facts)
            && model.state_named(&record.state).is_none()
        {
            let task = crate::engine::Facts::task(facts).clone();
            stranded.push((task, record.state.clone()));
        }
    };
    namespace.visit(&mut look).map_err(io)?;
    Ok(stranded)
}

fn answer(
    old: &Model,
    new: &Model,
    changes: &[Change],
    stranded: &[(TaskPath, StateName)],
) -> Answer {
    let count = match changes.len() {
        0 => "nothing changes".to_owned(),
        1 => "1 change".to_owned(),
        count => format!("{count} changes"),
    };
    let (from, to) = (old.source.name(), new.source.name());
    let message = format!("from {from} to {to}: {count}");
    let mut text = format!("{message}\n{}", changes_page(changes));
    if !stranded.is_empty() {
        text.push_str("tasks that would stand in no state of it:\n");
    }
    for (task, state) in stranded {
        _ = writeln!(text, "  {task}: {state}");
    }
    let tasks = stranded.iter();
    let tasks =
        tasks.map(|(task, state)| json!({"task": task.to_string(), "state": state.to_string()}));
    let tasks: Value = tasks.collect();
    let changes: Value = changes.iter().map(Change::json).collect();
    let sha256 =
        |model: &Model| json!({"name": model.source.name(), "sha256": model.digest.to_string()});
    Answer::page(message, text)
        .field("from", sha256(old))
        .field("to", sha256(new))
        .field("changes", changes)
        .field("stranded", tasks)
}
