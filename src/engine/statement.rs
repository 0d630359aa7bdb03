//! What an approver signs: one submission of one task, in bytes that anyone can make again.
//!
//! The text is an in-toto Statement v1 as canonical JSON (RFC 8785: no white space, names sorted)
//! and one line feed. Nothing in it comes from the moment of signing, so several people sign the
//! same bytes, in any order and on any machine.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::facts::Submission;
use crate::clock;
use crate::digest::Digest;
use crate::names::{ArtifactName, PhaseName, TaskPath};
use crate::workflow::{Model, PhaseId};

/// What `_type` says of every in-toto statement.
const TYPE: &str = "https://in-toto.io/Statement/v1";
/// What a statement of this program is about.
const PREDICATE_TYPE: &str = "urn:automaton:approval:v1";
/// For how long after the submission it can be signed.
pub const STATEMENT_DAYS: u32 = 7;

/// An approval of one submission.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Statement {
    /// The digest of the task's first journal entry, which every clone and worktree has.
    pub project: Digest,
    /// The task.
    pub task: TaskPath,
    /// The phase whose submission is approved.
    pub phase: PhaseName,
    /// What the phase produced.
    pub artifacts: BTreeMap<ArtifactName, Digest>,
    /// The digest of the journal entry that submitted it.
    pub head: Digest,
    /// A number that no other submission has; it follows from the rest.
    pub nonce: Digest,
    /// Until when it can be used, in UTC.
    pub expires: String,
}

impl Statement {
    /// What has to be signed to approve `phase` of `task` as it was submitted, when the task had
    /// these `artifacts`.
    pub fn asked(
        model: &Model,
        task: &TaskPath,
        phase: PhaseId,
        submission: &Submission,
        artifacts: &BTreeMap<ArtifactName, Digest>,
    ) -> Self {
        let Submission {
            project, head, at, ..
        } = submission;
        let phase = model.phase(phase);
        let produced = phase.produces.iter().filter_map(|mention| {
            let name = &model.artifact(mention.artifact).name;
            Some((name.clone(), *artifacts.get(name)?))
        });
        Self {
            project: *project,
            task: task.clone(),
            phase: phase.name.clone(),
            artifacts: produced.collect(),
            head: *head,
            nonce: Digest::of(format!("{PREDICATE_TYPE}\n{project}\n{task}\n{head}\n").as_bytes()),
            // A time that cannot be read has passed.
            expires: clock::days_after(at, STATEMENT_DAYS).unwrap_or_else(|| at.clone()),
        }
    }

    /// The bytes that are signed.
    #[expect(clippy::missing_panics_doc, reason = "every field has a JSON form")]
    pub fn text(&self) -> String {
        let subject = self.artifacts.iter().map(|(name, sha256)| Subject {
            digest: Sha256 { sha256: *sha256 },
            name: name.clone(),
        });
        let document = Document {
            kind: TYPE.to_owned(),
            predicate: Predicate {
                expires: self.expires.clone(),
                head: self.head,
                nonce: self.nonce,
                phase: self.phase.clone(),
                project: self.project,
                task: self.task.clone(),
            },
            predicate_type: PREDICATE_TYPE.to_owned(),
            subject: subject.collect(),
        };
        serde_json::to_string(&document).expect("a statement is plain data") + "\n"
    }

    /// Reads what [`text`](Self::text) writes, and nothing else; on failure, says what is wrong.
    pub fn parse(text: &str) -> Result<Self, String> {
        let document: Document =
            serde_json::from_str(text).map_err(|error| format!("it cannot be read: {error}"))?;
        if document.kind != TYPE || document.predicate_type != PREDICATE_TYPE {
            return Err(format!("it is not of the type `{PREDICATE_TYPE}`"));
        }
        let subject = document.subject.into_iter();
        let statement = Self {
            project: document.predicate.project,
            task: document.predicate.task,
            phase: document.predicate.phase,
            artifacts: subject.map(|one| (one.name, one.digest.sha256)).collect(),
            head: document.predicate.head,
            nonce: document.predicate.nonce,
            expires: document.predicate.expires,
        };
        if statement.text() != text {
            return Err("it is not written as this program writes it, byte for byte".to_owned());
        }
        Ok(statement)
    }
}

// The fields stand in the order of their names, which makes the text canonical.

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Document {
    #[serde(rename = "_type")]
    kind: String,
    predicate: Predicate,
    #[serde(rename = "predicateType")]
    predicate_type: String,
    subject: Vec<Subject>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Predicate {
    expires: String,
    head: Digest,
    nonce: Digest,
    phase: PhaseName,
    project: Digest,
    task: TaskPath,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Subject {
    digest: Sha256,
    name: ArtifactName,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Sha256 {
    sha256: Digest,
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = concat!(
        r#"{"_type":"https://in-toto.io/Statement/v1","predicate":{"expires":"2026-01-09T03:04:05Z","#,
        r#""head":"ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad","#,
        r#""nonce":"ca978112ca1bbdcafac231b39a23dc4da786eff8147c4e72b9807785afee48bb","#,
        r#""phase":"draft","#,
        r#""project":"3e23e8160039594a33894f6564e1b1348bbd7a0088d42c4acb73eeaed59c009d","#,
        r#""task":"epic/part"},"predicateType":"urn:automaton:approval:v1","subject":["#,
        r#"{"digest":{"sha256":"ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"},"#,
        r#""name":"A.md"},"#,
        r#"{"digest":{"sha256":"ca978112ca1bbdcafac231b39a23dc4da786eff8147c4e72b9807785afee48bb"},"#,
        r#""name":"größe.md"}]}"#,
        "\n"
    );

    #[test]
    fn a_statement_is_written_as_it_is_read() {
        let statement = Statement::parse(TEXT).expect("a statement");
        assert_eq!(statement.text(), TEXT);
        assert_eq!(statement.task.to_string(), "epic/part");
        assert_eq!(statement.artifacts.len(), 2);
    }

    #[test]
    fn any_other_bytes_are_another_statement_or_none() {
        let same = Statement::parse(TEXT);
        for other in [
            TEXT.trim_end().to_owned(),
            format!("{TEXT}\n"),
            TEXT.replace("draft", "design"),
            TEXT.replace("A.md", "B.md"),
            TEXT.replacen("ba78", "ba79", 1),
            TEXT.replace("2026-01-09", "2027-01-09"),
            TEXT.replace("epic/part", "epic"),
        ] {
            assert_ne!(Statement::parse(&other), same, "{other}");
        }
        for (from, to) in [
            ("\"phase\"", " \"phase\""),
            ("ö", "\\u00f6"),
            ("\"task\":", "\"reason\":\"\",\"task\":"),
            ("Statement/v1", "Statement/v0.1"),
            ("approval:v1", "approval:v2"),
            ("A.md", "../A.md"),
            ("\"draft\"", "\"draft\",\"phase\":\"draft\""),
            ("ba78", "BA78"),
        ] {
            let other = TEXT.replace(from, to);
            assert_ne!(other, TEXT);
            assert!(Statement::parse(&other).is_err(), "{other}");
        }
    }
}
