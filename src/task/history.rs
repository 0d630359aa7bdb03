//! What a journal amounts to.

use std::collections::BTreeMap;

use super::entry::{Entry, EntryEvent};
use super::journal::Line;
use crate::digest::Digest;
use crate::engine::{Claims, Record, Submission};
use crate::names::{ArtifactName, PhaseName, TaskName, TaskPath};

/// What the lines of a journal say about their task; nothing where there are none.
pub(super) fn record(lines: &[Line]) -> Option<Record> {
    let last = &lines.last()?.entry;
    let mut arrival = last;
    let mut approved: BTreeMap<PhaseName, BTreeMap<ArtifactName, Digest>> = BTreeMap::new();
    let mut abandoned = None;
    let mut claims = Claims::default();
    let mut rested = last;
    for Line { entry, .. } in lines {
        if entry.from.as_ref() != Some(&entry.to) {
            arrival = entry;
        }
        claims.follow(&entry.actor, &entry.at, entry.epoch, entry.claim.as_ref());
        for phase in &entry.voids {
            approved.remove(phase);
        }
        match entry.event {
            EntryEvent::Approve => {
                approved.insert(entry.to.phase.clone(), kept(entry));
            }
            EntryEvent::Abandon => abandoned = Some(entry.note.clone().unwrap_or_default()),
            _ => {}
        }
        if entry.event.writes_state() || entry.event == EntryEvent::Abandon {
            rested = entry;
        }
    }
    Some(Record {
        state: last.to.clone(),
        seq: last.seq,
        since: arrival.at.clone(),
        by: arrival.actor.clone(),
        artifacts: last.artifacts.clone(),
        approved,
        origin: last.origin,
        abandoned,
        rested: rested.at.clone(),
        submission: submission(lines)?,
        claims,
        scope: last.scope.clone(),
    })
}

/// What a signature about the state that `lines` lead to is bound to; nothing where there are none.
pub(super) fn submission(lines: &[Line]) -> Option<Submission> {
    let set_state = |line: &Line| line.entry.event.writes_state();
    let head = lines.iter().rposition(set_state)?;
    let since = lines[head + 1..].iter();
    let signatures = since.filter(|line| line.entry.event == EntryEvent::Sign);
    let signatures = signatures.filter_map(|line| line.entry.approval.clone()?.signature);
    Some(Submission {
        project: lines.first()?.digest,
        head: lines[head].digest,
        at: lines[head].entry.at.clone(),
        signatures: signatures.collect(),
    })
}

/// Where in the archive the task stands; nothing for one that is not archived.
pub(super) fn place(lines: &[Line]) -> Option<&TaskPath> {
    let mut entries = lines.iter().rev().map(|line| &line.entry);
    entries
        .find(|entry| entry.event.says_where())?
        .place
        .as_ref()
}

/// The names of the sub-tasks on record, in the order in which they were made.
pub(super) fn subtasks(lines: &[Line]) -> Vec<&TaskName> {
    lines.iter().flat_map(|line| &line.entry.subtasks).collect()
}

fn kept(entry: &Entry) -> BTreeMap<ArtifactName, Digest> {
    let digest = |name: &ArtifactName| Some((name.clone(), *entry.artifacts.get(name)?));
    entry.kept.iter().filter_map(digest).collect()
}
