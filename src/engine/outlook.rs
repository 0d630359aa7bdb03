//! What lies ahead of a task: every step that leaves its state, and whether it would be granted.

use super::claim::Claim;
use super::facts::{FactError, Facts, Record, Standing};
use super::folder::Notice;
use super::judge::{checks, judge, refusal};
use super::refusal::Refusal;
use super::request::{Action, Authority, Request};
use super::signing::to_sign;
use super::{arrival, next_steps, standing, topics};
use crate::diagnostic::{By, Exit, NextStep};
use crate::names::{ActorName, StateName};
use crate::workflow::{Check, Edge, Event, Model};

/// Where a task stands and what may happen next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outlook {
    /// Whether the task can go on at all.
    pub condition: Condition,
    /// What is on record about it: of a broken task, what the sound part of the journal says.
    pub record: Option<Record>,
    /// The claim on it that stands.
    pub claim: Option<Claim>,
    /// Who has to act; nobody where the task is over.
    pub waiting_on: Option<By>,
    /// The steps that leave the task's state, in the order of the workflow.
    pub ahead: Vec<Prospect>,
    /// What is wrong with the task's records or its folder.
    pub wrong: Option<Box<Refusal>>,
    /// What is worth saying about the folder besides.
    pub notices: Vec<Notice>,
}

/// Whether a task can go on at all.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Condition {
    /// It stands in a state of the workflow.
    Open,
    /// It stands in a terminal phase.
    Ended,
    /// A person ended it.
    Abandoned,
    /// It is over, and in the archive.
    Archived,
    /// The folder has no records.
    Untracked,
    /// Its records are damaged, or are about another workflow.
    Broken,
}

impl Condition {
    /// The word that output uses.
    pub fn word(self) -> &'static str {
        match self {
            Self::Open => "open",
            Self::Ended => "ended",
            Self::Abandoned => "abandoned",
            Self::Archived => "archived",
            Self::Untracked => "untracked",
            Self::Broken => "broken",
        }
    }
}

/// One step that leaves the state of a task.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Prospect {
    /// The command, and who may run it.
    pub step: NextStep,
    /// Why the task would move.
    pub event: Event,
    /// Where it would come to.
    pub to: StateName,
    /// Whether it would be granted now.
    pub verdict: Verdict,
}

/// Whether a step would be granted now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It would be.
    Open,
    /// It would be, to a person.
    NeedsPerson,
    /// It would be, to listed approvers who sign.
    NeedsSignature,
    /// It would be, if these commands succeed.
    NeedsCheck(Vec<Check>),
    /// It would be refused.
    Blocked(Box<Refusal>),
}

impl Verdict {
    /// The word that output uses.
    pub fn word(&self) -> &'static str {
        match self {
            Self::Open => "open",
            Self::NeedsPerson => "needs-person",
            Self::NeedsSignature => "needs-signature",
            Self::NeedsCheck(_) => "needs-check",
            Self::Blocked(_) => "blocked",
        }
    }
}

/// What may happen next with a task, if `actor` asks. Nothing is asked of the world but facts.
pub fn outlook(model: &Model, facts: &impl Facts, actor: &ActorName) -> Outlook {
    let standing = facts.standing();
    let record = match &standing {
        Ok(Standing::Tracked(record)) => Some(*record),
        Ok(Standing::Tampered(found)) => found.record,
        _ => None,
    };
    let (condition, examined) = examine(model, facts, actor);
    let ahead = match (condition, record) {
        (Condition::Open | Condition::Ended, Some(record)) => ahead(model, facts, record, actor),
        _ => Vec::new(),
    };
    let (wrong, notices) = match examined {
        Ok(notices) => (None, notices),
        Err(refused) => (Some(refused), Vec::new()),
    };
    let now = facts.now().unwrap_or_default();
    let claim = record.and_then(|record| record.claims.standing(&now));
    Outlook {
        condition,
        claim: claim.cloned(),
        record: record.cloned(),
        waiting_on: waiting_on(condition, &ahead),
        ahead,
        wrong,
        notices,
    }
}

/// Whether a task can go on at all, and what is wrong with its records or its folder or worth
/// saying about them. Nothing about a folder matters any more once its task was abandoned, or was
/// archived in a state that the workflow does not have any more.
pub fn examine(
    model: &Model,
    facts: &impl Facts,
    actor: &ActorName,
) -> (Condition, Result<Vec<Notice>, Box<Refusal>>) {
    let standing = facts.standing();
    let mut condition = condition(model, &standing);
    if let Ok(Standing::Tracked(record)) = &standing
        && facts.task().is_archived()
    {
        let is_known = matches!(condition, Condition::Open | Condition::Ended);
        condition = Condition::Archived;
        if !is_known || record.abandoned.is_some() {
            return (condition, Ok(Vec::new()));
        }
    }
    if condition == Condition::Abandoned {
        return (condition, Ok(Vec::new()));
    }
    let looking = Request {
        actor: actor.clone(),
        authority: Authority::Program,
        epoch: None,
        action: Action::Validate,
    };
    let judged = judge(model, facts, &looking);
    (condition, judged.map(|step| step.notices))
}

fn condition(model: &Model, standing: &Result<Standing<'_>, FactError>) -> Condition {
    let record = match standing {
        Ok(Standing::Tracked(record)) => record,
        Ok(Standing::Untracked { .. }) => return Condition::Untracked,
        Ok(Standing::Absent | Standing::Taken { .. } | Standing::Tampered(_)) | Err(_) => {
            return Condition::Broken;
        }
    };
    if record.abandoned.is_some() {
        return Condition::Abandoned;
    }
    match model.state_named(&record.state) {
        _ if standing::workflow_is_missing(model, record) => Condition::Broken,
        None => Condition::Broken,
        Some(state) if model.phase(state.phase).terminal.is_some() => Condition::Ended,
        Some(_) => Condition::Open,
    }
}

fn ahead(model: &Model, facts: &impl Facts, record: &Record, actor: &ActorName) -> Vec<Prospect> {
    let Some(state) = model.state_named(&record.state) else {
        return Vec::new();
    };
    let mut ahead: Vec<Prospect> = Vec::new();
    for (_, edge) in model.leaving(state) {
        let step = next_steps::along(model, facts.task(), edge);
        // Edges that lead to one state are one command, which takes whichever is open.
        if ahead.iter().any(|known| known.step == step) {
            continue;
        }
        ahead.push(Prospect {
            step,
            event: edge.event,
            to: model.state_name(edge.to),
            verdict: verdict(model, facts, edge, actor),
        });
    }
    ahead
}

fn verdict(model: &Model, facts: &impl Facts, edge: &Edge, actor: &ActorName) -> Verdict {
    let mut request = Request {
        actor: actor.clone(),
        authority: Authority::Program,
        epoch: None,
        action: taking(model, edge),
    };
    let Err(refused) = judge(model, facts, &request) else {
        return Verdict::Open;
    };
    if *refused.topic() == topics::PERSON_REQUIRED {
        request.authority = Authority::Person;
        return match judge(model, facts, &request) {
            Ok(_) => Verdict::NeedsPerson,
            Err(refused) => Verdict::Blocked(refused),
        };
    }
    if *refused.topic() == topics::SIGNATURE_REQUIRED {
        return match to_sign(model, facts, &request, None) {
            Ok(_) => Verdict::NeedsSignature,
            Err(refused) => Verdict::Blocked(refused),
        };
    }
    if !refused.waits_for_checks() {
        return Verdict::Blocked(refused);
    }
    // What comes after the commands is known before they have run.
    let beyond = arrival::judge(model, facts, edge.to.phase, &[]);
    if !beyond.is_empty() {
        let state = refused.state.clone();
        return Verdict::Blocked(refusal(facts, &request, state, beyond));
    }
    match checks(model, facts, &request) {
        Ok(checks) => Verdict::NeedsCheck(checks),
        Err(refused) => Verdict::Blocked(refused),
    }
}

/// The request that takes `edge`.
fn taking(model: &Model, edge: &Edge) -> Action {
    let reason = String::new;
    match edge.event {
        Event::Approve => Action::Approve,
        Event::Reject => Action::Reject { reason: reason() },
        Event::Rework => Action::Rework {
            to: model.phase(edge.to.phase).name.clone(),
            reason: reason(),
        },
        Event::Submit | Event::Withdraw | Event::Revise | Event::Next => Action::Transition {
            to: model.state_name(edge.to),
        },
    }
}

/// Who has to act. A step back is no way on while a step onward exists.
fn waiting_on(condition: Condition, ahead: &[Prospect]) -> Option<By> {
    match condition {
        Condition::Ended | Condition::Abandoned | Condition::Archived => return None,
        Condition::Untracked | Condition::Broken => return Some(By::Human),
        Condition::Open => {}
    }
    let is_onward = |event| matches!(event, Event::Submit | Event::Approve | Event::Next);
    let mut onward: Vec<&Prospect> = ahead.iter().filter(|p| is_onward(p.event)).collect();
    if onward.is_empty() {
        onward = ahead.iter().collect();
    }
    let needs_person = |prospect: &&Prospect| match &prospect.verdict {
        Verdict::NeedsPerson | Verdict::NeedsSignature => true,
        Verdict::Blocked(refused) => matches!(refused.exit(), Exit::Person | Exit::Damaged),
        Verdict::Open | Verdict::NeedsCheck(_) => false,
    };
    if onward.iter().all(needs_person) {
        Some(By::Human)
    } else {
        Some(By::Anyone)
    }
}
