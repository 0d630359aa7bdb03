//! Findings as SARIF 2.1.0, the format that code scanning services take.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use serde_json::{Value, json};

use super::plain::words;
use crate::diagnostic::{Counterexample, Diagnostic, Fix, Label, Place, Severity, Topic};
use crate::source::{SourceFile, Span};

/// Where the format is defined.
const SCHEMA: &str =
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";

/// The whole log: one run, the rules that found something, a result for each finding.
pub fn sarif(findings: &[Diagnostic]) -> Value {
    let mut topics: BTreeMap<&str, &Topic> = BTreeMap::new();
    for found in findings {
        topics.insert(found.topic.code, found.topic);
    }
    let rules: Vec<Value> = topics.values().map(|topic| rule(topic)).collect();
    let index: BTreeMap<&str, usize> = topics.keys().copied().zip(0..).collect();
    let results: Vec<Value> = findings
        .iter()
        .map(|found| result(found, index[found.topic.code]))
        .collect();
    json!({
        "$schema": SCHEMA,
        "version": "2.1.0",
        "runs": [{
            "tool": {"driver": {
                "name": env!("CARGO_PKG_NAME"),
                "version": env!("CARGO_PKG_VERSION"),
                "rules": rules,
            }},
            "columnKind": "unicodeCodePoints",
            "results": results,
        }],
    })
}

fn rule(topic: &Topic) -> Value {
    json!({
        "id": topic.code,
        "shortDescription": {"text": topic.summary},
        "fullDescription": {"text": topic.explanation},
        "help": {"text": topic.explanation},
        "defaultConfiguration": {"level": level(topic.severity)},
    })
}

fn level(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Info | Severity::Pedantic => "note",
    }
}

fn result(found: &Diagnostic, index: usize) -> Value {
    let mut value = json!({
        "ruleId": found.topic.code,
        "ruleIndex": index,
        "level": level(found.severity),
        "message": {"text": words(found)},
    });
    match &found.place {
        Place::Source { file, labels } => {
            let mut locations = labels.iter().map(|label| location(file, label));
            value["locations"] = locations.next().into_iter().collect();
            let related: Vec<Value> = locations.collect();
            if !related.is_empty() {
                value["relatedLocations"] = json!(related);
            }
            if let Some((path, label)) = found.counterexample.as_ref().zip(labels.first()) {
                value["codeFlows"] = code_flow(path, &location(file, label));
            }
            if let Some(change) = &found.fix {
                value["fixes"] = json!([fix(file, change)]);
            }
        }
        Place::File(path) => {
            value["locations"] =
                json!([{"physicalLocation": {"artifactLocation": {"uri": uri(path)}}}]);
        }
        Place::Call => {}
    }
    value
}

/// A path as a flow through the place that the finding is about, one step a location.
fn code_flow(path: &Counterexample, place: &Value) -> Value {
    let steps: Vec<Value> = path
        .lines()
        .into_iter()
        .map(|line| {
            let mut location = place.clone();
            location["message"] = json!({"text": line});
            json!({"location": location})
        })
        .collect();
    json!([{"threadFlows": [{"locations": steps}]}])
}

fn location(file: &SourceFile, label: &Label) -> Value {
    let mut value = json!({"physicalLocation": {
        "artifactLocation": {"uri": uri(file.name())},
        "region": region(file, label.span),
    }});
    if !label.text.is_empty() {
        value["message"] = json!({"text": label.text});
    }
    value
}

fn region(file: &SourceFile, span: Span) -> Value {
    let (start, end) = (file.position(span.start), file.position(span.end));
    json!({
        "startLine": start.line,
        "startColumn": start.column,
        "endLine": end.line,
        "endColumn": end.column,
    })
}

fn fix(file: &SourceFile, fix: &Fix) -> Value {
    let edits = fix.edits.iter().map(|edit| {
        json!({
            "deletedRegion": region(file, edit.span),
            "insertedContent": {"text": edit.text},
        })
    });
    json!({
        "description": {"text": fix.title},
        "artifactChanges": [{
            "artifactLocation": {"uri": uri(file.name())},
            "replacements": edits.collect::<Vec<_>>(),
        }],
    })
}

/// A file's name as a URI: relative where the name is.
fn uri(name: &str) -> String {
    let mut uri = String::with_capacity(name.len());
    if name.starts_with('/') {
        uri.push_str("file://");
    }
    for byte in name.bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~/".contains(&byte) {
            uri.push(char::from(byte));
        } else {
            _ = write!(uri, "%{byte:02X}");
        }
    }
    uri
}
