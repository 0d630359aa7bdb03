//! The task that a command is about.

use super::output::USAGE;
use super::refusals::known_tasks;
use super::session::Place;
use crate::diagnostic::Diagnostic;
use crate::names::TaskPath;
use crate::report::Answer;

/// The task that a command is about. It is never guessed, even where there is only one: a step
/// with the wrong task cannot be taken back.
#[derive(Debug, clap::Args)]
pub(super) struct Subject {
    /// The task; a sub-task is PARENT/NAME
    #[arg(long, short)]
    task: Option<TaskPath>,
}

impl Subject {
    /// The task, or a refusal that lists those which could be meant.
    pub(super) fn task(&self, place: &Place) -> Result<&TaskPath, Answer> {
        self.task.as_ref().ok_or_else(|| {
            let known = known_tasks(&place.namespace);
            let found = Diagnostic::call(&USAGE, "refused: `--task TASK` is missing");
            let found = match known.as_slice() {
                [] => found.reason("the project has no task yet"),
                known => found.reason(format!("it could be {}", quoted(known))),
            };
            Answer::refused(found).field("tasks", known)
        })
    }
}

/// How many names a message lists.
const MOST_NAMES: usize = 20;

fn quoted(names: &[String]) -> String {
    let shown = names.iter().take(MOST_NAMES);
    let shown: Vec<_> = shown.map(|name| format!("`{name}`")).collect();
    match names.len().saturating_sub(MOST_NAMES) {
        0 => shown.join(", "),
        more => format!("{} and {more} more", shown.join(", ")),
    }
}
