//! Bookkeeping stands beside the artifacts in every phase, so no table may list it.

use crate::diagnostic::{Diagnostic, Edit, Fix, Severity, Topic};
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

/// A finding about bookkeeping in a `forbids`, which leaves it out.
pub(super) fn forbids_metadata(
    source: &SourceFile,
    name: &impl std::fmt::Display,
    span: Span,
) -> Diagnostic {
    let message = format!("`{name}` is bookkeeping, which no phase forbids");
    let found = Diagnostic::at(&FORBIDS_METADATA, source, span, message);
    found.help("remove it from the list").fix(Fix {
        title: format!("remove `{name}`"),
        safe: true,
        edits: vec![Edit {
            span: with_its_node(source.text(), span),
            text: String::new(),
        }],
    })
}

/// A value with the blanks before it, and with its `forbids` where it is the only one.
fn with_its_node(text: &str, value: Span) -> Span {
    let before = text[..value.start].trim_end_matches([' ', '\t']);
    let after = text[value.end..].trim_start_matches([' ', '\t']);
    match before.strip_suffix("forbids") {
        Some(indented) if after.is_empty() || after.starts_with(['\n', '\r', ';', '}', '/']) => {
            let end = text.len() - after.strip_prefix(';').unwrap_or(after).len();
            Span::new(indented.trim_end_matches([' ', '\t']).len(), end)
        }
        _ => Span::new(before.len(), value.end),
    }
}
