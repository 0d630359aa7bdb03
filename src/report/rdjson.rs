//! Findings in the Reviewdog Diagnostic Format.

use serde_json::{Value, json};

use super::plain::words;
use crate::diagnostic::{Diagnostic, Fix, Label, Place, Severity};
use crate::source::{SourceFile, Span};

/// The whole document.
pub fn rdjson(findings: &[Diagnostic]) -> Value {
    let diagnostics: Vec<Value> = findings.iter().map(diagnostic).collect();
    json!({
        "source": {"name": "automaton"},
        "diagnostics": diagnostics,
    })
}

fn diagnostic(found: &Diagnostic) -> Value {
    let severity = match found.severity {
        Severity::Error => "ERROR",
        Severity::Warning => "WARNING",
        Severity::Info | Severity::Pedantic => "INFO",
    };
    let mut value = json!({
        "message": words(found),
        "severity": severity,
        "code": {"value": found.topic.code},
    });
    match &found.place {
        Place::Source { file, labels } => {
            let mut labels = labels.iter();
            if let Some(first) = labels.next() {
                value["location"] = location(file, first.span);
            }
            let related: Vec<Value> = labels.map(|label| related(file, label)).collect();
            if !related.is_empty() {
                value["related_locations"] = json!(related);
            }
            if let Some(suggestion) = found.fix.as_ref().and_then(|fix| suggestion(file, fix)) {
                value["suggestions"] = json!([suggestion]);
            }
        }
        Place::File(path) => value["location"] = json!({"path": path}),
        Place::Call => {}
    }
    value
}

fn location(file: &SourceFile, span: Span) -> Value {
    json!({"path": file.name(), "range": range(file, span)})
}

fn related(file: &SourceFile, label: &Label) -> Value {
    json!({"message": label.text, "location": location(file, label.span)})
}

/// Several suggestions would be read as alternatives, so only a fix of one edit can be said.
fn suggestion(file: &SourceFile, fix: &Fix) -> Option<Value> {
    let [edit] = fix.edits.as_slice() else {
        return None;
    };
    Some(json!({"range": range(file, edit.span), "text": edit.text}))
}

fn range(file: &SourceFile, span: Span) -> Value {
    json!({"start": position(file, span.start), "end": position(file, span.end)})
}

/// The format counts columns in bytes.
fn position(file: &SourceFile, offset: usize) -> Value {
    let line = file.position(offset).line;
    let column = offset.saturating_sub(file.line_start(line)) + 1;
    json!({"line": line, "column": column})
}
