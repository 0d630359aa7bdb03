//! The journal of a task, to be read.

use std::fmt::Write as _;

use super::claims_page::scope_words;
use super::table::Table;
use crate::task::{Entry, EntryEvent, Level};

/// One line for each entry, and below it what belongs to it. Where there are entries of several
/// tasks, each line says which.
pub fn log_page(entries: &[Entry], with_task: bool) -> String {
    let mut table = Table::default();
    for entry in entries {
        let number = entry.seq.to_string();
        let mut cells = vec![
            entry.at.clone(),
            entry.event.word().to_owned(),
            moved(entry),
            format!("by {}", entry.actor),
        ];
        if with_task {
            cells.insert(1, entry.task.to_string());
        } else {
            cells.insert(0, number);
        }
        table.row(cells);
    }
    let mut text = String::new();
    for (entry, shown) in entries.iter().zip(table.lines()) {
        _ = writeln!(text, "{shown}");
        for detail in details(entry) {
            _ = writeln!(text, "      {detail}");
        }
    }
    text
}

fn moved(entry: &Entry) -> String {
    match &entry.from {
        Some(from) if *from != entry.to => format!("{from} -> {}", entry.to),
        _ => entry.to.to_string(),
    }
}

fn details(entry: &Entry) -> Vec<String> {
    let mut details = Vec::new();
    match (entry.event, &entry.claim) {
        (EntryEvent::Claim, Some(claim)) => {
            details.push(format!("epoch {}, until {}", entry.epoch, claim.until));
        }
        (EntryEvent::Scope, _) => details.push(scope_words(&entry.scope)),
        (EntryEvent::Create, _) if !entry.scope.is_empty() => {
            details.push(scope_words(&entry.scope));
        }
        _ => {}
    }
    if let Some(decision) = &entry.approval {
        details.push(match (decision.level, &decision.signature) {
            (Level::Signed, Some(one)) => format!("signed by {} with {}", one.signer, one.key),
            (Level::Signed, None) => "the signatures before it are enough".to_owned(),
            (Level::Page, _) => "a person decided it on the dashboard".to_owned(),
            (Level::Person, _) => "a person confirmed it at a terminal".to_owned(),
            (Level::Relayed, _) => "a program relayed it".to_owned(),
        });
    }
    if entry.event == EntryEvent::Approve {
        for name in &entry.kept {
            let digest = entry.artifacts.get(name).map(crate::digest::Digest::short);
            details.push(format!(
                "approved {name}, sha256 {}",
                digest.unwrap_or_default()
            ));
        }
    }
    details.extend(entry.note.as_ref().map(|note| format!("reason: {note}")));
    let listed = |what: &str, names: Vec<String>| {
        (!names.is_empty()).then(|| format!("{what}: {}", names.join(", ")))
    };
    let names = |names: &[crate::names::ArtifactName]| {
        names.iter().map(ToString::to_string).collect::<Vec<_>>()
    };
    details.extend(listed("moved to the attic", names(&entry.moves)));
    let restored = match entry.shelf {
        Some(seq) => format!("put back as step {seq} moved it"),
        None => "restored".to_owned(),
    };
    details.extend(listed(&restored, names(&entry.restores)));
    let place = entry.place.as_ref();
    details.extend(place.map(|place| format!("archived as {place}")));
    let voids = entry.voids.iter().map(ToString::to_string).collect();
    details.extend(listed("no longer approved", voids));
    let subtasks = entry.subtasks.iter().map(ToString::to_string).collect();
    details.extend(listed("sub-task made", subtasks));
    details
}
