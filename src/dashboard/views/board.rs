//! Tasks by phase, those that wait for a person first.

use std::fmt::Write as _;

use maud::{Markup, html};

use super::{Filter, Room};
use crate::dashboard::desk::Board;
use crate::diagnostic::By;
use crate::engine::Condition;
use crate::names::TaskPath;
use crate::report::{Answer, TaskRow, age};

/// How many tasks a column shows; sub-tasks are not counted.
const MOST_IN_COLUMN: usize = 20;
/// How many a page shows of one phase.
const MOST_ON_PAGE: usize = 100;
/// How many sub-tasks a task shows.
const MOST_INSIDE: usize = 20;

/// What stands in no phase that the workflow knows, or cannot go on.
const ASIDE: &str = "in the way";

/// A task with its sub-tasks behind it.
type Tree<'b> = &'b [TaskRow];

/// The page.
pub(super) fn board(room: &Room<'_>, filter: &Filter) -> Result<Markup, Answer> {
    let board = room.board()?;
    let wanted = |tree: &Tree<'_>| is_wanted(&board, tree, filter);
    let trees: Vec<Tree<'_>> = board
        .rows
        .chunk_by(|row, next| row.top() == next.top())
        .filter(wanted)
        .collect();
    let (waiting, rest): (Vec<_>, Vec<_>) = trees
        .into_iter()
        .partition(|tree| tree.iter().any(TaskRow::waits_for_person));
    let phases = board.phases.iter().map(String::as_str).chain([ASIDE]);
    let phases = phases.filter(|phase| filter.phase.is_empty() || *phase == filter.phase);
    let is_one = !filter.phase.is_empty();
    let columns: Vec<(&str, Vec<Tree<'_>>)> = phases
        .map(|phase| {
            let inside = rest.iter().copied();
            let inside = inside.filter(|tree| is_one || column(&board, &tree[0]) == phase);
            (phase, inside.collect())
        })
        .collect();
    Ok(html! {
        h1.hidden { "Board" }
        (filters(&board, filter))
        @if board.rows.is_empty() {
            p.dim { "No tasks yet: " code { "automaton create-task NAME" } }
        }
        @if !waiting.is_empty() {
            section.waiting aria-labelledby="waiting" {
                h2 #waiting { "Waiting on you " span.count { (waiting.len()) } }
                (tasks(room, &waiting, filter, None))
            }
        }
        @if !filter.waiting {
            div.columns {
                @for (phase, inside) in &columns {
                    @if !(inside.is_empty() && *phase == ASIDE) {
                        section.column.empty[inside.is_empty()] aria-label=(phase) {
                            h2 { (phase) " " span.count { (inside.len()) } }
                            (tasks(room, inside, filter, Some(phase)))
                        }
                    }
                }
            }
        }
    })
}

/// Whether the task or one inside it is asked for.
fn is_wanted(board: &Board, tree: Tree<'_>, filter: &Filter) -> bool {
    tree.iter().any(|row| {
        let is_there = filter.phase.is_empty() || column(board, row) == filter.phase;
        is_there && row.path.contains(&filter.name)
    })
}

/// The phase under which a task is shown.
fn column<'b>(board: &'b Board, row: &'b TaskRow) -> &'b str {
    let stands = matches!(row.condition, Condition::Open | Condition::Ended);
    let phase = row.state.as_ref().map(|state| state.phase.as_str());
    let known = |phase: &&str| stands && board.phases.iter().any(|one| one == phase);
    phase.filter(known).unwrap_or(ASIDE)
}

fn filters(board: &Board, filter: &Filter) -> Markup {
    html! {
        form.filters role="search" {
            label { "Name " input #filter type="search" name="name" value=(filter.name); }
            label {
                "Phase "
                select name="phase" {
                    option value="" { "all" }
                    @for phase in &board.phases {
                        option value=(phase) selected[*phase == filter.phase] { (phase) }
                    }
                }
            }
            label { input type="checkbox" name="waiting" value="true" checked[filter.waiting]; " waiting on you" }
            button { "Show" }
        }
    }
}

/// A list of tasks. Of a column of many the first are shown, and where the others are.
fn tasks(room: &Room<'_>, trees: &[Tree<'_>], filter: &Filter, phase: Option<&str>) -> Markup {
    let is_page = phase.is_none() || !filter.phase.is_empty();
    let most = if is_page {
        MOST_ON_PAGE
    } else {
        MOST_IN_COLUMN
    };
    let from = if is_page { filter.from } else { 0 };
    let shown = trees.iter().skip(from).take(most);
    let rest = trees.len().saturating_sub(from + most);
    let phase = phase.unwrap_or(&filter.phase);
    html! {
        ul.tasks {
            @for tree in shown { (task(room, tree)) }
        }
        @if from > 0 {
            a href=(page_at(room, filter, phase, from.saturating_sub(most))) rel="prev" { "Previous" } " "
        }
        @if rest > 0 {
            @let next = if is_page { from + most } else { 0 };
            a href=(page_at(room, filter, phase, next)) rel="next" { (rest) " more" }
        }
    }
}

fn page_at(room: &Room<'_>, filter: &Filter, phase: &str, from: usize) -> String {
    let waiting = if filter.waiting { "&waiting=true" } else { "" };
    // A task's name has nothing that an address would read otherwise; a filter may.
    let mut name = String::new();
    for byte in filter.name.bytes() {
        _ = write!(name, "%{byte:02x}");
    }
    room.to(&format!(
        "board?phase={phase}&name={name}&from={from}{waiting}"
    ))
}

fn task(room: &Room<'_>, tree: Tree<'_>) -> Markup {
    let (row, inside) = (&tree[0], &tree[1..]);
    html! {
        li.task.over[row.is_over()] {
            (line(room, row))
            @if !inside.is_empty() {
                ul.inside {
                    @for row in inside.iter().take(MOST_INSIDE) {
                        li.over[row.is_over()] { (line(room, row)) }
                    }
                    @if inside.len() > MOST_INSIDE {
                        li.dim { (inside.len() - MOST_INSIDE) " more" }
                    }
                }
            }
        }
    }
}

fn line(room: &Room<'_>, row: &TaskRow) -> Markup {
    html! {
        @match &row.task {
            Some(task) => a.name href=(room.to_task(task)) { (named(task)) },
            None => span.name { (row.path) },
        }
        " " span.state { (row.standing()) }
        @if let Some(since) = &row.since {
            " " time.dim datetime=(since) title=(since) { (age(since, &room.now)) }
        }
        @if let Some((_, claim)) = &row.claim {
            " " span.claim { "claimed by " (claim.owner.as_str()) }
        }
        @if row.waiting_on == Some(By::Human) {
            @match row.wrong.first() {
                Some((code, why)) => p.wrong { (why) " " code.dim { (code) } },
                None => p { a href=(room.to("approvals")) { "Decide" } },
            }
        }
    }
}

/// A sub-task stands inside its parent, which says the rest of its path.
fn named(task: &TaskPath) -> String {
    let depth = task.depth();
    match depth {
        0 => task.to_string(),
        _ => format!("{}{}", "› ".repeat(depth), task.name()),
    }
}
