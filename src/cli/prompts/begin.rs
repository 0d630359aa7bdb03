//! `automaton prompts new`

use std::fmt::Write as _;
use std::path::PathBuf;

use crate::cli::session::{Session, broken};
use crate::cli::step;
use crate::cli::workflow_text::{FILE_UNREADABLE, WorkflowText};
use crate::diagnostic::{Diagnostic, Exit, NextStep, Severity, Topic};
use crate::engine::topics::UNKNOWN_STATE;
use crate::names::PhaseName;
use crate::prompts::{Shelf, starter};
use crate::report::Answer;
use crate::workflow::{Workflow, nearest};

/// A prompt that stands where one should be begun.
pub(in crate::cli) static PROMPT_EXISTS: Topic = Topic {
    code: "prompt-exists",
    severity: Severity::Error,
    exit: Exit::Refused,
    summary: "a file stands where the new prompt should go",
    explanation: "`prompts new` begins prompts and overwrites nothing. `automaton prompts check --fix` \
        puts the sections of a prompt right that is there. To begin again, move the file away first.",
};

/// The folder of prompts beside a workflow that names none.
const FOLDER: &str = "prompts";

/// Begin the prompt of a phase: complete, for a person to go on from
///
/// It goes where the phase's `prompt` says, else into the folder `prompts` beside the workflow file.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The phase
    phase: PhaseName,
    /// The workflow file; without it, the workflow in force here
    #[arg(long, value_name = "FILE")]
    workflow: Option<PathBuf>,
    /// Print the prompt, and write nothing
    #[arg(long)]
    dry_run: bool,
}

pub(super) fn run(args: &Args, session: &Session) -> Result<Answer, Answer> {
    let text = match &args.workflow {
        Some(path) => WorkflowText::named(path, session),
        None => WorkflowText::in_force(session),
    };
    let text = text.map_err(Answer::refused)?;
    let workflow = Workflow::compile(&text.source, text.origin)
        .map_err(|findings| broken(&text.source, &findings))?;
    let id = workflow
        .phase_named(&args.phase)
        .ok_or_else(|| unknown(&workflow, &args.phase))?;
    let begun = starter(&workflow, id);
    if args.dry_run {
        let message = format!("would begin the prompt of {}", args.phase);
        return Ok(Answer::page(message, begun.clone())
            .field("prompt", begun)
            .field("dry_run", true));
    }
    let Some(shelf @ Shelf::Folder { .. }) = text.shelf() else {
        let message = "refused: the workflow is not a file that a prompt can lie beside";
        let found = Diagnostic::call(&FILE_UNREADABLE, message)
            .next(NextStep::anyone("automaton init"))
            .next(NextStep::anyone(format!(
                "automaton prompts new {} --dry-run",
                args.phase
            )));
        return Err(Answer::refused(found));
    };
    let declared = workflow.phase(id).prompt.as_ref();
    let path = declared.map_or_else(
        || format!("{FOLDER}/{}.md", args.phase),
        |path| path.value.clone(),
    );
    let shown = shelf.shown(&path);
    shelf.place_new(&path, &begun).map_err(|error| {
        if error.is_taken() {
            let message = format!("refused: `{shown}` is there already");
            let fix = NextStep::anyone("automaton prompts check --fix");
            return Answer::refused(Diagnostic::about(&PROMPT_EXISTS, &*shown, message).next(fix));
        }
        Answer::refused(step::io(&error))
    })?;
    let mut answer = Answer::done(format!("begun: {shown}")).field("path", shown);
    if declared.is_none() {
        let name = text.source.name();
        let line = format!("prompt \"{path}\"");
        _ = writeln!(
            answer.text,
            "  name it in the phase `{}` of {name}: {line}",
            args.phase
        );
        answer = answer.field("declare", line);
    }
    Ok(answer.next(vec![NextStep::anyone("automaton prompts check")]))
}

fn unknown(workflow: &Workflow, phase: &PhaseName) -> Answer {
    let message = format!("refused: the workflow has no phase `{phase}`");
    let found = Diagnostic::call(&UNKNOWN_STATE, message);
    let names = workflow.phases.iter().map(|phase| phase.name.as_str());
    Answer::refused(match nearest(phase.as_str(), names) {
        Some(near) => found.reason(format!("did you mean `{near}`?")),
        None => found.next(NextStep::anyone("automaton graph")),
    })
}
