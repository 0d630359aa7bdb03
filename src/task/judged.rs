//! What an artifact's content comes to, wherever the content was read from.

use crate::digest::Digest;
use crate::engine::contract::{self, Breach, Stated};
use crate::fs::Content;
use crate::workflow::Artifact;

/// The digest of a file; nothing where it is missing or too large to be read.
pub(super) fn digest(content: &Content) -> Option<Digest> {
    match content {
        Content::Bytes(bytes) => Some(Digest::of(bytes)),
        _ => None,
    }
}

/// What keeps an existing artifact from counting as produced.
pub(super) fn breaches(artifact: &Artifact, content: &Content) -> Vec<Breach> {
    match content {
        Content::Bytes(bytes) => contract::breaches(&artifact.contract, bytes),
        Content::TooLarge => vec![Breach::TooLarge {
            limit: artifact.contract.max_bytes,
        }],
        Content::Missing | Content::Not(_) => Vec::new(),
    }
}

/// Which outcome it states.
pub(super) fn stated(artifact: &Artifact, content: &Content) -> Stated {
    match content {
        Content::Bytes(bytes) => contract::stated(&artifact.contract, bytes),
        _ => Stated::Nothing,
    }
}

/// Whether it contains a text.
pub(super) fn contains(content: &Content, text: &str) -> bool {
    matches!(content, Content::Bytes(bytes) if contract::contains(bytes, text))
}
