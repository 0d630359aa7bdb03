//! A prompt for any task, as harnesses keep it: the task's name is left open.

use crate::prompts::document::unix;
use crate::prompts::mend::mended;
use crate::prompts::placeholders::replaced;
use crate::prompts::section::MARK;
use crate::prompts::shelf::{Shelf, ShelfError};
use crate::prompts::starter::starter;
use crate::prompts::subject::Subject;
use crate::workflow::{Model, PhaseId};

/// A prompt for any task.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rendered {
    /// The phase; nothing where it is about work of no phase.
    pub phase: Option<PhaseId>,
    /// The name by which it is asked for.
    pub name: String,
    /// What it is for, and when to use it, in one paragraph.
    pub description: String,
    /// The text.
    pub body: String,
}

/// A prompt that cannot be rendered, because it cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unrendered {
    /// The path of the prompt, as messages show it.
    pub path: String,
    /// Why it cannot be read.
    pub error: ShelfError,
}

/// Every prompt of a workflow: those that it names, and complete ones for phases that write something
/// and name none.
pub fn rendered(model: &Model, shelf: &Shelf) -> Result<Vec<Rendered>, Unrendered> {
    let general = model.prompts.iter().map(|(name, _)| Subject::General(name));
    let phases = model.phase_ids().filter(|&phase| {
        let phase = model.phase(phase);
        phase.prompt.is_some() || !phase.produces.is_empty()
    });
    let subjects = general.chain(phases.map(Subject::Phase));
    subjects.map(|subject| one(model, shelf, subject)).collect()
}

fn one(model: &Model, shelf: &Shelf, subject: Subject<'_>) -> Result<Rendered, Unrendered> {
    let text = match (subject.path(model), subject) {
        (Some(path), _) => shelf.read(&path.value).map_err(|error| Unrendered {
            path: shelf.shown(&path.value),
            error,
        })?,
        (None, Subject::Phase(phase)) => starter(model, phase),
        (None, Subject::General(_)) => String::new(),
    };
    let text = unix(&mended(model, subject, text.trim_start_matches('\u{feff}')));
    let text = text.replace(&format!("\n{MARK}\n"), "\n");
    let text = replaced(&text, |name| open(model, subject, name));
    let name = subject.name(model);
    let description = match subject {
        Subject::Phase(phase) => of_phase(model, phase),
        Subject::General(_) => of_text(model, name, &text),
    };
    let body = format!(
        "TASK stands for the name of the task. This prints the same with every name and path filled in, and
with the commands that are open now; prefer it:

```sh
automaton prompt {name} --task TASK
```

{}
",
        text.trim_end()
    );
    Ok(Rendered {
        phase: match subject {
            Subject::Phase(phase) => Some(phase),
            Subject::General(_) => None,
        },
        name: name.to_owned(),
        description,
        body,
    })
}

/// What stands for a placeholder while no task is known.
fn open(model: &Model, subject: Subject<'_>, placeholder: &str) -> Option<String> {
    Some(match (placeholder, subject) {
        ("task", _) => "TASK".to_owned(),
        ("task_folder", _) => ".automaton/tasks/TASK".to_owned(),
        ("project", _) => "the project's folder".to_owned(),
        ("phase" | "state", Subject::Phase(phase)) => model.phase(phase).name.to_string(),
        ("phase", _) => "PHASE".to_owned(),
        ("state", _) => "STATE".to_owned(),
        _ => return None,
    })
}

fn of_phase(model: &Model, phase: PhaseId) -> String {
    let declared = model.phase(phase);
    let name = &declared.name;
    let purpose = declared
        .description
        .as_deref()
        .unwrap_or("Do the work of a phase");
    format!(
        "{}. Use it when a task of the workflow {} is in the phase {name}, which `automaton status` shows, \
         before any work on that task.",
        purpose.trim_end_matches('.'),
        model.name
    )
}

/// The first paragraph says what a prompt of no phase is for.
fn of_text(model: &Model, name: &str, text: &str) -> String {
    let mut paragraphs = text.split("\n\n").map(str::trim);
    let first = paragraphs.find(|paragraph| !paragraph.is_empty() && !paragraph.starts_with('#'));
    let first = first
        .unwrap_or_default()
        .split_whitespace()
        .collect::<Vec<_>>()
        .join(" ");
    format!(
        "{first} Use it for tasks of the workflow {} when the user says {}.",
        model.name,
        name.replace('_', " ")
    )
}
