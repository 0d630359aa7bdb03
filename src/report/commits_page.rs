//! What an audit of commits found, commit by commit.

use std::fmt::Write as _;

use serde_json::{Value, json};

use super::audit_page::{counts, one};
use super::drawing::many;
use super::envelope::finding;
use crate::task::AuditedCommit;

/// How much of a commit's id is shown.
const SHOWN: usize = 12;

/// Every commit with which something is wrong, and a last line of counts.
pub fn commits_page(audited: &[AuditedCommit]) -> String {
    let mut text = String::new();
    for commit in audited.iter().filter(|commit| !commit.findings.is_empty()) {
        _ = writeln!(
            text,
            "commit {}",
            commit.id.get(..SHOWN).unwrap_or(&commit.id)
        );
        for (_, found) in &commit.findings {
            one(found, &mut text);
        }
        text.push('\n');
    }
    let findings = audited.iter().flat_map(|commit| &commit.findings);
    let looked_at = many(audited.len(), "commit");
    counts(&looked_at, findings.map(|(_, found)| found), &mut text);
    text
}

/// The findings as JSON, each with its commit and its task.
pub fn commits_json(audited: &[AuditedCommit]) -> Value {
    let with_commit = |commit: &AuditedCommit| {
        let findings = commit.findings.iter().map(|(task, found)| {
            let mut value = finding(found);
            value["commit"] = json!(commit.id);
            value["task"] = json!(task.as_ref().map(ToString::to_string));
            value
        });
        findings.collect::<Vec<_>>()
    };
    audited.iter().flat_map(with_commit).collect()
}
