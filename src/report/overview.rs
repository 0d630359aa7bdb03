//! The page of all tasks: who has to act first, where everything stands, how many there are.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::age::age;
use super::table::Table;
use super::task_row::{NextRow, TaskRow};
use crate::diagnostic::By;
use crate::engine::Condition;
use crate::workflow::Model;

/// Beyond this many tasks each gets one line.
const MOST_IN_FULL: usize = 40;
/// Beyond this many, tasks that are over are only counted.
const MOST_OVER: usize = 10;

/// The page of `rows`, which come with each task before its sub-tasks. Tasks that are over are
/// left out where they are many, unless `all` are wanted.
pub fn overview(model: &Model, rows: &[TaskRow], all: bool, now: &str) -> String {
    let mut waiting = Vec::new();
    let mut going = Vec::new();
    let mut over = Vec::new();
    for tree in trees(rows) {
        if tree.iter().any(TaskRow::waits_for_person) {
            waiting.extend(tree);
        } else if tree.iter().all(TaskRow::is_over) {
            over.extend(tree);
        } else {
            going.extend(tree);
        }
    }
    let folded = !all && over.len() > MOST_OVER;
    let shown_over = if folded { &[] } else { over.as_slice() };
    let sections = [
        ("waiting on you", waiting.as_slice()),
        ("under way", going.as_slice()),
        ("over", shown_over),
    ];
    let shown: usize = sections.iter().map(|(_, rows)| rows.len()).sum();
    let mut text = String::new();
    for (title, rows) in sections {
        if rows.is_empty() {
            continue;
        }
        _ = writeln!(text, "{title}:");
        if shown > MOST_IN_FULL {
            compact(rows, now, &mut text);
        } else {
            full(rows, now, &mut text);
        }
        text.push('\n');
    }
    if folded {
        let count = over.len();
        _ = writeln!(
            text,
            "{count} tasks are over; `automaton status --all` lists them"
        );
    }
    _ = writeln!(text, "{}", counts(model, rows));
    text
}

/// The rows from each task of the project to its last sub-task.
fn trees(rows: &[TaskRow]) -> impl Iterator<Item = &[TaskRow]> {
    rows.chunk_by(|_, next| next.depth > 0)
}

fn full(rows: &[&TaskRow], now: &str, text: &mut String) {
    let mut table = Table::default();
    for (index, row) in rows.iter().enumerate() {
        let since = match (&row.since, &row.by) {
            (Some(since), Some(by)) => format!("since {since} ({}), by {by}", age(since, now)),
            _ => String::new(),
        };
        table.row([named(rows, index), row.standing(), since]);
    }
    for (row, line) in rows.iter().zip(table.lines()) {
        _ = writeln!(text, "  {line}");
        let indent = " ".repeat(6 + 2 * row.depth);
        for (_, problem) in &row.wrong {
            _ = writeln!(text, "{indent}{}", first_line(problem));
        }
        for step in &row.mends {
            _ = writeln!(text, "{indent}{}: {}", who(step.by), step.run);
        }
        for next in row.onward() {
            _ = writeln!(
                text,
                "{indent}{}: {}{}",
                who(next.step.by),
                next.step.run,
                but(next)
            );
        }
    }
}

fn compact(rows: &[&TaskRow], now: &str, text: &mut String) {
    let mut table = Table::default();
    for (index, row) in rows.iter().enumerate() {
        let since = row.since.clone().unwrap_or_default();
        let ago = row.since.as_ref().map(|since| age(since, now));
        let by = row.by.clone().unwrap_or_default();
        let next = row
            .onward()
            .first()
            .map(|next| format!("{}: {}{}", who(next.step.by), next.step.run, but(next)));
        let mends = row
            .mends
            .first()
            .map(|step| format!("{}: {}", who(step.by), step.run));
        let wrong = row.wrong.first().map(|(_, why)| first_line(why).to_owned());
        let last = mends.or(wrong).or(next).unwrap_or_default();
        let ago = ago.unwrap_or_default();
        table.row([named(rows, index), row.standing(), since, ago, by, last]);
    }
    for line in table.lines() {
        _ = writeln!(text, "  {line}");
    }
}

/// A task's own name below its parent, where that stands above it; else the whole path.
fn named(rows: &[&TaskRow], index: usize) -> String {
    let row = rows[index];
    let indent = "  ".repeat(row.depth);
    let above = rows[..index]
        .iter()
        .rev()
        .find(|other| other.depth < row.depth);
    let parent = row.task.as_ref().and_then(crate::names::TaskPath::parent);
    match (&row.task, parent) {
        (Some(task), Some(parent)) if above.is_some_and(|a| a.task.as_ref() == Some(&parent)) => {
            format!("{indent}{}", task.name())
        }
        _ => format!("{indent}{}", row.path),
    }
}

fn who(by: By) -> &'static str {
    match by {
        By::Anyone => "next",
        By::Human => "you",
    }
}

/// What stands against a step, in a few words.
fn but(next: &NextRow) -> String {
    match next.reasons.as_slice() {
        [] => String::new(),
        [(_, only)] => format!("  (not yet: {})", first_line(only)),
        [(_, first), rest @ ..] => {
            format!(
                "  (not yet: {}; and {} more)",
                first_line(first),
                rest.len()
            )
        }
    }
}

fn first_line(text: &str) -> &str {
    text.lines().next().unwrap_or_default()
}

/// How many tasks there are, by phase in the order of the workflow.
pub fn tally(model: &Model, rows: &[TaskRow]) -> Vec<(String, usize)> {
    let mut by_phase: BTreeMap<usize, usize> = BTreeMap::new();
    let mut others: BTreeMap<&str, usize> = BTreeMap::new();
    for row in rows {
        let phase = match (row.condition, &row.state) {
            (Condition::Open | Condition::Ended, Some(state)) => model.phase_named(&state.phase),
            _ => None,
        };
        match phase {
            Some(phase) => *by_phase.entry(phase.index()).or_default() += 1,
            None => *others.entry(row.condition.word()).or_default() += 1,
        }
    }
    let phases = by_phase
        .into_iter()
        .map(|(phase, count)| (model.phases[phase].name.to_string(), count));
    let others = others
        .into_iter()
        .map(|(word, count)| (word.to_owned(), count));
    phases.chain(others).collect()
}

fn counts(model: &Model, rows: &[TaskRow]) -> String {
    let tally = tally(model, rows);
    let parts: Vec<_> = tally
        .iter()
        .map(|(word, count)| format!("{count} {word}"))
        .collect();
    let s = if rows.len() == 1 { "" } else { "s" };
    let waiting = rows.iter().filter(|row| row.waits_for_person()).count();
    let waits = match waiting {
        0 => "none waits on you".to_owned(),
        1 => "1 waits on you".to_owned(),
        more => format!("{more} wait on you"),
    };
    let total = rows.len();
    if parts.is_empty() {
        format!("{total} task{s}")
    } else {
        format!("{total} task{s}: {}; {waits}", parts.join(", "))
    }
}
