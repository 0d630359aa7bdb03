//! `automaton graph`

use std::path::PathBuf;

use clap::ValueEnum;

use super::session::{Session, broken};
use super::workflow_text::WorkflowText;
use crate::report::{Answer, graph};
use crate::workflow::Workflow;

/// Draw a workflow: its states, the steps between them, and their conditions
///
/// Without a file it is the workflow in force here, else the embedded one.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The workflow file
    file: Option<PathBuf>,
    /// Choose what is printed; `--json` stands for `--format json`
    #[arg(long, value_name = "FORMAT", default_value = "mermaid")]
    pub(super) format: Format,
}

/// What a graph is printed as.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Format {
    /// A Mermaid state diagram, which forges draw in Markdown
    Mermaid,
    /// Graphviz: `automaton graph --format dot | dot -Tsvg`
    Dot,
    /// States, transitions and phases as data
    Json,
}

pub(super) fn run(args: &Args, session: &Session) -> Answer {
    let text = match &args.file {
        Some(path) => WorkflowText::named(path, session),
        None => WorkflowText::in_force(session),
    };
    let text = match text {
        Ok(text) => text,
        Err(found) => return Answer::refused(found),
    };
    let workflow = match Workflow::compile(&text.source, text.origin) {
        Ok(workflow) => workflow,
        Err(findings) => return broken(&text.source, &findings),
    };
    let drawn = match args.format {
        Format::Mermaid => graph::mermaid(&workflow),
        Format::Dot => graph::dot(&workflow),
        Format::Json => String::new(),
    };
    let (phases, states) = (workflow.phases.len(), workflow.states().count());
    let message = format!("{}: {phases} phases, {states} states", workflow.name);
    let mut answer = Answer::page(message, drawn);
    answer.fields = graph::json(&workflow);
    answer
}
