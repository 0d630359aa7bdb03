//! Findings as an editor shows them.

use std::fmt::Write as _;

use lsp_types::{
    Diagnostic, DiagnosticRelatedInformation, DiagnosticSeverity, Location, NumberOrString,
    PublishDiagnosticsParams,
};

use super::documents::Document;
use crate::diagnostic::{self, Label, Place, Severity};

/// Everything that is found in a file.
pub(super) fn publication(document: &Document) -> PublishDiagnosticsParams {
    let findings = document.findings.iter();
    PublishDiagnosticsParams {
        uri: document.uri.clone(),
        diagnostics: findings.map(|found| diagnostic(document, found)).collect(),
        version: Some(document.version),
    }
}

/// One finding in the file.
pub(super) fn diagnostic(document: &Document, found: &diagnostic::Diagnostic) -> Diagnostic {
    let labels = match &found.place {
        Place::Source { labels, .. } => labels.as_slice(),
        Place::File(_) | Place::Call => &[],
    };
    let related: Vec<DiagnosticRelatedInformation> = labels
        .iter()
        .filter(|label| !label.text.is_empty())
        .map(|label| related(document, label))
        .collect();
    Diagnostic {
        range: document.text.range(found.span().unwrap_or_default()),
        severity: Some(severity(found.severity)),
        code: Some(NumberOrString::String(found.topic.code.to_owned())),
        source: Some("automaton".to_owned()),
        message: message(found),
        related_information: (!related.is_empty()).then_some(related),
        ..Diagnostic::default()
    }
}

fn severity(severity: Severity) -> DiagnosticSeverity {
    match severity {
        Severity::Error => DiagnosticSeverity::ERROR,
        Severity::Warning => DiagnosticSeverity::WARNING,
        Severity::Info => DiagnosticSeverity::INFORMATION,
        Severity::Pedantic => DiagnosticSeverity::HINT,
    }
}

fn related(document: &Document, label: &Label) -> DiagnosticRelatedInformation {
    DiagnosticRelatedInformation {
        location: Location::new(document.uri.clone(), document.text.range(label.span)),
        message: label.text.clone(),
    }
}

fn message(found: &diagnostic::Diagnostic) -> String {
    let mut text = found.message.clone();
    for reason in &found.reasons {
        _ = write!(text, "\n{reason}");
    }
    if let Some(path) = &found.counterexample {
        text.push_str("\nfor example:");
        for line in path.lines() {
            _ = write!(text, "\n  {line}");
        }
    }
    if let Some(help) = &found.help {
        _ = write!(text, "\nhelp: {help}");
    }
    text
}
