//! Telling a text that this program wrote from one that somebody changed.

use crate::digest::Digest;

/// What stands before the digest of a text.
pub(super) const MARK: &str = "written by automaton install-cleanup-schedule, sha256";

/// A comment that says who wrote `text`, and what it was then.
pub(super) fn comment(text: &str) -> String {
    format!("# {MARK} {}", Digest::of(text.as_bytes()).short())
}

/// Whether `comment` is the one that goes with `text`.
pub(super) fn fits(text: &str, found: &str) -> bool {
    comment(text) == found
}
