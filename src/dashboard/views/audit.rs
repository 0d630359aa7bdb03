//! What an audit finds, and the commands that mend it.

use maud::{Markup, html};

use super::Room;
use super::document::{Document, list, text};
use super::task::command;
use crate::dashboard::desk::Question;
use crate::report::Answer;

/// How many approvals a page lists.
const MOST: usize = 200;

/// The page.
pub(super) fn audit(room: &Room<'_>) -> Result<Markup, Answer> {
    let document = Document::of(room, &Question::Audit)?;
    let (findings, approvals) = (document.list("findings"), document.list("approvals"));
    Ok(html! {
        h1 { "Audit" }
        @if findings.is_empty() { p.dim { "Nothing is wrong with any task." } }
        ul.findings {
            @for found in findings {
                @let task = text(found, "task");
                li {
                    @if !task.is_empty() { a.name href=(room.to(&format!("task/{task}"))) { (task) } " " }
                    strong.error[text(found, "severity") == "error"] { (text(found, "severity")) }
                    " " (text(found, "message")) " " code.dim { (text(found, "code")) }
                    @let next = list(found, "next");
                    @if next.is_empty() {
                        p.dim { code { "automaton explain " (text(found, "code")) } }
                    } @else {
                        ul.commands { @for step in next { li { (command(step)) } } }
                    }
                }
            }
        }
        section.empty[approvals.is_empty()] aria-labelledby="approved" {
            h2 #approved { "Approvals on record" }
            @if approvals.is_empty() { p.dim { "None." } }
            ul {
                @for one in approvals.iter().rev().take(MOST) {
                    li.dim[one["stands"] == false] {
                        (text(one, "task")) ", " (text(one, "phase")) ": by " (text(one, "by")) ", "
                        time datetime=(text(one, "at")) { (text(one, "at")) } ", " (text(one, "level"))
                        @if one["stands"] == false { "; it no longer stands" }
                    }
                }
            }
        }
    })
}
