//! What stands in braces in a prompt, and what is put there for a task.

use crate::names::{StateName, TaskPath};

/// The task, as commands take it.
pub(super) const TASK: &str = "{task}";
/// The folder of the task, relative to the project.
pub(super) const TASK_FOLDER: &str = "{task_folder}";

/// Every placeholder, with what it stands for.
pub const PLACEHOLDERS: &[(&str, &str)] = &[
    ("task", "the task, as commands take it"),
    ("task_folder", "the task's folder, relative to the project"),
    ("project", "the project's folder, as an absolute path"),
    ("phase", "the phase that the task is in"),
    (
        "state",
        "the state that the task is in: the phase, and its sub-state where it is in one",
    ),
];

/// What the placeholders stand for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Values {
    /// The task.
    pub task: TaskPath,
    /// The project's folder, as messages show it.
    pub project: String,
    /// The state that the task is in.
    pub state: StateName,
}

impl Values {
    fn of(&self, name: &str) -> Option<String> {
        match name {
            "task" => Some(self.task.to_string()),
            "task_folder" => Some(self.task.folder()),
            "project" => Some(self.project.clone()),
            "phase" => Some(self.state.phase.to_string()),
            "state" => Some(self.state.to_string()),
            _ => None,
        }
    }

    /// The text with every known placeholder filled.
    pub fn fill(&self, text: &str) -> String {
        replaced(text, |name| self.of(name))
    }
}

/// The placeholders of a text, known or not: the byte at which each one starts, and its name.
///
/// A brace that a `$` precedes belongs to a shell, and is none.
pub(super) fn found(text: &str) -> impl Iterator<Item = (usize, &str)> {
    text.match_indices('{').filter_map(move |(at, _)| {
        let (name, _) = text[at + 1..].split_once('}')?;
        let is_name = |name: &str| {
            name.starts_with(|c: char| c.is_ascii_lowercase())
                && name
                    .chars()
                    .all(|c| c.is_ascii_lowercase() || matches!(c, '_' | '-'))
        };
        (is_name(name) && !text[..at].ends_with('$')).then_some((at, name))
    })
}

/// The text with what `value` knows put in the place of placeholders.
pub fn replaced(text: &str, value: impl Fn(&str) -> Option<String>) -> String {
    let mut filled = String::new();
    let mut end = 0;
    for (at, name) in found(text) {
        if let Some(value) = value(name) {
            filled.push_str(&text[end..at]);
            filled.push_str(&value);
            end = at + name.len() + 2;
        }
    }
    filled + &text[end..]
}
