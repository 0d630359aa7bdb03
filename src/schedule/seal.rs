//! Telling a text that this program wrote from one that somebody changed.

use super::job::Job;
use crate::digest::Digest;

/// What stands before the digest of a text.
pub(super) fn mark(job: &Job) -> String {
    format!("written by automaton {}, sha256", job.by)
}

/// A comment that says who wrote `text`, and what it was then.
pub(super) fn comment(job: &Job, text: &str) -> String {
    format!("# {} {}", mark(job), Digest::of(text.as_bytes()).short())
}

/// Whether `comment` is the one that goes with `text`.
pub(super) fn fits(job: &Job, text: &str, found: &str) -> bool {
    comment(job, text) == found
}
