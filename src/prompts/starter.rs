//! A complete prompt for a phase that has none yet.

use std::fmt::Write as _;

use super::section::{Heading, sections};
use super::subject::Subject;
use crate::workflow::{Model, PhaseId};

/// A prompt that says what the workflow knows, and where a person goes on.
pub fn starter(model: &Model, phase: PhaseId) -> String {
    let declared = model.phase(phase);
    let mut text = format!("# {}\n\n", title(declared.name.as_str()));
    let purpose = declared.description.as_deref();
    _ = writeln!(
        text,
        "You work on the task `{{task}}` in the phase `{}` of the workflow `{}`.{}",
        declared.name,
        model.name,
        purpose.map_or_else(String::new, |purpose| format!(
            " {}.",
            purpose.trim_end_matches('.')
        ))
    );
    for section in sections(model, Subject::Phase(phase)) {
        if section.heading == ends(model, phase) {
            _ = write!(text, "\n{}", recipe(model, phase));
        }
        _ = write!(text, "\n{}", section.text());
    }
    text
}

/// The first of the sections about how the phase ends.
fn ends(model: &Model, phase: PhaseId) -> Heading {
    match model.phase(phase).approval {
        Some(_) => Heading::Approval,
        None => Heading::End,
    }
}

/// The part that is for a person to write.
fn recipe(model: &Model, phase: PhaseId) -> String {
    let mut text = "## How to Work\n\n".to_owned();
    let produces = &model.phase(phase).produces;
    text.push_str("1. Read every file listed above before you begin.\n");
    text.push_str(
        "2. Say in one sentence what this phase has to reach, in the words of the task.\n",
    );
    for (number, mention) in (3..).zip(produces) {
        let name = &model.artifact(mention.artifact).name;
        _ = writeln!(
            text,
            "{number}. Write `{name}` so that somebody who knows only the files above can use it: names, places \
             and commands instead of impressions."
        );
    }
    _ = writeln!(
        text,
        "{}. Check it once more against every file you read, and correct what does not agree.",
        produces.len() + 3
    );
    text
}

/// A name as a title.
fn title(name: &str) -> String {
    let words = name.split(['_', '-']);
    let words = words.map(|word| {
        let mut letters = word.chars();
        let first = letters.next().map(|first| first.to_uppercase().to_string());
        first.unwrap_or_default() + letters.as_str()
    });
    words.collect::<Vec<_>>().join(" ")
}
