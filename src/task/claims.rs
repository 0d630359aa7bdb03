//! Replaying the claims and scopes of a journal: whether each entry leaves those in force that follow
//! from the entry before it, and was made by somebody who might.

use std::time::Duration;

use super::decision::Level;
use super::entry::{Entry, EntryEvent};
use super::journal::Line;
use super::kept_workflows::KeptWorkflows;
use crate::diagnostic::{Diagnostic, Exit, Severity, Topic};
use crate::engine::{Claim, Claims, LONGEST_LEASE, SHORTEST_LEASE, may_set_scope};
use crate::workflow::{Approvers, Event, Glob, Model, State, Workflow};

/// `claim-broken`
pub(super) static CLAIM_BROKEN: Topic = Topic {
    code: "claim-broken",
    severity: Severity::Error,
    exit: Exit::Damaged,
    summary: "an entry holds a claim that does not follow from the entry before it",
    explanation: "Each entry carries the claim in force and the epoch, which only grows. This one carries \
        others than its event makes of those before it, so this program did not write it: the \
        journal was made or changed by hand, with its chain of digests made anew. A person has to \
        find out who worked on the task meanwhile.",
};

/// `claim-ignored`
pub(super) static CLAIM_IGNORED: Topic = Topic {
    code: "claim-ignored",
    severity: Severity::Error,
    exit: Exit::Damaged,
    summary: "a step was taken against the claim of somebody else",
    explanation: "While a claim stands, only its owner moves the task, and whoever lost a claim moves it no \
        more until they claim it again. What a person or signatures decide is excepted. This program \
        would not have taken this step, so the journal was made or changed by hand.",
};

/// `scope-misplaced`
pub(super) static SCOPE_MISPLACED: Topic = Topic {
    code: "scope-misplaced",
    severity: Severity::Error,
    exit: Exit::Damaged,
    summary: "the scope of a task changed where it may not",
    explanation: "A scope is set when a task is made, or by a step of its own: by a person, or by anyone in a \
        phase with an approval before it is submitted. This entry changes the scope otherwise, so \
        this program did not write it, and edits beyond the scope that was approved may have been \
        let through since.",
};

/// `scopes-overlap`
pub(super) static SCOPES_OVERLAP: Topic = Topic {
    code: "scopes-overlap",
    severity: Severity::Warning,
    exit: Exit::Done,
    summary: "two claimed tasks are about the same files",
    explanation: "Both tasks are claimed, and their scopes have files in common, as far as can be told: two \
        actors may change the same file at the same time. Let one task wait, or set narrower scopes \
        with `automaton scope set`.",
};

/// What is wrong with the claims and scopes of a sound journal, which stands at `path`, in the
/// entries after the first `known` ones.
pub(super) fn replay(
    path: &str,
    lines: &[Line],
    known: usize,
    workflows: &mut KeptWorkflows,
) -> Vec<Diagnostic> {
    let mut findings = Vec::new();
    let mut claims = Claims::default();
    let mut scope: &[Glob] = &[];
    for (index, Line { number, entry, .. }) in lines.iter().enumerate() {
        let model = workflows.find(entry.workflow).workflow;
        let model = model
            .as_deref()
            .map(|workflow: &Workflow| -> &Model { workflow });
        let mut found = |topic, fault: String| {
            if index < known {
                return;
            }
            let message = format!("line {number}: {fault}");
            findings.push(Diagnostic::about(topic, path, message));
        };
        if index == 0 {
            // The first entry of a journal that a repair made anew carries on what was before.
            if entry.event != EntryEvent::Repair && (entry.epoch > 0 || entry.claim.is_some()) {
                found(&CLAIM_BROKEN, "a new task is claimed".to_owned());
            }
        } else {
            if let Some(fault) = ignored(&claims, entry, model) {
                found(&CLAIM_IGNORED, fault);
            }
            if !follows(&claims, entry, model) {
                let event = entry.event.word();
                found(
                    &CLAIM_BROKEN,
                    format!("{event} leaves a wrong claim or epoch"),
                );
            }
            if let Some(fault) = misplaced(scope, entry, model) {
                found(&SCOPE_MISPLACED, fault.to_owned());
            }
        }
        claims.follow(&entry.actor, &entry.at, entry.epoch, entry.claim.as_ref());
        scope = &entry.scope;
    }
    findings
}

fn by_person(entry: &Entry) -> bool {
    let level = entry.approval.as_ref().map(|decision| decision.level);
    matches!(level, Some(Level::Page | Level::Person | Level::Signed))
}

/// Whose claim the entry was made against, in words.
fn ignored(claims: &Claims, entry: &Entry, model: Option<&Model>) -> Option<String> {
    let above = match entry.event {
        EntryEvent::Sign | EntryEvent::Abandon | EntryEvent::Repair => true,
        // Without the workflow's text it is not known whether it took a person.
        EntryEvent::Rework => model.is_none_or(|model| took_person(model, entry)),
        _ => by_person(entry),
    };
    if above {
        return None;
    }
    let (event, actor) = (entry.event.word(), &entry.actor);
    let in_the_way = match entry.event {
        // Ending a claim that ran out takes no less than ending one that stands.
        EntryEvent::Release => claims.last.as_ref(),
        _ => claims.standing(&entry.at),
    };
    match in_the_way {
        Some(claim) if claim.owner != *actor => Some(format!(
            "{event} by `{actor}` while `{}` had claimed the task",
            claim.owner
        )),
        _ if entry.event != EntryEvent::Claim && claims.lost.contains_key(actor) => Some(format!(
            "{event} by `{actor}`, who had lost the task and not claimed it again"
        )),
        _ => None,
    }
}

fn took_person(model: &Model, entry: &Entry) -> bool {
    let from = entry.from.as_ref().and_then(|name| model.state_named(name));
    let mut edges = from.into_iter().flat_map(|from| model.leaving(from));
    edges.any(|(_, edge)| {
        let taken = edge.event == Event::Rework && model.state_name(edge.to) == entry.to;
        taken && edge.by != Approvers::Anyone
    })
}

/// Whether the entry leaves the claim and the epoch that its event makes of those before it.
fn follows(claims: &Claims, entry: &Entry, model: Option<&Model>) -> bool {
    let left = (entry.epoch, entry.claim.as_ref());
    let is = |(epoch, claim): (u64, Option<Claim>)| left == (epoch, claim.as_ref());
    let is_over =
        |state: State| model.is_some_and(|model| model.phase(state.phase).terminal.is_some());
    let to = model.and_then(|model| model.state_named(&entry.to));
    let worked = || (claims.epoch, claims.after_work(&entry.actor, &entry.at));
    match (entry.event, &entry.claim) {
        (EntryEvent::Claim, Some(claim)) => {
            let lease = Duration::from_secs(u64::from(claim.lease));
            (SHORTEST_LEASE..=LONGEST_LEASE).contains(&lease)
                && is(claims.after_claim(&entry.actor, lease, &entry.at))
        }
        (EntryEvent::Claim, None) => false,
        (EntryEvent::Release | EntryEvent::Abandon, _) => is((claims.epoch, None)),
        _ if to.is_some_and(is_over) => is((claims.epoch, None)),
        // Without the workflow's text it is not known whether the task ended.
        (_, None) if model.is_none() => entry.epoch == claims.epoch,
        _ => is(worked()),
    }
}

/// Why the entry may not leave the scope that it does.
fn misplaced(before: &[Glob], entry: &Entry, model: Option<&Model>) -> Option<&'static str> {
    if entry.event != EntryEvent::Scope {
        return (entry.scope != before).then_some("the scope changed by a step that sets none");
    }
    let open = |model: &Model| {
        let state = model.state_named(&entry.to);
        state.is_some_and(|state| may_set_scope(model, state))
    };
    let may = by_person(entry) || model.is_none_or(open);
    (!may).then_some("the scope was set without a person, where no approval was to come")
}
