//! What an audit found, task by task.

use std::fmt::Write as _;

use serde_json::{Value, json};

use super::drawing::many;
use super::envelope::finding;
use super::task_row::signatures_json;
use crate::diagnostic::{By, Diagnostic, Place, Severity};
use crate::engine::Signature;
use crate::task::{ApprovalOnRecord, Audited, Level};

/// Every task of which there is something to say, and a last line of counts.
pub fn audit_page(audited: &[Audited]) -> String {
    let mut text = String::new();
    for task in audited {
        if task.findings.is_empty() && task.approvals.is_empty() {
            continue;
        }
        _ = writeln!(text, "{}", task.path);
        for found in &task.findings {
            one(found, &mut text);
        }
        for approval in &task.approvals {
            _ = writeln!(text, "  {}", sentence(approval));
        }
        text.push('\n');
    }
    let tasks = audited.iter().filter(|one| one.task.is_some()).count();
    let findings = audited.iter().flat_map(|one| &one.findings);
    counts(&many(tasks, "task"), findings, &mut text);
    text
}

/// The last line of a page: how much was looked at, and what was found.
pub(super) fn counts<'f>(
    looked_at: &str,
    findings: impl Iterator<Item = &'f Diagnostic>,
    text: &mut String,
) {
    let (mut errors, mut warnings) = (0, 0);
    for found in findings {
        match found.severity {
            Severity::Error => errors += 1,
            Severity::Warning => warnings += 1,
            Severity::Info | Severity::Pedantic => {}
        }
    }
    let (errors, warnings) = (many(errors, "error"), many(warnings, "warning"));
    _ = writeln!(text, "{looked_at}, {errors}, {warnings}");
}

/// One finding, below what it is about.
pub(super) fn one(found: &Diagnostic, text: &mut String) {
    let (word, code) = (found.severity.word(), found.topic.code);
    _ = match &found.place {
        Place::File(path) => writeln!(text, "  {word}[{code}] {path}: {}", found.message),
        Place::Source { file, labels } => {
            let line = labels
                .first()
                .map(|label| file.position(label.span.start).line);
            let line = line.unwrap_or_default();
            let message = &found.message;
            writeln!(text, "  {word}[{code}] {message} ({}:{line})", file.name())
        }
        Place::Call => writeln!(text, "  {word}[{code}] {}", found.message),
    };
    for reason in &found.reasons {
        _ = writeln!(text, "      {reason}");
    }
    for offence in &found.offending {
        _ = writeln!(
            text,
            "      in the way: {} ({})",
            offence.path, offence.problem
        );
    }
    for step in &found.next {
        let who = match step.by {
            By::Anyone => "next",
            By::Human => "next, by a person",
        };
        _ = writeln!(text, "      {who}: {}", step.run);
    }
}

fn sentence(approval: &ApprovalOnRecord) -> String {
    let ApprovalOnRecord { phase, by, at, .. } = approval;
    let level = match approval.level {
        Some(Level::Signed) => format!("signed by {}", signers(&approval.signatures)),
        Some(Level::Page) => "decided by a person on the dashboard".to_owned(),
        Some(Level::Person) => "confirmed by a person at a terminal".to_owned(),
        Some(Level::Relayed) => "relayed by a program".to_owned(),
        None => "with nothing on record about who decided".to_owned(),
    };
    let void = if approval.stands {
        ""
    } else {
        "; it no longer stands"
    };
    format!("approved: {phase}, at {at}, by {by}, {level}{void}")
}

/// Whose signatures these are, with the keys.
fn signers(signatures: &[Signature]) -> String {
    if signatures.is_empty() {
        return "nobody on record".to_owned();
    }
    let signer = |one: &Signature| format!("{} with {}", one.signer, one.key);
    signatures
        .iter()
        .map(signer)
        .collect::<Vec<_>>()
        .join(" and ")
}

/// The findings as JSON, each with its task.
pub fn findings_json(audited: &[Audited]) -> Value {
    let with_task = |one: &Audited| {
        let task = one.task.as_ref().map(ToString::to_string);
        let findings = one.findings.iter().map(move |found| {
            let mut value = finding(found);
            value["task"] = json!(task);
            value
        });
        findings.collect::<Vec<_>>()
    };
    audited.iter().flat_map(with_task).collect()
}

/// The approvals as JSON, each with its task.
pub fn approvals_json(audited: &[Audited]) -> Value {
    let with_task = |one: &Audited| {
        let task = one.task.as_ref().map(ToString::to_string);
        let approvals = one.approvals.iter().map(move |approval| {
            json!({
                "task": task,
                "phase": approval.phase.to_string(),
                "at": approval.at,
                "by": approval.by.to_string(),
                "level": approval.level.map(Level::word),
                "signatures": signatures_json(&approval.signatures),
                "stands": approval.stands,
            })
        });
        approvals.collect::<Vec<_>>()
    };
    audited.iter().flat_map(with_task).collect()
}
