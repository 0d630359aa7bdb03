//! Findings as workflow commands, which GitHub turns into annotations of the changed lines.

use std::cmp::Reverse;
use std::fmt::Write as _;

use super::plain::words;
use crate::diagnostic::{Diagnostic, Place, Severity};

/// One command a line. GitHub shows only the first few of a step, so the worst come first.
pub fn github(findings: &[Diagnostic]) -> String {
    let mut sorted: Vec<&Diagnostic> = findings.iter().collect();
    sorted.sort_by_key(|found| Reverse(found.severity));
    let mut text = String::new();
    for found in sorted {
        let level = match found.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
            Severity::Info | Severity::Pedantic => "notice",
        };
        let (code, message) = (found.topic.code, escaped(&words(found)));
        _ = writeln!(text, "::{level} {}title={code}::{message}", place(found));
    }
    text
}

fn place(found: &Diagnostic) -> String {
    match &found.place {
        Place::Source { file, .. } => {
            let name = property(file.name());
            let span = found.span().unwrap_or_default();
            let (start, end) = (file.position(span.start), file.position(span.end));
            if start.line == end.line {
                let (line, from, to) = (start.line, start.column, end.column);
                format!("file={name},line={line},col={from},endColumn={to},")
            } else {
                // Columns are understood only within one line.
                format!("file={name},line={},endLine={},", start.line, end.line)
            }
        }
        Place::File(path) => format!("file={},", property(path)),
        Place::Call => String::new(),
    }
}

fn escaped(text: &str) -> String {
    text.replace('%', "%25")
        .replace('\r', "%0D")
        .replace('\n', "%0A")
}

fn property(text: &str) -> String {
    escaped(text).replace(':', "%3A").replace(',', "%2C")
}
