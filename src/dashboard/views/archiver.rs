//! Completed tasks: which may be archived, and which are.

use maud::{Markup, html};
use serde_json::Value;

use super::Room;
use super::document::{Document, text};
use crate::dashboard::desk::Question;
use crate::report::Answer;

/// How many archived tasks a page lists.
const MOST: usize = 100;

/// The page.
pub(super) fn archiver(room: &Room<'_>) -> Result<Markup, Answer> {
    let ready = Document::of(room, &Question::Archivable)?;
    let there = Document::of(room, &Question::Archived)?;
    let (moves, left) = (ready.list("archived"), ready.list("left"));
    let archived = there.list("tasks");
    let tops = archived
        .iter()
        .filter(|one| text(one, "task").matches('/').count() < 2);
    let tops: Vec<&Value> = tops.collect();
    Ok(html! {
        h1 { "Completed Task Archiver" }
        section.empty[moves.is_empty()] aria-labelledby="ready" {
            h2 #ready { "Would be archived" }
            @if moves.is_empty() { p.dim { "No completed task waits to be archived." } }
            ul {
                @for one in moves {
                    @let task = text(one, "task");
                    li { a.name href=(room.to(&format!("task/{task}"))) { (task) } (button(room, "archive", &task, "Archive")) }
                }
            }
            @if moves.len() > 1 { (button(room, "archive", "", "Archive all")) }
            @if !room.decides { p.dim { code { "automaton cleanup-done" } } }
        }
        @if !left.is_empty() {
            section aria-labelledby="left" {
                h2 #left { "Stays, for a reason" }
                ul { @for found in left { li { (text(found, "message")) " " code.dim { (text(found, "code")) } } } }
            }
        }
        section.empty[tops.is_empty()] aria-labelledby="archived" {
            h2 #archived { "Archived" }
            @if tops.is_empty() { p.dim { "Nothing yet." } }
            ul {
                @for one in tops.iter().take(MOST) {
                    @let task = text(one, "task");
                    li { a.name href=(room.to(&format!("task/{task}"))) { (task) } " " span.dim { (text(one, "state")) } (button(room, "restore", &task, "Restore")) }
                }
            }
            @if tops.len() > MOST { p.dim { (tops.len() - MOST) " more: " code { "automaton status --archived" } } }
        }
    })
}

/// A form of one button, for whoever may press it.
pub(super) fn button(room: &Room<'_>, deed: &str, subject: &str, word: &str) -> Markup {
    html! {
        @if room.decides {
            " "
            form.inline method="post" action=(room.to("do")) {
                input type="hidden" name="subject" value=(subject);
                button name="deed" value=(deed) aria-label=(format!("{word} {subject}")) { (word) }
            }
        }
    }
}
