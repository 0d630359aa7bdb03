//! The page of all tasks: who has to act first, where everything stands, how many there are.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::age::age;
use super::table::Table;
use super::task_row::{NextRow, TaskRow};
use crate::diagnostic::By;
use crate::engine::Condition;
use crate::names::TaskPath;
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
    rows.chunk_by(|row, next| row.top() == next.top())
}

fn full(rows: &[&TaskRow], now: &str, text: &mut String) {
    let mut table = Table::default();
    let names = names(rows);
    for (row, name) in rows.iter().zip(&names) {
        let since = match (&row.since, &row.by) {
            (Some(since), Some(by)) => format!("since {since} ({}), by {by}", age(since, now)),
            _ => String::new(),
        };
        table.row([name.clone(), row.standing(), since]);
    }
    for ((row, name), line) in rows.iter().zip(&names).zip(table.lines()) {
        _ = writeln!(text, "  {line}");
        let indent = name.len() - name.trim_start().len();
        let indent = " ".repeat(indent + 6);
        for (_, problem) in &row.wrong {
            _ = writeln!(text, "{indent}{}", first_line(problem));
        }
        for step in &row.mends {
            _ = writeln!(text, "{indent}{}: {}", who(step.by), step.run);
        }
        for next in row.onward() {
            _ = writeln!(text, "{indent}{}", told(next));
        }
    }
}

fn compact(rows: &[&TaskRow], now: &str, text: &mut String) {
    let mut table = Table::default();
    for (row, name) in rows.iter().zip(names(rows)) {
        let since = row.since.clone().unwrap_or_default();
        let ago = row.since.as_ref().map(|since| age(since, now));
        let by = row.by.clone().unwrap_or_default();
        let mend = row
            .mends
            .first()
            .map(|step| format!("{}: {}", who(step.by), step.run));
        let wrong = row.wrong.first();
        let wrong = wrong.map(|(_, why)| first_line(why).to_owned());
        let next = row.onward().first().map(|next| told(next));
        let last = mend.or(wrong).or(next).unwrap_or_default();
        let ago = ago.unwrap_or_default();
        table.row([name, row.standing(), since, ago, by, last]);
    }
    for line in table.lines() {
        _ = writeln!(text, "  {line}");
    }
}

/// How each row is called: a sub-task by its own name, indented, where its parent stands above it;
/// else by its whole path.
fn names(rows: &[&TaskRow]) -> Vec<String> {
    let mut above: Vec<&TaskPath> = Vec::new();
    let mut names = Vec::new();
    for row in rows {
        let Some(task) = &row.task else {
            names.push(row.path.clone());
            continue;
        };
        let parent = task.parent();
        while above
            .last()
            .is_some_and(|&last| Some(last) != parent.as_ref())
        {
            above.pop();
        }
        let indent = "  ".repeat(above.len());
        names.push(if above.is_empty() {
            row.path.clone()
        } else {
            format!("{indent}{}", task.name())
        });
        above.push(task);
    }
    names
}

/// A step, and what stands against it in a few words.
fn told(next: &NextRow) -> String {
    let step = format!("{}: {}", who(next.step.by), next.step.run);
    match next.reasons.as_slice() {
        [] => step,
        [(_, only)] => format!("{step}  (not yet: {})", first_line(only)),
        [(_, first), rest @ ..] => {
            let (first, more) = (first_line(first), rest.len());
            format!("{step}  (not yet: {first}; and {more} more)")
        }
    }
}

fn who(by: By) -> &'static str {
    match by {
        By::Anyone => "next",
        By::Human => "you",
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

#[cfg(test)]
mod tests {
    use insta::assert_snapshot;

    use super::*;
    use crate::diagnostic::NextStep;
    use crate::workflow::{Event, embedded};

    const NOW: &str = "2026-03-10T12:00:00Z";

    fn row(task: &str, state: &str, condition: Condition) -> TaskRow {
        let over = matches!(condition, Condition::Ended | Condition::Abandoned);
        let step = NextStep::anyone(format!("automaton transition x --task {task}"));
        let next = NextRow {
            step,
            event: Event::Next,
            to: state.parse().expect("a state"),
            verdict: "open",
            reasons: Vec::new(),
        };
        TaskRow {
            task: Some(task.parse().expect("a task")),
            path: task.to_owned(),
            condition,
            state: Some(state.parse().expect("a state")),
            since: Some("2026-03-09T12:00:00Z".to_owned()),
            by: Some("ann".to_owned()),
            claim: None,
            scope: Vec::new(),
            waiting_on: (!over).then_some(By::Anyone),
            signatures: None,
            next: if over { Vec::new() } else { vec![next] },
            wrong: Vec::new(),
            mends: Vec::new(),
            notices: Vec::new(),
        }
    }

    #[test]
    fn tasks_that_are_over_are_counted_once_they_are_many() {
        let mut rows: Vec<TaskRow> = (10..20)
            .map(|number| row(&format!("t{number}"), "complete", Condition::Ended))
            .collect();
        assert_eq!(overview(embedded(), &rows, false, NOW).lines().count(), 13);
        rows.push(row("u", "design", Condition::Abandoned));
        assert_snapshot!(overview(embedded(), &rows, false, NOW), @"
        11 tasks are over; `automaton status --all` lists them
        11 tasks: 10 complete, 1 abandoned; none waits on you
        ");
        assert_eq!(overview(embedded(), &rows, true, NOW).lines().count(), 14);
    }

    #[test]
    fn a_sub_task_under_way_keeps_its_parent_in_sight() {
        let mut rows: Vec<TaskRow> = (10..21)
            .map(|number| row(&format!("t{number}"), "complete", Condition::Ended))
            .collect();
        rows.push(row("u", "complete", Condition::Ended));
        rows.push(row("u/a", "complete", Condition::Ended));
        rows.push(row("u/a/b", "implement", Condition::Open));
        rows.push(row("u/c", "implement", Condition::Open));
        assert_snapshot!(overview(embedded(), &rows, false, NOW), @"
        under way:
          u      complete   since 2026-03-09T12:00:00Z (1 day ago), by ann
            a    complete   since 2026-03-09T12:00:00Z (1 day ago), by ann
              b  implement  since 2026-03-09T12:00:00Z (1 day ago), by ann
                  next: automaton transition x --task u/a/b
            c    implement  since 2026-03-09T12:00:00Z (1 day ago), by ann
                next: automaton transition x --task u/c

        11 tasks are over; `automaton status --all` lists them
        15 tasks: 2 implement, 13 complete; none waits on you
        ");
    }

    #[test]
    fn many_tasks_get_one_line_each() {
        let mut rows: Vec<TaskRow> = (10..60)
            .map(|number| row(&format!("t{number}"), "implement", Condition::Open))
            .collect();
        rows[7].waiting_on = Some(By::Human);
        rows[7].condition = Condition::Broken;
        rows[7].wrong = vec![("tampered", "`.state`: is empty\nmore".to_owned())];
        rows[8].next[0].reasons = vec![
            ("missing-artifact", "this\nand that".to_owned()),
            ("contract-unmet", "and this".to_owned()),
        ];
        let page = overview(embedded(), &rows, false, NOW);
        assert_eq!(page.lines().count(), 50 + 5);
        let shown = page.lines().take(15).chain(page.lines().skip(53));
        assert_snapshot!(shown.collect::<Vec<_>>().join("\n"), @"
        waiting on you:
          t17  implement (broken)  2026-03-09T12:00:00Z  1 day ago  ann  `.state`: is empty

        under way:
          t10  implement  2026-03-09T12:00:00Z  1 day ago  ann  next: automaton transition x --task t10
          t11  implement  2026-03-09T12:00:00Z  1 day ago  ann  next: automaton transition x --task t11
          t12  implement  2026-03-09T12:00:00Z  1 day ago  ann  next: automaton transition x --task t12
          t13  implement  2026-03-09T12:00:00Z  1 day ago  ann  next: automaton transition x --task t13
          t14  implement  2026-03-09T12:00:00Z  1 day ago  ann  next: automaton transition x --task t14
          t15  implement  2026-03-09T12:00:00Z  1 day ago  ann  next: automaton transition x --task t15
          t16  implement  2026-03-09T12:00:00Z  1 day ago  ann  next: automaton transition x --task t16
          t18  implement  2026-03-09T12:00:00Z  1 day ago  ann  next: automaton transition x --task t18  (not yet: this; and 1 more)
          t19  implement  2026-03-09T12:00:00Z  1 day ago  ann  next: automaton transition x --task t19
          t20  implement  2026-03-09T12:00:00Z  1 day ago  ann  next: automaton transition x --task t20
          t21  implement  2026-03-09T12:00:00Z  1 day ago  ann  next: automaton transition x --task t21

        50 tasks: 49 implement, 1 broken; 1 waits on you
        ");
    }
}
