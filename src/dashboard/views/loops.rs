//! The loops: where each stands, and what holds it.

use maud::{Markup, html};
use serde_json::Value;

use super::Room;
use super::archiver::button;
use super::document::{Document, list, text};
use crate::dashboard::desk::Question;
use crate::report::Answer;

/// The page.
pub(super) fn loops(room: &Room<'_>) -> Result<Markup, Answer> {
    let document = Document::of(room, &Question::Loops)?;
    let loops = document.list("loops");
    Ok(html! {
        h1 { "Loops" }
        @if loops.is_empty() { p.dim { "No loop: " code { "automaton loop create NAME" } } }
        @for one in loops { (shown(room, one)) }
    })
}

fn shown(room: &Room<'_>, one: &Value) -> Markup {
    let (name, status, why) = (text(one, "loop"), text(one, "status"), text(one, "why"));
    let task = text(one, "current_task");
    html! {
        article.task aria-label=(name) {
            h2 { (name) " " span.state { (status) } }
            @if !why.is_empty() { p.wrong { (why) } }
            @if !task.is_empty() { p { "works on " a.name href=(room.to(&format!("task/{task}"))) { (task) } } }
            (used(one))
            @match status.as_str() {
                "running" => (button(room, "pause", &name, "Pause")),
                "paused" | "halted" => p {
                    code { (text(one, "next")) } " "
                    span.dim { "a person at a terminal" }
                },
                _ => {},
            }
        }
    }
}

/// What was used, beside its limit.
fn used(one: &Value) -> Markup {
    let counted = [
        ("iterations", "iteration_count"),
        ("wall_clock", "seconds_used"),
        ("tokens", "tokens_used"),
        ("money", "money_used"),
    ];
    let limits = counted.map(|(limit, used)| (limit, text(&one["limits"], limit), text(one, used)));
    let scores = list(one, "score_history").iter();
    let scores: Vec<String> = scores.map(|score| text(score, "score")).collect();
    html! {
        dl.used {
            @for (name, limit, used) in limits {
                @if !limit.is_empty() {
                    dt { (name.replace('_', " ")) }
                    dd { (used) @if name == "wall_clock" { " s" } " of " (limit) }
                }
            }
            @if !scores.is_empty() { dt { "scores" } dd { (scores.join(" ")) } }
        }
    }
}
