//! Bookkeeping stands beside the artifacts in every phase, so no table may list it.

use crate::diagnostic::{Diagnostic, Severity, Topic};
use crate::source::{SourceFile, Span};

/// Bookkeeping in a table of artifacts.
pub static FORBIDS_METADATA: Topic = Topic::finding(
    "forbids-metadata",
    Severity::Error,
    "a phase forbids a file that is bookkeeping",
    "Everything whose name starts with `.state`, and what `metadata` names, stands beside the \
     artifacts in every phase: it is never an artifact and never forbidden. A table that lists it \
     says something that is not so. Remove it from the table.",
);

/// A finding about bookkeeping in a `forbids`.
pub(super) fn forbids_metadata(
    source: &SourceFile,
    name: &impl std::fmt::Display,
    span: Span,
) -> Diagnostic {
    let message = format!("`{name}` is bookkeeping, which no phase forbids");
    Diagnostic::at(&FORBIDS_METADATA, source, span, message).help("remove it from the list")
}
