//! What lies in the attic of a task.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use serde_json::{Value, json};

use super::table::Table;
use crate::digest::Digest;
use crate::task::{Entry, Line, Stored};

/// What steps moved aside, by the number of the step.
type Shelves = BTreeMap<u64, Vec<Stored>>;

/// One block for each step that moved something, then the bytes that are kept by their digest.
pub fn attic_page(lines: &[Line], shelves: &Shelves, kept: &[(Digest, u64)]) -> String {
    let mut text = String::new();
    for (seq, items) in shelves {
        _ = match entry(lines, *seq) {
            Some(entry) => {
                let (at, actor, event) = (&entry.at, &entry.actor, entry.event.word());
                let why = entry.note.as_ref().map(|note| format!(": {note}"));
                writeln!(
                    text,
                    "{seq}  {event} at {at} by {actor}{}",
                    why.unwrap_or_default()
                )
            }
            None => writeln!(text, "{seq}  no entry of the journal has this number"),
        };
        let mut table = Table::default();
        for item in items {
            let (digest, size) = match item.file {
                Some((digest, size)) => (format!("sha256 {}", digest.short()), bytes(size)),
                None => ("no file".to_owned(), String::new()),
            };
            table.row([item.name.clone(), digest, size]);
        }
        for line in table.lines() {
            _ = writeln!(text, "   {line}");
        }
    }
    if !kept.is_empty() {
        _ = writeln!(
            text,
            "kept because it was submitted, approved or left behind:"
        );
        let mut table = Table::default();
        for (digest, size) in kept {
            table.row([
                format!("sha256 {}", digest.short()),
                bytes(*size),
                names(lines, *digest).join(", "),
            ]);
        }
        for line in table.lines() {
            _ = writeln!(text, "   {line}");
        }
    }
    text
}

/// The same as JSON: the steps, and the kept bytes.
pub fn attic_json(lines: &[Line], shelves: &Shelves, kept: &[(Digest, u64)]) -> (Value, Value) {
    let steps = shelves.iter().map(|(seq, items)| {
        let entry = entry(lines, *seq);
        json!({
            "seq": seq,
            "event": entry.map(|entry| entry.event.word()),
            "at": entry.map(|entry| entry.at.as_str()),
            "by": entry.map(|entry| entry.actor.to_string()),
            "reason": entry.and_then(|entry| entry.note.as_deref()),
            "files": items.iter().map(file).collect::<Vec<_>>(),
        })
    });
    let kept = kept.iter().map(|(digest, size)| {
        json!({"sha256": digest.to_string(), "bytes": size, "names": names(lines, *digest)})
    });
    (steps.collect(), kept.collect())
}

fn file(item: &Stored) -> Value {
    let (digest, size) = item
        .file
        .map(|(digest, size)| (digest.to_string(), size))
        .unzip();
    json!({"name": item.name, "sha256": digest, "bytes": size})
}

fn entry(lines: &[Line], seq: u64) -> Option<&Entry> {
    let mut entries = lines.iter().map(|line| &line.entry);
    entries.find(|entry| entry.seq == seq)
}

/// The artifacts that had these bytes when a step kept them.
fn names(lines: &[Line], digest: Digest) -> Vec<String> {
    let mut names = Vec::new();
    for Line { entry, .. } in lines {
        for name in entry.kept.iter().chain(&entry.restores) {
            let name_said = name.to_string();
            if entry.artifacts.get(name) == Some(&digest) && !names.contains(&name_said) {
                names.push(name_said);
            }
        }
    }
    names
}

fn bytes(size: u64) -> String {
    match size {
        1 => "1 byte".to_owned(),
        size => format!("{size} bytes"),
    }
}
