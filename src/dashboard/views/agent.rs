//! Who works now.

use maud::{Markup, html};

use super::Room;
use super::document::{Document, text};
use super::log;
use crate::dashboard::desk::Question;
use crate::report::{Answer, age};

/// The page.
pub(super) fn agent(room: &Room<'_>) -> Result<Markup, Answer> {
    let claims = Document::of(room, &Question::Claims)?;
    let log = Document::of(room, &Question::Log(None))?;
    let claimed = claims.list("claims");
    Ok(html! {
        h1 { "Agent" }
        @if claimed.is_empty() { p.dim { "Nobody has claimed a task." } }
        ul.tasks {
            @for claim in claimed {
                @let (task, since) = (text(claim, "task"), text(claim, "since"));
                li.task.over[claim["expired"] == true] {
                    strong { (text(claim, "owner")) } " works on "
                    a.name href=(room.to(&format!("task/{task}"))) { (task) }
                    " " span.state { (text(claim, "state")) }
                    " since " time datetime=(since) title=(since) { (age(&since, &room.now)) }
                    @if claim["expired"] == true { "; the claim has run out" }
                    @else { ", until " (text(claim, "until")) }
                }
            }
        }
        section aria-labelledby="refusals" {
            h2 #refusals { "What came back to it" }
            p.dim { "A step that was refused leaves no record; what was turned down or taken back does." }
            (log::entries(log.list("entries"), true, Some(room)))
        }
    })
}
