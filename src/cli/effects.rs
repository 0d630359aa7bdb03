//! What a step does, in words and in fields: before it is taken, and after.

use std::fmt::Write as _;

use serde_json::{Value, json};

use crate::engine::{self, Facts, Standing, Step, StepKind};
use crate::report::Answer;
use crate::task::Committed;
use crate::workflow::{Event, Model};

/// A step that was taken.
pub(super) fn taken(model: &Model, done: &Committed, step: &Step) -> Answer {
    let message = match &done.from {
        Some(from) if *from != done.to => format!("{}: {from} -> {}", done.task, done.to),
        Some(_) => format!("{}: stays in {}", done.task, done.to),
        None => format!("{}: in {}", done.task, done.to),
    };
    let message = match (step.kind, &done.claim) {
        (StepKind::Claim, Some(claim)) => format!(
            "{}: claimed by {} until {}, epoch {}",
            done.task, claim.owner, claim.until, done.epoch
        ),
        (StepKind::Release, _) => format!("{}: released", done.task),
        (StepKind::Scope, _) => format!("{}: the scope is set", done.task),
        _ => message,
    };
    let over = step.kind == StepKind::Abandon;
    let next = step.to.filter(|_| !over).map_or_else(Vec::new, |state| {
        engine::next_steps(model, &done.task, state)
    });
    let mut answer = Answer::done(message)
        .field("task", done.task.to_string())
        .field("state", done.to.to_string())
        .field("from", json!(done.from.as_ref().map(ToString::to_string)))
        .field("seq", done.seq)
        .field("at", done.at.clone())
        .next(next);
    if let Some(claim) = &done.claim {
        answer = answer
            .field("epoch", done.epoch)
            .field("claim", json!(claim));
    }
    described(answer, model, step)
}

/// A step that would be taken.
pub(super) fn foretold(model: &Model, facts: &impl Facts, step: &Step) -> Answer {
    let task = facts.task();
    let from = match facts.standing() {
        Ok(Standing::Tracked(record)) => Some(record.state.to_string()),
        _ => None,
    };
    let to = step.to.map(|state| model.state_name(state).to_string());
    let message = match (&from, &to) {
        _ if step.kind == StepKind::Abandon => format!("{task}: would be abandoned"),
        _ if step.kind == StepKind::Claim => format!("{task}: would be claimed"),
        _ if step.kind == StepKind::Release => format!("{task}: would be released"),
        _ if step.kind == StepKind::Scope => format!("{task}: the scope would be set"),
        (Some(from), Some(to)) if from != to => format!("{task}: would go {from} -> {to}"),
        (Some(_), to) => format!("{task}: would stay in {}", to.clone().unwrap_or_default()),
        (None, to) => format!("{task}: would be in {}", to.clone().unwrap_or_default()),
    };
    let answer = Answer::done(message)
        .field("task", task.to_string())
        .field("from", json!(from))
        .field("state", json!(to))
        .field("dry_run", true);
    described(answer, model, step)
}

fn described(mut answer: Answer, model: &Model, step: &Step) -> Answer {
    for line in lines(model, step) {
        _ = writeln!(answer.text, "  {line}");
    }
    for (name, names) in named(model, step) {
        if !names.is_empty() {
            answer = answer.field(name, Value::from(names));
        }
    }
    let notices = step.notices.iter();
    answer.warnings = notices.map(|notice| notice.sentence(model)).collect();
    answer
}

/// What the step does besides moving the task, one line each.
pub(super) fn lines(model: &Model, step: &Step) -> Vec<String> {
    let put_back = match step.kind {
        StepKind::RestoreArtifact => "put back from the attic",
        _ => "recorded bytes put back",
    };
    let words = ["to the attic", put_back, "no longer approved"];
    let named = named(model, step).into_iter().zip(words);
    let named = named.filter(|((_, names), _)| !names.is_empty());
    named
        .map(|((_, names), words)| format!("{words}: {}", names.join(", ")))
        .collect()
}

fn named(model: &Model, step: &Step) -> [(&'static str, Vec<String>); 3] {
    let artifacts = |ids: &[crate::workflow::ArtifactId]| {
        let names = ids.iter().map(|&id| model.artifact(id).name.to_string());
        names.collect()
    };
    // A submission that is taken back or turned down was not approved yet.
    let approved = !matches!(step.kind, StepKind::Edge(Event::Withdraw | Event::Reject));
    let voids = step.voids.iter().filter(|_| approved);
    let voids = voids.map(|&id| model.phase(id).name.to_string()).collect();
    [
        ("moves", artifacts(&step.moves)),
        ("restores", artifacts(&step.restores)),
        ("voids", voids),
    ]
}

/// A task that would be made.
pub(super) fn made(model: &Model, facts: &impl Facts, step: &Step) -> Answer {
    let task = facts.task();
    let state = step.to.map(|state| model.state_name(state).to_string());
    let shown = state.clone().unwrap_or_default();
    let answer = Answer::done(format!("would create {task} in {shown}"))
        .field("task", task.to_string())
        .field("state", json!(state))
        .field("dry_run", true);
    described(answer, model, step)
}
