//! `automaton prompt`

use super::session::{Place, Session};
use super::step;
use super::subject::Subject as OfTask;
use super::workflow_text::WorkflowText;
use crate::diagnostic::{Diagnostic, Exit, NextStep, Severity, Topic};
use crate::engine::{Condition, Outlook, outlook};
use crate::lint::PROMPT_MISSING;
use crate::names::{StateName, TaskPath};
use crate::prompts::{Shelf, Subject, Values, finished, starter};
use crate::report::{Answer, TaskRow};
use crate::task::Checks;
use crate::workflow::{Model, nearest};

/// A prompt of another phase than the task is in.
pub(super) static PHASE_MISMATCH: Topic = Topic {
    code: "phase-mismatch",
    severity: Severity::Error,
    exit: Exit::Refused,
    summary: "the prompt that is asked for is that of another phase than the task is in",
    explanation: "A prompt tells an agent what to do in one phase. Followed in another, every step of it \
        would be refused, or worse, would be wrong and pass. Ask for the prompt without a phase to get \
        the one for where the task stands, or take the task to that phase first.",
};

/// A prompt that nothing has that name.
pub(super) static NO_SUCH_PROMPT: Topic = Topic {
    code: "no-such-prompt",
    severity: Severity::Error,
    exit: Exit::Usage,
    summary: "the workflow has no phase and no prompt of that name",
    explanation: "`prompt` takes the name of a phase, or one of those that the workflow gives to prompts of \
        no phase under `prompts`. The message lists them. Without a name it prints the prompt for where \
        the task stands.",
};

/// Print the prompt for where a task stands, ready to be followed
///
/// Placeholders are filled, and the exact commands that lead on stand at its end. It is refused when
/// the phase and the task's state differ. A phase that names no prompt gets a complete one that says
/// what the workflow knows.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The phase that the task must be in, or a prompt that belongs to no phase
    #[arg(value_name = "PHASE")]
    name: Option<String>,
    #[command(flatten)]
    of: OfTask,
}

pub(super) fn run(args: &Args, session: &Session) -> Result<Answer, Answer> {
    let place = session.place()?;
    let actor = session.actor()?;
    let model: &Model = &place.workflow;
    let task = args.of.task(&place)?;
    let folder = step::find(&place, task)?;
    let facts = step::observe(&folder, Checks::new())?;
    let outlook = outlook(model, &facts, &actor);
    if let (Condition::Untracked | Condition::Broken, Some(wrong)) =
        (outlook.condition, &outlook.wrong)
    {
        let mut found = wrong.diagnose(model);
        found.message = format!("refused: the prompt for `{task}`");
        return Err(Answer::refused(found).field("task", task.to_string()));
    }
    let state = outlook.record.as_ref().map(|record| record.state.clone());
    let Some(state) = state else {
        return Err(step::no_task(&place, task));
    };
    let subject = subject(model, args.name.as_deref(), &state.phase.to_string(), task)?;
    let page = page(session, &place, (subject, task, &state), &outlook)?;
    let row = TaskRow::of(model, task, &outlook);
    let leads_on = row.next.iter().filter(|next| next.verdict != "blocked");
    let next: Vec<NextStep> = leads_on.map(|next| next.step.clone()).collect();
    let name = subject.name(model);
    let mut answer = Answer::page(format!("{task}: the prompt of {name}"), page.clone())
        .field("task", task.to_string())
        .field("state", state.to_string())
        .field("name", name)
        .field("prompt", page)
        .field("artifacts", artifacts(model, subject, task));
    // The text ends with the same commands.
    if session.global.json {
        answer.next = next;
    }
    Ok(answer)
}

/// The prompt for a task in `state`, as an agent is to follow it.
pub(super) fn page(
    session: &Session,
    place: &Place,
    (subject, task, state): (Subject<'_>, &TaskPath, &StateName),
    outlook: &Outlook,
) -> Result<String, Answer> {
    let text = text(session, place, subject)?;
    let values = Values {
        task: task.clone(),
        project: place.project.root.display().to_string(),
        state: state.clone(),
    };
    Ok(finished(&place.workflow, subject, &text, &values, outlook))
}

/// What the prompt is about: what the call names, if the task is there, or where the task is.
fn subject<'m>(
    model: &'m Model,
    named: Option<&str>,
    phase: &str,
    task: &TaskPath,
) -> Result<Subject<'m>, Answer> {
    let name = named.unwrap_or(phase);
    let subject = Subject::named(model, name).ok_or_else(|| unknown(model, name))?;
    if matches!(subject, Subject::Phase(_)) && name != phase {
        let message =
            format!("refused: `{task}` is in `{phase}`, and the prompt is that of `{name}`");
        let found = Diagnostic::call(&PHASE_MISMATCH, message)
            .next(NextStep::anyone(format!("automaton prompt --task {task}")))
            .next(NextStep::anyone(format!("automaton status {task}")));
        return Err(Answer::refused(found).field("task", task.to_string()));
    }
    Ok(subject)
}

fn unknown(model: &Model, name: &str) -> Answer {
    let phases = model.phases.iter().map(|phase| phase.name.as_str());
    let general = model.prompts.iter().map(|(name, _)| name.as_str());
    let known: Vec<&str> = general.chain(phases).collect();
    let message = format!("refused: there is no prompt `{name}`");
    let found = Diagnostic::call(&NO_SUCH_PROMPT, message);
    Answer::refused(match nearest(name, known.iter().copied()) {
        Some(near) => found.reason(format!("did you mean `{near}`?")),
        None => found.reason(format!("it could be {}", known.join(", "))),
    })
}

/// The text of the prompt.
fn text(session: &Session, place: &Place, subject: Subject<'_>) -> Result<String, Answer> {
    let model: &Model = &place.workflow;
    let Some(path) = subject.path(model) else {
        return match subject {
            Subject::Phase(phase) => Ok(starter(model, phase)),
            Subject::General(name) => Err(unknown(model, name)),
        };
    };
    let shelf = WorkflowText::in_force(session)
        .map_err(Answer::refused)?
        .shelf();
    let shelf = shelf.unwrap_or(Shelf::Texts(&[]));
    shelf.read(&path.value).map_err(|error| {
        let shown = shelf.shown(&path.value);
        let message = format!("refused: the prompt `{shown}` cannot be read: {error}");
        let found = Diagnostic::at(&PROMPT_MISSING, &model.source, path.span, message);
        Answer::refused(found.next(NextStep::anyone("automaton prompts check")))
    })
}

/// The paths of what the phase reads and writes, relative to the project.
fn artifacts(model: &Model, subject: Subject<'_>, task: &TaskPath) -> serde_json::Value {
    let Subject::Phase(phase) = subject else {
        return serde_json::json!({"reads": [], "produces": []});
    };
    let paths = |mentions: &[crate::workflow::Mention]| -> Vec<String> {
        let names = mentions
            .iter()
            .map(|mention| &model.artifact(mention.artifact).name);
        names
            .map(|name| format!("{}/{name}", task.folder()))
            .collect()
    };
    let phase = model.phase(phase);
    serde_json::json!({"reads": paths(&phase.reads), "produces": paths(&phase.produces)})
}
