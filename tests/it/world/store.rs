//! The world moves on as the store makes it: one order, one entry.

use automaton::digest::Digest;
use automaton::engine::{Order, Record, StepKind, Submission};
use automaton::workflow::Event;

use super::{Entry, Place, World};

impl World {
    /// Moves the world on, as the store does when it commits an order.
    pub fn apply(&mut self, order: &Order) {
        if order.kind == StepKind::Validate {
            return;
        }
        for file in &order.keeps {
            if let Some(Entry::File(bytes)) = self.files.get(file.as_str()) {
                self.bytes.insert(Digest::of(bytes), bytes.clone());
            }
        }
        for file in &order.moves {
            self.files
                .remove(file.as_str())
                .expect("what moves is there");
            self.attic.push(file.to_string());
        }
        for (file, digest) in &order.restores {
            let bytes = self.bytes[digest].clone();
            self.files.insert(file.to_string(), Entry::File(bytes));
        }
        let before = match &self.place {
            Place::Tracked(record) => Some(record),
            Place::Tampered { record, .. } => record.as_ref(),
            Place::Absent | Place::Untracked(_) => None,
        };
        let submission = submission(before, order);
        let mut approved = before.map(|r| r.approved.clone()).unwrap_or_default();
        approved.retain(|phase, _| !order.voids.contains(phase));
        if order.kind == StepKind::Edge(Event::Approve) {
            let kept = order.keeps.iter();
            let over = kept
                .map(|file| (file.clone(), order.artifacts[file]))
                .collect();
            approved.insert(order.to.phase.clone(), over);
        }
        let mut claims = before.map(|r| r.claims.clone()).unwrap_or_default();
        claims.follow(&order.actor, &order.at, order.epoch, order.claim.as_ref());
        let abandoned = (order.kind == StepKind::Abandon).then(|| order.note.clone());
        self.place = Place::Tracked(Record {
            state: order.to.clone(),
            seq: before.map_or(1, |record| record.seq + 1),
            since: "2026-01-02T03:04:06Z".to_owned(),
            rested: "2026-01-02T03:04:06Z".to_owned(),
            by: order.actor.clone(),
            artifacts: order.artifacts.clone(),
            approved,
            origin: order.origin,
            abandoned: abandoned.flatten(),
            submission,
            claims,
            scope: order.scope.clone(),
        });
    }
}

/// A signature is added to those on record; every other step that is taken sets the state anew.
fn submission(before: Option<&Record>, order: &Order) -> Submission {
    let seq = before.map_or(1, |record| record.seq + 1);
    let earlier = before.map(|record| record.submission.clone());
    match (order.kind, earlier) {
        (
            StepKind::Sign
            | StepKind::Abandon
            | StepKind::Claim
            | StepKind::Release
            | StepKind::Scope,
            Some(mut earlier),
        ) => {
            earlier.signatures.extend(order.signature.clone());
            earlier
        }
        (_, earlier) => Submission {
            project: earlier.map_or(Digest::of(b"first"), |earlier| earlier.project),
            head: Digest::of(format!("entry {seq}").as_bytes()),
            at: "2026-01-02T03:04:06Z".to_owned(),
            signatures: Vec::new(),
        },
    }
}
