//! Whether the prompts of a workflow say what it says.

use std::collections::BTreeSet;
use std::ops::Range;

use super::commands::Commands;
use super::document::owned;
use super::drift::{Difference, differences, first_other_line};
use super::mentions::{faults, told_steps};
use super::section::Heading;
use super::shelf::{Shelf, ShelfError};
use super::subject::{Subject, subjects};
use crate::diagnostic::{Diagnostic, NextStep};
use crate::engine::topics::FACT_UNAVAILABLE;
use crate::lint::{PROMPT_DRIFT, PROMPT_MISSING, PROMPT_TOO_LONG};
use crate::source::{SourceFile, Span, Spanned};
use crate::workflow::Model;

/// How many lines the prompt of a phase may have, and another one.
const MOST_LINES: [usize; 2] = [150, 200];
/// How many lines about steps make a description of the workflow.
const A_TABLE: usize = 2;

/// Everything that is wrong with the prompt files of a workflow.
pub fn check(model: &Model, shelf: &Shelf, commands: &dyn Commands) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    let mut described: Option<String> = None;
    for (subject, path) in subjects(model) {
        let text = match shelf.read(&path.value) {
            Ok(text) => text,
            Err(error) => {
                found.push(missing(model, shelf, (subject, path), &error));
                continue;
            }
        };
        let source = SourceFile::new(shelf.shown(&path.value), text);
        found.extend(too_long(model, subject, path, &source));
        found.extend(drift(model, subject, &source, commands));
        found.extend(described_again(model, subject, &source, &mut described));
    }
    found.extend(unnamed(model, shelf));
    found
}

fn missing(
    model: &Model,
    shelf: &Shelf,
    (subject, path): (Subject<'_>, &Spanned<String>),
    error: &ShelfError,
) -> Diagnostic {
    let shown = shelf.shown(&path.value);
    let message = format!("the prompt `{shown}` cannot be read: {error}");
    let found = Diagnostic::at(&PROMPT_MISSING, &model.source, path.span, message);
    match subject {
        Subject::Phase(phase) if *error == ShelfError::Missing => {
            let name = &model.phase(phase).name;
            let run = format!("automaton prompts new {name}");
            found
                .help(format!("write it; `{run}` begins one"))
                .next(NextStep::anyone(run))
        }
        _ => found.help("write the file, or correct the path"),
    }
}

fn too_long(
    model: &Model,
    subject: Subject<'_>,
    path: &Spanned<String>,
    source: &SourceFile,
) -> Option<Diagnostic> {
    let most = MOST_LINES[usize::from(matches!(subject, Subject::General(_)))];
    let lines = source.text().lines().count();
    (lines > most).then(|| {
        let message = format!(
            "`{}` has {lines} lines, and {most} are enough",
            source.name()
        );
        Diagnostic::at(&PROMPT_TOO_LONG, &model.source, path.span, message)
            .help("cut what an agent can do without, or move it to a prompt of its own")
    })
}

fn drift(
    model: &Model,
    subject: Subject<'_>,
    source: &SourceFile,
    commands: &dyn Commands,
) -> Vec<Diagnostic> {
    let name = subject.name(model);
    let text = source.text();
    let differences = differences(model, subject, text).into_iter();
    let differences = differences.map(|difference| match difference {
        Difference::Lacks(section) => {
            let heading = section.heading.text();
            mendable(
                source,
                0..0,
                format!("the prompt of `{name}` has no section `{heading}`"),
            )
        }
        Difference::Extra(part) => {
            let heading = part.heading.text();
            let message =
                format!("the prompt of `{name}` must not have a section `{heading}` here");
            mendable(source, line_of(text, &part.range), message)
        }
        Difference::Differs(part, section) => {
            let heading = section.heading.text();
            let message = format!("`{heading}` is not what the workflow says of `{name}`");
            mendable(source, first_other_line(text, &part, &section), message)
        }
    });
    let mut found: Vec<Diagnostic> = differences.collect();
    // What stands in a section that is rewritten need not be right.
    let rewritten: Vec<Range<usize>> = owned(text).into_iter().map(|part| part.range).collect();
    let faults = faults(model, text, commands).into_iter();
    let faults = faults.filter(|(range, _)| {
        found.is_empty() || !rewritten.iter().any(|part| part.contains(&range.start))
    });
    let faults: Vec<Diagnostic> = faults
        .map(|(range, message)| at(source, range, message).help("correct the prompt"))
        .collect();
    found.extend(faults);
    found
}

/// A description of the steps besides the one that the workflow's own prompt has.
fn described_again(
    model: &Model,
    subject: Subject<'_>,
    source: &SourceFile,
    described: &mut Option<String>,
) -> Vec<Diagnostic> {
    let text = source.text();
    let parts = owned(text);
    let mut found = Vec::new();
    let machine = parts.iter().find(|part| part.heading == Heading::Machine);
    if let (Some(part), Subject::General(_)) = (machine, subject) {
        match described {
            None => *described = Some(source.name().to_owned()),
            Some(first) => {
                let message = format!("`{first}` describes the workflow already");
                found.push(
                    at(source, line_of(text, &part.range), message).help("refer to it instead"),
                );
            }
        }
    }
    let is_owned = |line: &Range<usize>| parts.iter().any(|part| part.range.contains(&line.start));
    let told = told_steps(model, text).into_iter();
    let told: Vec<Range<usize>> = told.filter(|line| !is_owned(line)).collect();
    if let Some(first) = told.first().filter(|_| told.len() >= A_TABLE) {
        let message =
            "the steps between states are described here, which a section `State Machine` does";
        let help = "remove it, and refer to the prompt that has the section";
        found.push(at(source, first.clone(), message).help(help));
    }
    found
}

/// Files among the prompts that the workflow does not name.
fn unnamed(model: &Model, shelf: &Shelf) -> Vec<Diagnostic> {
    let named: BTreeSet<&str> = subjects(model)
        .map(|(_, path)| path.value.as_str())
        .collect();
    let folders = named.iter().filter_map(|path| path.rsplit_once('/'));
    let folders: BTreeSet<&str> = folders.map(|(folder, _)| folder).collect();
    let mut found = Vec::new();
    for folder in folders {
        match shelf.files(folder) {
            Ok(files) => {
                let unnamed = files
                    .into_iter()
                    .filter(|file| !named.contains(file.as_str()));
                found.extend(unnamed.map(|file| {
                    let message = "the workflow does not name this prompt";
                    Diagnostic::about(&PROMPT_DRIFT, shelf.shown(&file), message)
                        .help("name it with `prompt` or in `prompts`, or remove the file")
                }));
            }
            Err(error) => {
                let path = shelf.shown(folder);
                found.push(Diagnostic::about(
                    &FACT_UNAVAILABLE,
                    path,
                    error.to_string(),
                ));
            }
        }
    }
    found
}

fn at(source: &SourceFile, range: Range<usize>, message: impl Into<String>) -> Diagnostic {
    let span = Span::new(range.start, range.end);
    Diagnostic::at(&PROMPT_DRIFT, source, span, message)
}

fn mendable(source: &SourceFile, range: Range<usize>, message: String) -> Diagnostic {
    let run = "automaton prompts check --fix";
    at(source, range, message)
        .help(format!(
            "`{run}` rewrites the sections that the workflow owns, and nothing else"
        ))
        .next(NextStep::anyone(run))
}

/// The first line of a part.
fn line_of(text: &str, part: &Range<usize>) -> Range<usize> {
    let line = text[part.clone()].lines().next().unwrap_or_default();
    part.start..part.start + line.len()
}
