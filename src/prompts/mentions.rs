//! What a prompt names: placeholders, commands, phases and artifacts, each of which must exist.

use std::ops::Range;

use super::commands::Commands;
use super::document::{Code, code};
use super::placeholders::{self, PLACEHOLDERS};
use super::subject::Subject;
use crate::names::StateName;
use crate::workflow::{Model, nearest};

/// The program, as commands begin with it.
const PROGRAM: &str = "automaton";
/// Commands whose first argument is a state, a phase, or what a prompt is about.
const OF_STATES: &str = "transition";
const OF_PHASES: &[&str] = &["rework", "prompt"];
/// Files that belong to projects, whatever their workflow.
const OF_PROJECTS: &[&str] = &[
    "README",
    "CHANGELOG",
    "AGENTS",
    "CLAUDE",
    "CONTRIBUTING",
    "LICENSE",
    "SECURITY",
];

/// Something that a prompt names and that does not exist: where, and what is wrong.
pub(super) type Fault = (Range<usize>, String);

/// Everything that the prompt names and that does not exist.
pub(super) fn faults(model: &Model, text: &str, commands: &dyn Commands) -> Vec<Fault> {
    let mut found = unknown_placeholders(text);
    for piece in code(text) {
        found.extend(wrong_command(model, &piece, commands));
        found.extend(unknown_state(model, text, &piece));
    }
    found.extend(unknown_files(model, text));
    found
}

fn unknown_placeholders(text: &str) -> Vec<Fault> {
    let is_known = |name: &str| PLACEHOLDERS.iter().any(|(known, _)| *known == name);
    let unknown = placeholders::found(text).filter(|(_, name)| !is_known(name));
    unknown
        .map(|(at, name)| {
            let near = nearest(name, PLACEHOLDERS.iter().map(|(known, _)| *known));
            let message = format!("`{{{name}}}` is not a placeholder{}", meant(near));
            (at..at + name.len() + 2, message)
        })
        .collect()
}

fn meant(near: Option<&str>) -> String {
    near.map_or_else(String::new, |near| format!("; did you mean `{near}`?"))
}

/// What is wrong with a piece of code that calls the program.
fn wrong_command(model: &Model, piece: &Code, commands: &dyn Commands) -> Option<Fault> {
    let call = piece.text.trim_start_matches("$ ");
    let rest = call.strip_prefix(PROGRAM)?;
    if !rest.starts_with(' ') {
        return None;
    }
    let filled = placeholders::replaced(call, |_| Some("x".to_owned()));
    let fault = match shlex::split(&filled) {
        None => Some("its quotes do not match".to_owned()),
        // In a sentence a command may be named without being called.
        Some(words) if piece.inline && commands.names(&words) => None,
        Some(words) => commands
            .fault(&words)
            .or_else(|| unknown_argument(model, &words)),
    };
    fault.map(|why| {
        (
            piece.range.clone(),
            format!("`{call}` is not a command: {why}"),
        )
    })
}

/// What is wrong with the state or the phase that a command names; a word in capitals is for the
/// reader to replace.
fn unknown_argument(model: &Model, words: &[String]) -> Option<String> {
    let command = words
        .iter()
        .position(|word| word == OF_STATES || OF_PHASES.contains(&word.as_str()))?;
    let named = words.get(command + 1)?;
    let replaced = named.chars().all(|c| c.is_ascii_uppercase() || c == '_');
    if named.starts_with('-') || replaced || named == "x" {
        return None;
    }
    let is_known = if words[command] == OF_STATES {
        let state: Option<StateName> = named.parse().ok();
        state.is_some_and(|state| model.state_named(&state).is_some())
    } else {
        Subject::named(model, named).is_some()
    };
    (!is_known).then(|| {
        format!(
            "the workflow has no `{named}`{}",
            meant(near_state(model, named).as_deref())
        )
    })
}

fn near_state(model: &Model, named: &str) -> Option<String> {
    let states: Vec<String> = model
        .states()
        .map(|state| model.state_name(state).to_string())
        .collect();
    nearest(named, states.iter().map(String::as_str)).map(str::to_owned)
}

/// A code span that is written like a state, or stands beside the word `phase`, and is none.
fn unknown_state(model: &Model, text: &str, piece: &Code) -> Option<Fault> {
    let name = piece.text.as_str();
    let state: StateName = name.parse().ok()?;
    let is_sub = match &state.sub {
        Some(sub) => *sub == model.pending || *sub == model.granted,
        None => false,
    };
    let before = text[..piece.range.start].trim_end();
    let after = text[piece.range.end..].trim_start();
    let is_word = |rest: &str| !rest.starts_with(|c: char| c.is_alphanumeric() || c == '-');
    let beside = after.strip_prefix("phase").is_some_and(is_word)
        || before.ends_with(" phase")
        || before.ends_with("\nphase");
    let written = text.get(piece.range.clone())?.starts_with('`');
    let due = written && (is_sub || (state.sub.is_none() && beside));
    let capitals = name
        .chars()
        .all(|c| c.is_ascii_uppercase() || matches!(c, '_' | ':'));
    if !due || capitals || model.state_named(&state).is_some() {
        return None;
    }
    let kind = if is_sub { "state" } else { "phase" };
    let near = near_state(model, name);
    let message = format!(
        "the workflow has no {kind} `{name}`{}",
        meant(near.as_deref())
    );
    Some((piece.range.clone(), message))
}

/// Files of a task's folder, and names in capitals as artifacts have them, that the workflow does not
/// know.
fn unknown_files(model: &Model, text: &str) -> Vec<Fault> {
    let is_part = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | '.' | '/' | '{' | '}');
    let mut found = Vec::new();
    let mut rest = 0;
    while let Some(at) = text[rest..].find(is_part) {
        let start = rest + at;
        let end = text[start..]
            .find(|c| !is_part(c))
            .map_or(text.len(), |end| start + end);
        let word = text[start..end].trim_end_matches('.');
        if let Some(name) = artifact_like(word).filter(|name| !is_known(model, name)) {
            let known = model
                .artifacts
                .iter()
                .map(|artifact| artifact.name.as_str());
            let near = meant(nearest(name, known));
            let message = format!("the workflow has no artifact `{name}`{near}");
            found.push((start..start + word.len(), message));
        }
        rest = end;
    }
    found
}

/// The name of a file that must be an artifact: what stands in the task's folder, or a name in
/// capitals.
fn artifact_like(word: &str) -> Option<&str> {
    if let Some(inner) = word.strip_prefix(placeholders::TASK_FOLDER) {
        let name = inner.strip_prefix('/')?;
        return (!name.is_empty() && !name.contains('/')).then_some(name);
    }
    let (stem, ending) = word.split_once('.')?;
    let capitals = |c: char| c.is_ascii_uppercase() || c.is_ascii_digit() || matches!(c, '_' | '-');
    let in_capitals =
        stem.starts_with(|c: char| c.is_ascii_uppercase()) && stem.chars().all(capitals);
    let plain = !ending.is_empty() && ending.chars().all(|c| c.is_ascii_lowercase());
    (in_capitals && stem.len() > 1 && plain && !OF_PROJECTS.contains(&stem)).then_some(word)
}

fn is_known(model: &Model, name: &str) -> bool {
    let mut artifacts = model.artifacts.iter();
    artifacts.any(|artifact| artifact.name.as_str() == name)
        || model.is_metadata(name)
        || model.source.text().contains(name)
        || name == "subtasks"
}

/// The lines that describe steps between states, which one prompt alone does.
pub(super) fn told_steps(model: &Model, text: &str) -> Vec<Range<usize>> {
    let states: Vec<String> = model
        .states()
        .map(|state| model.state_name(state).to_string())
        .collect();
    let is_state = |word: &str| {
        let word = word.trim().trim_matches(['`', '*', '-']).trim_matches('`');
        states.iter().any(|state| state == word)
    };
    let mut told = Vec::new();
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let plain = line.trim_end();
        if is_row(plain, is_state) || is_arrow(plain, is_state) {
            told.push(start..start + plain.len());
        }
        start += line.len();
    }
    told
}

/// A row of a table with two states in cells of their own.
fn is_row(line: &str, is_state: impl Fn(&str) -> bool) -> bool {
    line.trim_start().starts_with('|') && line.split('|').filter(|cell| is_state(cell)).count() > 1
}

/// A line in which an arrow leads from a state to another.
fn is_arrow(line: &str, is_state: impl Fn(&str) -> bool) -> bool {
    let line = line
        .replace('→', "->")
        .replace("=>", "->")
        .replace("-->", "->");
    let sides: Vec<&str> = line.split("->").collect();
    sides.windows(2).any(|pair| {
        let from = pair[0].split_whitespace().next_back().unwrap_or_default();
        let to = pair[1].split_whitespace().next().unwrap_or_default();
        is_state(from) && is_state(to.trim_end_matches([',', '.', ';', ':']))
    })
}
