//! Approving by signatures: over exactly this submission, each key once, as many as are asked for.

use super::facts::{Facts, Record};
use super::judge::{all, along, refusal, valid};
use super::refusal::{Reason, Refusal};
use super::request::Request;
use super::signature::{Evidence, Signature, distinct};
use super::statement::Statement;
use super::step::{Step, StepKind};
use super::{folder, produced, standing, topics};
use crate::clock;
use crate::diagnostic::Topic;
use crate::workflow::{Approvers, EdgeId, Event, Model, State};

/// Why a signature does not count.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Fault {
    /// The phase is not approved by signature.
    NotAsked(Approvers),
    /// What was signed is no statement.
    Malformed(String),
    /// The statement is about another project, task or phase.
    OtherTask(String),
    /// The statement is about another submission.
    Outdated,
    /// The statement is about other bytes of these artifacts.
    OtherArtifacts(Vec<String>),
    /// The statement cannot be used any more.
    Expired(String),
    /// The key has signed already.
    AlreadySigned { signer: String, key: String },
}

impl Fault {
    pub(super) fn topic(&self) -> &'static Topic {
        match self {
            Self::NotAsked(_) => &topics::SIGNATURE_NOT_ASKED,
            Self::Malformed(_) => &topics::STATEMENT_MALFORMED,
            Self::OtherTask(_) => &topics::STATEMENT_OTHER_TASK,
            Self::Outdated => &topics::STATEMENT_OUTDATED,
            Self::OtherArtifacts(_) => &topics::STATEMENT_OTHER_ARTIFACTS,
            Self::Expired(_) => &topics::STATEMENT_EXPIRED,
            Self::AlreadySigned { .. } => &topics::ALREADY_SIGNED,
        }
    }

    pub(super) fn sentence(&self) -> String {
        match self {
            Self::NotAsked(by) => format!(
                "the approval is `by={}`, and a signature does not stand in for that",
                by.word()
            ),
            Self::Malformed(problem) => {
                format!("what was signed is not a statement of this program: {problem}")
            }
            Self::OtherTask(what) => format!("what was signed is about another {what}"),
            Self::Outdated => "what was signed is about another submission: the phase was \
                submitted again since, or the journal is another one"
                .to_owned(),
            Self::OtherArtifacts(names) => format!(
                "what was signed is about other bytes than those submitted: {}",
                names.join(", ")
            ),
            Self::Expired(expires) => format!(
                "the statement expired at {expires}: withdraw the submission, submit it again, and \
                 have that signed"
            ),
            Self::AlreadySigned { signer, key } => {
                format!(
                    "`{signer}` has signed already with the key {key}, and each key counts once"
                )
            }
        }
    }
}

/// Adds the signature to those on record, or grants the approval where they are enough.
pub(super) fn judge(
    model: &Model,
    facts: &impl Facts,
    state: State,
    record: &Record,
    evidence: &Evidence,
) -> Result<Step, Vec<Reason>> {
    let (edge, needed) = asked(model, state)?;
    let expected = statement(model, facts, state, record);
    let text = expected.text();
    let on_record = record.submission.signatures.iter();
    let counting =
        on_record.filter(|one| one.statement == text && evidence.confirmed.contains(one));
    let mut keys = distinct(counting);
    if let Some(signature) = &evidence.signature {
        if let Some(fault) = fault(signature, &expected) {
            return Err(vec![Reason::Signature(fault)]);
        }
        if !keys.insert(&signature.key) {
            let (signer, key) = (signature.signer.clone(), signature.key.clone());
            return Err(vec![Reason::Signature(Fault::AlreadySigned {
                signer,
                key,
            })]);
        }
    } else if keys.len() < needed {
        let collected = keys.len();
        return Err(vec![Reason::NeedsSignatures { collected, needed }]);
    }
    in_time(&evidence.at, &expected)?;
    let notices = beyond(model, facts, state, record)?;
    let mut step = along(model, edge, notices);
    if keys.len() < needed {
        step.kind = StepKind::Sign;
        step.to = Some(state);
    }
    Ok(step)
}

/// What has to be signed, if a signature is all that the approval waits for. At the time `at`, if
/// one is given, there has to be time left for it.
pub fn to_sign(
    model: &Model,
    facts: &impl Facts,
    request: &Request,
    at: Option<&str>,
) -> Result<Statement, Box<Refusal>> {
    let standing = facts.standing();
    let refused = |state, reasons| refusal(facts, request, state, reasons);
    let standing = standing.map_err(|error| refused(None, vec![error.into()]))?;
    let name = standing::record(&standing)
        .ok()
        .map(|record| record.state.clone());
    let found = standing::judge(model, facts, request, &standing).and_then(|(record, state)| {
        asked(model, state)?;
        beyond(model, facts, state, record)?;
        let statement = statement(model, facts, state, record);
        match at {
            Some(at) => in_time(at, &statement).map(|()| statement),
            None => Ok(statement),
        }
    });
    found.map_err(|reasons| refused(name, reasons))
}

/// How many signatures the pending approval of a task takes, if it takes any, and those on record.
pub fn collected(model: &Model, record: &Record) -> Option<(usize, Vec<Signature>)> {
    let (_, needed) = asked(model, model.state_named(&record.state)?).ok()?;
    Some((needed, record.submission.signatures.clone()))
}

/// What stands in the way besides signatures; what is worth saying where nothing does.
pub(super) fn beyond(
    model: &Model,
    facts: &impl Facts,
    state: State,
    record: &Record,
) -> Result<Vec<folder::Notice>, Vec<Reason>> {
    let notices = valid(folder::judge(model, facts, state, record))?;
    all(produced::judge(model, facts, state.phase))?;
    Ok(notices)
}

/// The edge that grants the pending approval, and how many signatures it takes.
fn asked(model: &Model, state: State) -> Result<(EdgeId, usize), Vec<Reason>> {
    let mut leaving = model.leaving(state);
    let edge = leaving.find(|(_, edge)| edge.event == Event::Approve);
    match edge.zip(model.phase(state.phase).approval.as_ref()) {
        None => Err(vec![Reason::NothingPending]),
        Some((_, approval)) if approval.by != Approvers::Signed => {
            Err(vec![Reason::Signature(Fault::NotAsked(approval.by))])
        }
        Some(((edge, _), approval)) => Ok((edge, approval.signers as usize)),
    }
}

fn statement(model: &Model, facts: &impl Facts, state: State, record: &Record) -> Statement {
    let (task, submission) = (facts.task(), &record.submission);
    Statement::asked(model, task, state.phase, submission, &record.artifacts)
}

/// What keeps the signature from being about exactly what is expected: the first difference, since
/// the others follow from it.
fn fault(signature: &Signature, expected: &Statement) -> Option<Fault> {
    let signed = match Statement::parse(&signature.statement) {
        Ok(signed) => signed,
        Err(problem) => return Some(Fault::Malformed(problem)),
    };
    if signed.task != expected.task {
        Some(Fault::OtherTask(format!("task, `{}`", signed.task)))
    } else if signed.project != expected.project {
        Some(Fault::OtherTask("project's task of this name".to_owned()))
    } else if signed.phase != expected.phase {
        Some(Fault::OtherTask(format!("phase, `{}`", signed.phase)))
    } else if signed.head != expected.head {
        Some(Fault::Outdated)
    } else if signed.artifacts != expected.artifacts {
        let (old, new) = (&signed.artifacts, &expected.artifacts);
        let names = old.keys().chain(new.keys());
        let mut names: Vec<String> = names
            .filter(|&name| old.get(name) != new.get(name))
            .map(|name| format!("`{name}`"))
            .collect();
        names.dedup();
        Some(Fault::OtherArtifacts(names))
    } else if signed != *expected {
        let problem = "its nonce or expiry does not follow from the submission";
        Some(Fault::Malformed(problem.to_owned()))
    } else {
        None
    }
}

/// Whether the statement can be used at that time. What is no time is too late.
fn in_time(at: &str, statement: &Statement) -> Result<(), Vec<Reason>> {
    let expires = &statement.expires;
    match clock::seconds_between(at, expires) {
        Some(left) if left > 0 => Ok(()),
        _ => Err(vec![Reason::Signature(Fault::Expired(expires.clone()))]),
    }
}
