//! Whether the bytes that a repair would put back are kept.

use std::collections::BTreeSet;

use super::journal::Line;
use crate::diagnostic::{Diagnostic, Exit, Severity, Topic};
use crate::digest::Digest;
use crate::engine::{Facts, Record, topics};
use crate::names::ArtifactName;

/// `kept-bytes-lost`
pub(super) static KEPT_BYTES_LOST: Topic = Topic {
    code: "kept-bytes-lost",
    severity: Severity::Error,
    exit: Exit::Damaged,
    summary: "the kept bytes of an approved or frozen artifact are gone, or are others",
    explanation: "What was approved, and what a phase left behind, is kept under `.state.attic/bytes/` by its \
        SHA-256, so that `automaton repair` can put it back and everybody can read what was approved. \
        These bytes were deleted or changed. Put the file back from version control; submitting or \
        approving the artifact again keeps it anew.",
};

/// The bytes that are not kept although `record`, which `lines` amount to, may need them back.
pub(super) fn lost(facts: &impl Facts, record: &Record, lines: &[Line]) -> Vec<Diagnostic> {
    let folder = facts.task().folder();
    let lost = |(name, digest): (&ArtifactName, Digest)| match facts.is_kept(digest) {
        Ok(true) => None,
        Ok(false) => Some(Diagnostic::about(
            &KEPT_BYTES_LOST,
            format!("{folder}/.state.attic/bytes/{digest}"),
            format!("does not hold `{name}` as it was when it was kept"),
        )),
        Err(error) => Some(Diagnostic::about(
            &topics::FACT_UNAVAILABLE,
            error.path,
            error.problem,
        )),
    };
    needed(record, lines).into_iter().filter_map(lost).collect()
}

/// What was approved and still is, and what has to stay as some step kept it.
fn needed<'r>(record: &'r Record, lines: &[Line]) -> BTreeSet<(&'r ArtifactName, Digest)> {
    if record.abandoned.is_some() {
        return BTreeSet::new();
    }
    let was_kept = |name: &ArtifactName, digest: Digest| {
        let mut entries = lines.iter().map(|line| &line.entry);
        entries.any(|entry| entry.kept.contains(name) && entry.artifacts.get(name) == Some(&digest))
    };
    let approved = record.approved.values().flatten();
    let fixed = record.artifacts.iter();
    approved
        .chain(fixed.filter(|&(name, &digest)| was_kept(name, digest)))
        .map(|(name, &digest)| (name, digest))
        .collect()
}
