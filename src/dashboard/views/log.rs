//! What happened, the latest first.

use maud::{Markup, html};
use serde_json::Value;

use super::document::{Document, list, text};
use super::{Filter, Room};
use crate::dashboard::desk::Question;
use crate::report::Answer;

/// How many entries a page shows.
const MOST: usize = 200;

/// Events by which somebody's work came back, or something was wrong.
const FAILURES: [&str; 6] = [
    "reject",
    "rework",
    "withdraw",
    "violation",
    "repair",
    "abandon",
];

/// The page.
pub(super) fn log(room: &Room<'_>, filter: &Filter) -> Result<Markup, Answer> {
    let document = Document::of(room, &Question::Log(None))?;
    Ok(html! {
        h1 { "Log" }
        @if filter.failures {
            p { "Failures only. " a href=(room.to("log")) { "Show all" } }
        } @else {
            p { a href=(room.to("log?failures=true")) { "Failures only" } }
        }
        (entries(document.list("entries"), filter.failures, Some(room)))
    })
}

/// Entries as a table; with the tasks where they are of many.
pub(super) fn entries(entries: &[Value], failures: bool, room: Option<&Room<'_>>) -> Markup {
    let is_failure = |entry: &&Value| FAILURES.contains(&text(entry, "event").as_str());
    let wanted = entries
        .iter()
        .rev()
        .filter(|entry| !failures || is_failure(entry));
    let wanted: Vec<&Value> = wanted.collect();
    html! {
        @if wanted.is_empty() { p.dim { "Nothing." } } @else {
            div.scroll tabindex="0" role="region" aria-label="Entries" {
                table {
                    thead { tr {
                        th scope="col" { "When" }
                        @if room.is_some() { th scope="col" { "Task" } }
                        th scope="col" { "What" } th scope="col" { "Who" } th scope="col" { "Why" }
                    } }
                    tbody {
                        @for entry in wanted.iter().take(MOST) {
                            tr {
                                td { time datetime=(text(entry, "at")) { (text(entry, "at")) } }
                                @if let Some(room) = room {
                                    td { a.name href=(room.to(&format!("task/{}", text(entry, "task")))) { (text(entry, "task")) } }
                                }
                                td { (what(entry)) }
                                td { (text(entry, "actor")) }
                                td { (text(entry, "note")) }
                            }
                        }
                    }
                }
            }
            @if wanted.len() > MOST { p.dim { (wanted.len() - MOST) " earlier ones: " code { "automaton log" } } }
        }
    }
}

fn what(entry: &Value) -> Markup {
    let (from, to) = (text(entry, "from"), text(entry, "to"));
    let moves = list(entry, "moves").iter().filter_map(Value::as_str);
    let moves: Vec<&str> = moves.collect();
    html! {
        strong { (text(entry, "event")) } " "
        @if from == to || from.is_empty() { (to) } @else { (from) " → " (to) }
        @if let Some(level) = entry["approval"]["level"].as_str() { " " span.dim { "(" (level) ")" } }
        @if !moves.is_empty() { " " span.dim { "to the attic: " (moves.join(", ")) } }
    }
}
