//! One task: what may happen next, its artifacts, and what happened.

use maud::{Markup, html};
use serde_json::Value;

use super::document::{Document, list, text};
use super::{Filter, Room, approvals, log};
use crate::dashboard::desk::Question;
use crate::dashboard::markdown::markdown;
use crate::names::{ArtifactName, TaskPath};
use crate::report::{Answer, age};

/// The page.
pub(super) fn task(room: &Room<'_>, task: &TaskPath, filter: &Filter) -> Result<Markup, Answer> {
    let document = Document::of(room, &Question::Task(task.clone()))?;
    let nothing = Value::Null;
    let row = document.list("tasks").first().unwrap_or(&nothing);
    let since = text(row, "since");
    let claim = &row["claim"];
    let pending = room.pending(task).ok().flatten();
    Ok(html! {
        h1 { (task) " " span.state { (text(row, "state")) } }
        p.dim {
            (text(row, "condition"))
            @if !since.is_empty() {
                ", since " time datetime=(since) title=(since) { (age(&since, &room.now)) }
                ", by " (text(row, "by"))
            }
            @if !claim.is_null() {
                "; claimed by " (text(claim, "owner")) " until " (text(claim, "until"))
            }
        }
        @if let Some(parent) = task.parent() {
            p { "inside " a href=(room.to_task(&parent)) { (parent) } }
        }
        (problems(list(row, "wrong"), list(row, "mends")))
        (next(list(row, "next")))
        @if let Some(pending) = &pending { (approvals::approval(room, pending)) }
        (artifacts(room, task, document.list("artifacts")))
        (timeline(room, task, filter)?)
        (attic(room, task)?)
    })
}

fn problems(wrong: &[Value], mends: &[Value]) -> Markup {
    html! {
        @if !wrong.is_empty() {
            section.refused aria-label="In the way" {
                ul { @for one in wrong { li { (text(one, "message")) " " code.dim { (text(one, "code")) } } } }
                @if !mends.is_empty() {
                    ul.commands { @for step in mends { li { (command(step)) } } }
                }
            }
        }
    }
}

/// A command, and that a person runs it where only one may.
pub(super) fn command(step: &Value) -> Markup {
    html! {
        code { (text(step, "run")) }
        @if text(step, "by") == "human" { " " span.dim { "a person" } }
    }
}

fn next(steps: &[Value]) -> Markup {
    html! {
        section aria-labelledby="next" {
            h2 #next { "Next" }
            @if steps.is_empty() { p.dim { "No step leads on." } }
            ul.commands {
                @for step in steps {
                    @let reasons = list(step, "reasons");
                    li.dim[!reasons.is_empty()] {
                        code { (text(step, "run")) } " " span.verdict { (text(step, "verdict")) }
                        @if !reasons.is_empty() {
                            ul { @for why in reasons { li { (text(why, "message")) " " code { (text(why, "code")) } } } }
                        }
                    }
                }
            }
        }
    }
}

fn artifacts(room: &Room<'_>, task: &TaskPath, stock: &[Value]) -> Markup {
    let shown = stock
        .iter()
        .filter(|one| text(one, "presence") != "missing" || text(one, "role") != "other");
    html! {
        section aria-labelledby="artifacts" {
            h2 #artifacts { "Artifacts" }
            ul.artifacts {
                @for one in shown {
                    @let name = text(one, "name");
                    @if text(one, "presence") == "present" {
                        li {
                            details id=(format!("artifact-{name}")) data-from=(room.to(&format!("artifact/{name}/{task}"))) {
                                summary { (name) " " span.dim { (text(one, "role")) @if one["frozen"] == true { ", frozen" } } }
                                div.later { a href=(room.to(&format!("artifact/{name}/{task}"))) { "Show it" } }
                            }
                        }
                    } @else {
                        li.dim { (name) ": " (text(one, "presence")) ", " (text(one, "role")) }
                    }
                }
            }
        }
    }
}

fn timeline(room: &Room<'_>, task: &TaskPath, filter: &Filter) -> Result<Markup, Answer> {
    let document = Document::of(room, &Question::Log(Some(task.clone())))?;
    let here = room.to_task(task);
    Ok(html! {
        section aria-labelledby="timeline" {
            h2 #timeline { "Timeline" }
            @if filter.failures {
                p { "Failures only. " a href=(here) { "Show all" } }
            } @else {
                p { a href=(format!("{here}?failures=true")) { "Failures only" } }
            }
            (log::entries(document.list("entries"), filter.failures, None))
        }
    })
}

fn attic(room: &Room<'_>, task: &TaskPath) -> Result<Markup, Answer> {
    let document = Document::of(room, &Question::Attic(task.clone()))?;
    let moved = document.list("entries");
    Ok(html! {
        section.empty[moved.is_empty()] aria-labelledby="attic" {
            h2 #attic { "Attic" }
            @if moved.is_empty() { p.dim { "Nothing was moved aside." } }
            ul {
                @for one in moved {
                    li {
                        "step " (text(one, "seq")) ", " (text(one, "event")) ": "
                        @for file in list(one, "files") { (text(file, "name")) " " }
                        span.dim { (text(one, "reason")) }
                    }
                }
            }
        }
    })
}

/// One artifact by itself.
pub(super) fn artifact(
    room: &Room<'_>,
    task: &TaskPath,
    name: &ArtifactName,
) -> Result<Markup, Answer> {
    let bytes = room.artifact(task, name)?;
    Ok(html! {
        h1 { (name.as_str()) " of " a href=(room.to_task(task)) { (task) } }
        div.artifact { (markdown(&String::from_utf8_lossy(&bytes))) }
    })
}
