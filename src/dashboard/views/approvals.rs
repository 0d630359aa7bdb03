//! What waits for a person to approve it.

use maud::{Markup, html};

use super::refused::{commands, refused};
use super::{Filter, Room};
use crate::dashboard::desk::{Pending, Submitted};
use crate::dashboard::diff::{changes, diff};
use crate::dashboard::markdown::markdown;
use crate::names::TaskPath;
use crate::report::{Answer, age};

/// How many a page shows in full.
const MOST: usize = 20;
/// A longer artifact is fetched when somebody opens it.
const AT_ONCE: usize = 64 << 10;

/// The page.
pub(super) fn approvals(room: &Room<'_>, filter: &Filter) -> Result<Markup, Answer> {
    let board = room.board()?;
    let waiting = board.rows.iter().filter(|row| row.waits_for_person());
    let tasks: Vec<&TaskPath> = waiting.filter_map(|row| row.task.as_ref()).collect();
    let mut shown = Vec::new();
    let mut rest = 0;
    for task in tasks {
        if shown.len() == MOST {
            rest += 1;
            continue;
        }
        match room.pending(task) {
            Ok(Some(pending)) => shown.push(approval(room, &pending)),
            // It waits for something else, which its own page says.
            Ok(None) => {}
            Err(answer) => shown.push(refused(&answer)),
        }
    }
    Ok(html! {
        h1 { "Approvals" }
        (decided(room, filter))
        @if shown.is_empty() { p.dim { "Nothing waits for an approval." } }
        @for one in shown { (one) }
        @if rest > 0 { p { (rest) " more wait behind these." } }
    })
}

/// Where the task stands that was decided about a moment ago.
fn decided(room: &Room<'_>, filter: &Filter) -> Markup {
    let task = filter.done.parse::<TaskPath>().ok();
    let board = room.board().ok();
    let rows = board.iter().flat_map(|board| &board.rows);
    let row = task.and_then(|task| {
        rows.into_iter()
            .find(|row| row.task.as_ref() == Some(&task))
    });
    html! {
        @if let Some(row) = row {
            p.done role="status" { (row.path) " is now in " strong { (row.standing()) } }
        }
    }
}

/// One approval, with all that is to be known about it.
pub(super) fn approval(room: &Room<'_>, pending: &Pending) -> Markup {
    let task = &pending.task;
    html! {
        article.approval aria-label=(format!("{task}, {}", pending.state)) {
            h2 { a.name href=(room.to_task(task)) { (task) } " " span.state { (pending.state) } }
            p.dim {
                "submitted by " (pending.by) " "
                time datetime=(pending.since) title=(pending.since) { (age(&pending.since, &room.now)) }
            }
            @for one in &pending.artifacts { (artifact(room, task, one)) }
            @if pending.artifacts.is_empty() { p.dim { "It has submitted no artifact." } }
            section {
                @if let Some(to) = &pending.to {
                    h3 { "Approving leads to " (to) ", and allows" }
                    (commands(&pending.next))
                }
            }
            (decision(room, pending))
        }
    }
}

fn artifact(room: &Room<'_>, task: &TaskPath, one: &Submitted) -> Markup {
    let name = one.name.to_string();
    let text = String::from_utf8_lossy(&one.bytes);
    let before = one.before.as_ref();
    let before = before.map(|(at, bytes)| (at, String::from_utf8_lossy(bytes)));
    let digest = one.digest.to_string();
    let at = |what: &str| room.to(&format!("{what}/{name}/{task}"));
    html! {
        section aria-label=(name) {
            h3 { (name) " " code.dim title=(digest) { "sha256 " (one.digest.short()) } }
            @if let Some((since, before)) = &before {
                @let (added, removed) = changes(before, &text);
                details id=(format!("diff-{task}-{name}")) data-from=(at("diff")) {
                    summary { "Changed since " (since) ": " (added) " lines added, " (removed) " removed" }
                    div.later { a href=(at("diff")) { "Show the changes" } }
                }
            }
            @if text.len() > AT_ONCE {
                details id=(format!("text-{task}-{name}")) data-from=(at("artifact")) {
                    summary { (text.len() / 1024) " KiB" }
                    div.later { a href=(at("artifact")) { "Show it" } }
                }
            } @else {
                div.artifact { (markdown(&text)) }
            }
        }
    }
}

/// The forms, or what to run instead.
fn decision(room: &Room<'_>, pending: &Pending) -> Markup {
    let task = pending.task.to_string();
    let shown = pending.shown.to_string();
    html! {
        @if !room.decides {
            p.dim {
                "To decide here, end this dashboard and run " code { "automaton dashboard --approve" }
                "; or run " code { "automaton approve --task " (task) }
            }
        } @else {
            form.decision method="post" action=(room.to("decide")) {
                input type="hidden" name="task" value=(task);
                input type="hidden" name="shown" value=(shown);
                @match &pending.refused {
                    Some(answer) => (refused(answer)),
                    None => button.yes name="decision" value="approve" { "Approve" },
                }
                label { "Reason to reject " textarea name="reason" rows="2" {} }
                button.no name="decision" value="reject" { "Reject" }
            }
        }
    }
}

/// The changes of one artifact since it was last kept.
pub(super) fn changed(room: &Room<'_>, task: &TaskPath, name: &str) -> Result<Markup, Answer> {
    let pending = room.pending(task)?;
    let artifacts = pending.iter().flat_map(|pending| &pending.artifacts);
    let one = artifacts.into_iter().find(|one| one.name.as_str() == name);
    Ok(html! {
        @match one.and_then(|one| one.before.as_ref().map(|before| (one, before))) {
            Some((one, (since, before))) => {
                h1 { (task) ", " (name) " since " (since) }
                (diff(&String::from_utf8_lossy(before), &String::from_utf8_lossy(&one.bytes), None))
            }
            None => p.dim { "Nothing has changed." },
        }
    })
}
