//! Auditing signatures: each is verified again, over the statement that its place in the journal
//! asks for.

use std::collections::BTreeSet;

use super::decision::Level;
use super::entry::EntryEvent;
use super::history;
use super::journal::Line;
use super::kept_workflows::KeptWorkflows;
use super::replay::APPROVAL_TOO_WEAK;
use crate::clock;
use crate::diagnostic::{Diagnostic, Exit, Severity, Topic};
use crate::engine::{Signature, Statement};
use crate::workflow::{Approvers, Model};

/// `signature-broken`
pub(super) static SIGNATURE_BROKEN: Topic = Topic {
    code: "signature-broken",
    severity: Severity::Error,
    exit: Exit::Damaged,
    summary: "a signature in the journal does not hold",
    explanation: "Every signature is verified again: over the bytes beside it, which have to be the \
        statement of the submission that it stands after, with its artifacts, its place in the \
        journal and its expiry. This one fails, so this program did not accept it: the journal was \
        made or changed by hand. Revise the phase, and have it signed again.",
};

/// `approver-unlisted`
pub(super) static APPROVER_UNLISTED: Topic = Topic {
    code: "approver-unlisted",
    severity: Severity::Warning,
    exit: Exit::Refused,
    summary: "a signature is good, and the approvers file does not list its key for that time",
    explanation: "People leave, so this is a warning, and an error with `--require signed`: nothing \
        here tells a key that was listed once from one that never was. Version control does: look \
        at the history of `.automaton/approvers`. To let somebody go, keep their line and give it \
        `valid-before=\"YYYYMMDD\"`: what they signed until then stays good.",
};

/// `signature-unverified`
pub(super) static SIGNATURE_UNVERIFIED: Topic = Topic {
    code: "signature-unverified",
    severity: Severity::Error,
    exit: Exit::Refused,
    summary: "a signature could not be verified",
    explanation: "Signatures are verified by `ssh-keygen`, which comes with OpenSSH. It did not run, or \
        the approvers file could not be read, so nothing is known about the signature. What cannot \
        be seen is never taken to be in order.",
};

/// `approval-unsigned`
pub(super) static APPROVAL_UNSIGNED: Topic = Topic {
    code: "approval-unsigned",
    severity: Severity::Error,
    exit: Exit::Refused,
    summary: "an approval stands that was not signed",
    explanation: "`automaton audit --require signed` asks that every approval that stands was given by \
        signature, whatever its workflow asked for. This one rests on a terminal or on somebody's \
        word. Declare `approval by=signed`, then revise the phase or rework, and have it signed.",
};

/// What is known of a signature.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Checked {
    /// The key with this fingerprint made it, and was listed at the time.
    Good {
        /// The fingerprint.
        key: String,
    },
    /// The key with this fingerprint made it, and was not listed.
    Unlisted {
        /// The fingerprint.
        key: String,
        /// What says so.
        why: String,
    },
    /// It does not hold.
    Bad(String),
    /// It could not be verified.
    Unknown(String),
}

/// Who verifies signatures.
pub trait SignatureCheck {
    /// What is known of `signature`, by the approvers of the time `at` in UTC.
    fn check(&self, signature: &Signature, at: &str) -> Checked;
}

/// What had to be signed for each submission that `lines` tell of, by what `model` asks for.
pub fn statements(model: &Model, lines: &[Line]) -> Vec<Statement> {
    let statement = |index: usize| {
        let entry = &lines[index].entry;
        let phase = model.phase_named(&entry.to.phase)?;
        let submission = history::submission(&lines[..=index])?;
        let (task, artifacts) = (&entry.task, &entry.artifacts);
        Some(Statement::asked(model, task, phase, &submission, artifacts))
    };
    let submitted = |&index: &usize| lines[index].entry.event == EntryEvent::Submit;
    let submissions = (0..lines.len()).filter(submitted);
    submissions.filter_map(statement).collect()
}

/// What is wrong with the signatures of a sound journal, which stands at `path`.
pub(super) fn examine(
    path: &str,
    lines: &[Line],
    workflows: &mut KeptWorkflows,
    check: &dyn SignatureCheck,
) -> Vec<Diagnostic> {
    let mut findings = Vec::new();
    let mut keys = BTreeSet::new();
    for (index, line) in lines.iter().enumerate() {
        let entry = &line.entry;
        let say = |topic, what: &str| {
            Diagnostic::about(topic, path, format!("line {}: {what}", line.number))
        };
        if let Some(signature) = entry.approval.as_ref().and_then(|d| d.signature.as_ref()) {
            let who = &signature.signer;
            match known(&lines[..index], line, signature, workflows, check) {
                Checked::Good { key } => _ = keys.insert(key),
                Checked::Unlisted { key, why } => {
                    let what = format!("the key of `{who}` is not listed: {why}");
                    findings.push(say(&APPROVER_UNLISTED, &what));
                    keys.insert(key);
                }
                Checked::Bad(why) => {
                    let what = format!("the signature of `{who}` does not hold: {why}");
                    findings.push(say(&SIGNATURE_BROKEN, &what));
                }
                Checked::Unknown(why) => {
                    let what = format!("the signature of `{who}` was not verified: {why}");
                    findings.push(say(&SIGNATURE_UNVERIFIED, &what));
                    // One finding is enough: it may be all right.
                    keys.insert(signature.key.clone());
                }
            }
        }
        if entry.event == EntryEvent::Approve {
            let (needed, found) = (needed(line, workflows), keys.len());
            if found < needed {
                let phase = &entry.to.phase;
                let what =
                    format!("approve of `{phase}` takes {needed} signatures, and has {found}");
                findings.push(say(&APPROVAL_TOO_WEAK, &what));
            }
        }
        if entry.event.writes_state() {
            keys.clear();
        }
    }
    findings
}

/// What is known of the signature that `line` adds to the ones `before` it.
fn known(
    before: &[Line],
    line: &Line,
    signature: &Signature,
    workflows: &mut KeptWorkflows,
    check: &dyn SignatureCheck,
) -> Checked {
    let entry = &line.entry;
    let Some(workflow) = workflows.find(entry.workflow).workflow else {
        return Checked::Unknown("the text of its workflow is not kept".to_owned());
    };
    let phase = workflow.phase_named(&entry.to.phase);
    let Some((phase, submission)) = phase.zip(history::submission(before)) else {
        return Checked::Bad("nothing was submitted before it".to_owned());
    };
    let (task, artifacts) = (&entry.task, &entry.artifacts);
    let expected = Statement::asked(&workflow, task, phase, &submission, artifacts);
    if signature.statement != expected.text() {
        return Checked::Bad("it is about something else than what was submitted".to_owned());
    }
    let left = clock::seconds_between(&entry.at, &expected.expires);
    if left.is_none_or(|seconds| seconds <= 0) {
        return Checked::Bad(format!(
            "it was added after it expired at {}",
            expected.expires
        ));
    }
    match check.check(signature, &entry.at) {
        Checked::Good { key } | Checked::Unlisted { key, .. } if key != signature.key => {
            Checked::Bad(format!("another key made it: {key}"))
        }
        known => known,
    }
}

/// How many signatures the approval that `line` grants takes. One that says that it was signed
/// takes one at least, whatever its workflow asks for.
fn needed(line: &Line, workflows: &mut KeptWorkflows) -> usize {
    let mut asked = || {
        let workflow = workflows.find(line.entry.workflow).workflow?;
        let phase = workflow.phase(workflow.phase_named(&line.entry.to.phase)?);
        let approval = phase.approval.as_ref()?;
        (approval.by == Approvers::Signed).then_some(approval.signers as usize)
    };
    let needed = asked().unwrap_or_default();
    let decision = line.entry.approval.as_ref();
    let says_so = decision.is_some_and(|decision| decision.level == Level::Signed);
    needed.max(usize::from(says_so))
}
