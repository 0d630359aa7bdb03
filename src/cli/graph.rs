//! `automaton graph`

use std::path::PathBuf;

use clap::ValueEnum;

use super::session::{Session, broken};
use super::step;
use super::workflow_text::WorkflowText;
use crate::diagnostic::{Diagnostic, Exit, NextStep, Severity, Topic};
use crate::engine::{Facts as _, Standing, topics};
use crate::names::TaskPath;
use crate::report::{Answer, graph};
use crate::task::{Checks, Journal};
use crate::workflow::Workflow;

pub(super) static TOO_LARGE: Topic = Topic {
    code: "graph-too-large",
    severity: Severity::Error,
    exit: Exit::Refused,
    summary: "the workflow is too large to be drawn as a picture",
    explanation: "Placing the boxes and arrows of a graph takes much longer than the graph grows, and a picture of hundreds of states helps nobody. \
        `graph --format dot` writes the same graph for Graphviz, `--format mermaid` for a forge, and `--json` as data; none of them is limited.",
};

/// Draw a workflow: its states, the steps between them, and their conditions
///
/// Without a file it is the workflow in force here, else the embedded one.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The workflow file
    file: Option<PathBuf>,
    /// Draw where this task stands in the workflow in force, and how often it came along where
    #[arg(long, short, value_name = "TASK", conflicts_with = "file")]
    task: Option<TaskPath>,
    /// Choose what is printed; `--json` stands for `--format json`
    #[arg(long, value_name = "FORMAT", default_value = "mermaid")]
    pub(super) format: Format,
}

/// What a graph is printed as.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Format {
    /// A Mermaid state diagram, which forges draw in Markdown
    Mermaid,
    /// A picture that browsers show; a large graph is refused
    Svg,
    /// Graphviz: `automaton graph --format dot | dot -Tsvg`
    Dot,
    /// States, transitions and phases as data
    Json,
}

pub(super) fn run(args: &Args, session: &Session) -> Result<Answer, Answer> {
    match &args.task {
        Some(task) => of_task(args, task, session),
        None => Ok(of_workflow(args, session)),
    }
}

fn of_workflow(args: &Args, session: &Session) -> Answer {
    let text = match &args.file {
        Some(path) => WorkflowText::named(path, session),
        None => WorkflowText::in_force(session),
    };
    let text = match text {
        Ok(text) => text,
        Err(found) => return Answer::refused(found),
    };
    match Workflow::compile(&text.source, text.origin) {
        Ok(workflow) => drawn(args, &workflow, None).unwrap_or_else(|refused| refused),
        Err(findings) => broken(&text.source, &findings),
    }
}

/// The workflow in force, with the way that a task has come.
fn of_task(args: &Args, task: &TaskPath, session: &Session) -> Result<Answer, Answer> {
    let place = session.place()?;
    let facts = step::observe(&step::find(&place, task)?, Checks::new())?;
    let lines = facts.journal().map_or(&[][..], Journal::lines);
    let walk = graph::Walk::of(&place.workflow, lines);
    let walk = walk.ok_or_else(|| {
        let message = format!("refused: `{task}` has no journal to draw");
        let found = Diagnostic::about(&topics::UNTRACKED, task.folder(), message);
        Answer::refused(found.next(NextStep::anyone(format!("automaton status {task}"))))
    })?;
    let mut answer = drawn(args, &place.workflow, Some(&walk))?;
    if let Ok(Standing::Tampered(found)) = facts.standing() {
        let (file, problem) = (found.file, found.problem);
        answer
            .warnings
            .push(format!("damaged: `{file}`: {problem}"));
    }
    for (step, count) in &walk.elsewhere {
        let times = if *count == 1 {
            String::new()
        } else {
            format!(", {count} times")
        };
        answer
            .warnings
            .push(format!("not a step of this workflow: {step}{times}"));
    }
    Ok(answer)
}

fn drawn(args: &Args, workflow: &Workflow, walk: Option<&graph::Walk>) -> Result<Answer, Answer> {
    let drawn = match args.format {
        Format::Mermaid => graph::mermaid(workflow, walk),
        Format::Svg => picture(workflow, walk)?,
        Format::Dot => graph::dot(workflow, walk),
        Format::Json => String::new(),
    };
    let (phases, states) = (workflow.phases.len(), workflow.states().count());
    let mut message = format!("{}: {phases} phases, {states} states", workflow.name);
    if let Some(walk) = walk {
        message = format!("{} stands in {}", walk.task, walk.state);
    }
    let mut answer = Answer::page(message, drawn);
    answer.fields = graph::json(workflow, walk);
    Ok(answer)
}

fn picture(workflow: &Workflow, walk: Option<&graph::Walk>) -> Result<String, Answer> {
    let layout = graph::Layout::of(workflow, walk).map_err(|too_large| {
        let message = format!("refused: `{}` is too large a picture", workflow.name);
        let found = Diagnostic::call(&TOO_LARGE, message).reason(too_large.to_string());
        Answer::refused(found.next(NextStep::anyone("automaton graph --format dot")))
    })?;
    let marks = graph::Marks {
        walk,
        ..graph::Marks::default()
    };
    Ok(graph::svg(workflow, &layout, &marks))
}
