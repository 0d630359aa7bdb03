//! A deliverable, and what its content has to satisfy.

use crate::names::ArtifactName;
use crate::source::{Span, Spanned};

/// A declared deliverable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Artifact {
    /// The file name.
    pub name: ArtifactName,
    /// Whether later phases must leave it as it is.
    pub frozen: bool,
    /// What the file has to satisfy to count as produced.
    pub contract: Contract,
    /// The name in the text.
    pub span: Span,
}

/// What an artifact's content has to satisfy.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Contract {
    /// The words of which the file states exactly one; none means no such rule.
    pub outcomes: Vec<Spanned<String>>,
    /// Markdown headings that must exist.
    pub headings: Vec<Spanned<String>>,
    /// Texts that must occur.
    pub contains: Vec<Spanned<String>>,
    /// Where the text says that no unticked box may remain.
    pub checklist: Option<Span>,
    /// The largest size in bytes.
    pub max_bytes: u64,
}
