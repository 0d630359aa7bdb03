//! The page of one task.

use std::fmt::Write as _;

use serde_json::{Value, json};

use super::age::age;
use super::claims_page::scope_words;
use super::table::Table;
use super::task_row::TaskRow;
use crate::diagnostic::By;
use crate::engine::{Presence, Role, Stock, distinct};
use crate::task::Entry;
use crate::workflow::Model;

/// The page of `row`, whose folder holds `stock`, and which went back with `reworks`.
pub fn task_page(
    model: &Model,
    row: &TaskRow,
    stock: &[Stock],
    reworks: &[&Entry],
    now: &str,
) -> String {
    let mut text = format!("{}: {}\n", row.path, row.standing());
    if let (Some(since), Some(by)) = (&row.since, &row.by) {
        _ = writeln!(text, "  since {since} ({}), by {by}", age(since, now));
    }
    if let Some((epoch, claim)) = &row.claim {
        let (owner, until) = (&claim.owner, &claim.until);
        _ = writeln!(text, "  claimed by {owner} until {until}, epoch {epoch}");
    }
    if !row.scope.is_empty() {
        _ = writeln!(text, "  {}", scope_words(&row.scope));
    }
    _ = match row.waiting_on {
        None => writeln!(text, "  it is over"),
        Some(By::Human) => writeln!(text, "  waiting on you"),
        Some(By::Anyone) => writeln!(text, "  under way"),
    };
    if let Some((needed, there)) = &row.signatures {
        let names = there.iter().map(|one| one.signer.as_str());
        let names: Vec<&str> = names.collect();
        let by = if names.is_empty() { "" } else { ": " };
        let keys = distinct(there).len();
        _ = writeln!(
            text,
            "  signed by {keys} of {needed}{by}{}",
            names.join(", ")
        );
    }
    section(
        &mut text,
        "in the way",
        row.wrong
            .iter()
            .map(|(code, why)| format!("{why}  [{code}]")),
    );
    section(&mut text, "artifacts", artifacts(model, stock));
    let title = match reworks.len() {
        1 => "reworked once".to_owned(),
        times => format!("reworked {times} times"),
    };
    section(&mut text, &title, reworks.iter().map(|entry| rework(entry)));
    section(&mut text, "worth knowing", row.notices.iter().cloned());
    section(&mut text, "next", next(row));
    section(
        &mut text,
        "to mend it",
        row.mends.iter().map(|step| match step.by {
            By::Anyone => step.run.clone(),
            By::Human => format!("{}  (a person)", step.run),
        }),
    );
    text
}

fn section(text: &mut String, title: &str, lines: impl IntoIterator<Item = String>) {
    let mut lines = lines.into_iter().peekable();
    if lines.peek().is_none() {
        return;
    }
    _ = writeln!(text, "\n{title}:");
    for line in lines {
        for (number, line) in line.lines().enumerate() {
            let indent = if number == 0 { "  " } else { "    " };
            _ = writeln!(text, "{indent}{line}");
        }
    }
}

/// When a task went back, why, and what was moved aside.
fn rework(entry: &Entry) -> String {
    let from = entry.from.as_ref().map(ToString::to_string);
    let mut text = format!(
        "{} {} -> {}, by {}: {}",
        entry.at,
        from.unwrap_or_default(),
        entry.to,
        entry.actor,
        entry.note.as_deref().unwrap_or_default()
    );
    if !entry.moves.is_empty() {
        let names = entry.moves.iter().map(ToString::to_string);
        let names = names.collect::<Vec<_>>().join(", ");
        _ = write!(text, "\nto the attic as step {}: {names}", entry.seq);
    }
    text
}

/// The same as JSON.
pub fn reworks_json(reworks: &[&Entry]) -> Value {
    let one = |entry: &&Entry| {
        json!({
            "seq": entry.seq,
            "at": entry.at,
            "by": entry.actor.to_string(),
            "from": entry.from.as_ref().map(ToString::to_string),
            "to": entry.to.to_string(),
            "reason": entry.note,
            "moves": entry.moves.iter().map(ToString::to_string).collect::<Vec<_>>(),
            "voids": entry.voids.iter().map(ToString::to_string).collect::<Vec<_>>(),
        })
    };
    reworks.iter().map(one).collect()
}

/// What the phase has to do with, and what is there; then what must not be there and is not.
fn artifacts(model: &Model, stock: &[Stock]) -> Vec<String> {
    let name = |item: &Stock| model.artifact(item.artifact).name.to_string();
    let mut table = Table::default();
    let mut awaited = Vec::new();
    for item in stock {
        let there = !matches!(item.presence, Presence::Missing | Presence::OtherCase(_));
        match item.role {
            Role::Forbids if !there => awaited.push(name(item)),
            Role::Other if !there => {}
            _ => table.row([name(item), found(item), role(item).to_owned()]),
        }
    }
    let mut lines = table.lines();
    if !awaited.is_empty() {
        lines.push(format!("must not exist here: {}", awaited.join(", ")));
    }
    lines
}

fn found(item: &Stock) -> String {
    let found = match &item.presence {
        Presence::Missing => "missing".to_owned(),
        Presence::Empty => "empty".to_owned(),
        Presence::File => "present".to_owned(),
        Presence::Other(kind) => (*kind).to_owned(),
        Presence::OtherCase(other) => format!("missing; `{other}` is another name"),
    };
    if item.frozen {
        format!("{found}, frozen")
    } else {
        found
    }
}

fn role(item: &Stock) -> &'static str {
    match item.role {
        Role::Produces => "produced here",
        Role::MayProduce => "may be produced here",
        Role::Reads => "read here",
        Role::MayRead => "read here if it exists",
        Role::Forbids => "forbidden here",
        Role::Other => "",
    }
}

fn next(row: &TaskRow) -> Vec<String> {
    let mut lines = Vec::new();
    for next in &row.next {
        let verdict = match next.verdict {
            "needs-person" => "a person",
            "needs-signature" => "a listed approver",
            "needs-check" => "after a check",
            other => other,
        };
        lines.push(format!("{}  ({verdict})", next.step.run));
        for (code, why) in &next.reasons {
            lines.extend(why.lines().enumerate().map(|(number, line)| match number {
                0 => format!("    {line}  [{code}]"),
                _ => format!("      {line}"),
            }));
        }
    }
    lines
}

/// The artifacts as JSON.
pub fn stock_json(model: &Model, stock: &[Stock]) -> Value {
    let item = |item: &Stock| {
        let presence = match &item.presence {
            Presence::Missing | Presence::OtherCase(_) => "missing",
            Presence::Empty => "empty",
            Presence::File => "present",
            Presence::Other(_) => "not-a-file",
        };
        json!({
            "name": model.artifact(item.artifact).name.to_string(),
            "presence": presence,
            "role": item.role.word(),
            "frozen": item.frozen,
        })
    };
    stock.iter().map(item).collect()
}
