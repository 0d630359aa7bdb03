//! `automaton vram`

use std::fmt::Write as _;
use std::path::Path;

use serde_json::{Value, json};

use super::output::USAGE;
use super::session::Session;
use super::step;
use crate::diagnostic::{Diagnostic, NextStep};
use crate::fs;
use crate::memory::{Programs, Settings, Window, devices, loaded, window};
use crate::names::{MetadataName, TaskPath};
use crate::report::Answer;
use crate::task::root::{CONFIG_BROKEN, Project};

/// Show how much context a model has, and how much of it one task may fill
///
/// The table `model` of `config.toml` counts first, then what a local runtime says, then what follows
/// from the memory of the graphics devices. Every input is printed. Where too little is known, the
/// answer is `unknown`.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The task whose folder the answer is written into
    #[arg(long, short, requires = "write")]
    task: Option<TaskPath>,
    /// Write the answer into the task's folder, under a name that the workflow lists as `metadata`
    #[arg(long, value_name = "NAME", requires = "task")]
    write: Option<MetadataName>,
    /// Say what would be written, and write nothing
    #[arg(long, requires = "write")]
    dry_run: bool,
}

pub(super) fn run(args: &Args, session: &Session) -> Result<Answer, Answer> {
    let project = session.find_project().ok();
    let own = project.as_ref().map(Project::automaton_dir);
    let settings = Settings::read(own, session.environment.config_dir()).map_err(|error| {
        let why = error.to_string();
        let found = Diagnostic::about(&CONFIG_BROKEN, error.path, "refused: vram");
        Answer::refused(found.reason(why))
    })?;
    let programs = Programs::here();
    let model = loaded(&programs, settings.name.as_deref());
    let devices = devices(&programs, Path::new("/sys"));
    let found = window(&settings, model.as_ref(), &devices);
    let page = page(&found);
    let answer = Answer::page(summary(&found), page.clone())
        .field("context_window", json!(found.tokens))
        .field("budget", json!(found.budget))
        .field("source", found.source)
        .field("inputs", inputs(&found));
    match (&args.task, &args.write) {
        (Some(task), Some(name)) => written(session, answer, task, name, &page, args.dry_run),
        _ => Ok(answer),
    }
}

fn summary(found: &Window) -> String {
    match (found.tokens, found.budget) {
        (Some(tokens), Some(budget)) => {
            format!("{tokens} tokens of context, of which one task may fill {budget}")
        }
        _ => "the context is unknown".to_owned(),
    }
}

fn page(found: &Window) -> String {
    let mut page = String::new();
    let tokens =
        |count: Option<u64>| count.map_or("unknown".to_owned(), |count| format!("{count} tokens"));
    _ = writeln!(
        page,
        "context window: {} ({})",
        tokens(found.tokens),
        found.source
    );
    _ = writeln!(page, "budget of one task: {}", tokens(found.budget));
    for input in &found.inputs {
        _ = writeln!(page, "  {}: {} ({})", input.name, input.value, input.source);
    }
    if found.tokens.is_none() {
        page.push_str("  set `context-window` in the table `model` of .automaton/config.toml\n");
    }
    page
}

fn inputs(found: &Window) -> Value {
    let inputs = found.inputs.iter();
    inputs
        .map(|input| json!({"name": input.name, "value": input.value, "source": input.source}))
        .collect()
}

/// Writes the answer into the folder of a task.
fn written(
    session: &Session,
    answer: Answer,
    task: &TaskPath,
    name: &MetadataName,
    page: &str,
    dry_run: bool,
) -> Result<Answer, Answer> {
    let place = session.place()?;
    let known = &place.workflow.metadata;
    if !known.contains(name) {
        let message = format!("refused: the workflow does not list `{name}` as metadata");
        let mut found = Diagnostic::call(&USAGE, message);
        for known in known {
            found = found.next(NextStep::anyone(format!(
                "automaton vram --task {task} --write {known}"
            )));
        }
        return Err(Answer::refused(found));
    }
    step::find(&place, task)?;
    let path = format!("{}/{name}", task.folder());
    let answer = answer.field("path", path.clone());
    if dry_run {
        return Ok(answer.field("dry_run", true));
    }
    let text = format!("# Context\n\n```text\n{page}```\n");
    fs::replace(&place.project.base().join(&path), text.as_bytes())
        .map_err(|error| Answer::refused(step::io(&error)))?;
    let mut answer = answer;
    _ = writeln!(answer.text, "  wrote {path}");
    Ok(answer)
}
