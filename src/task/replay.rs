//! Replaying a journal: whether every step was one that the workflow which decided it has.

use std::collections::BTreeMap;

use super::decision::Level;
use super::entry::{Entry, EntryEvent};
use super::journal::Line;
use super::kept_workflows::KeptWorkflows;
use crate::diagnostic::{Diagnostic, Exit, Severity, Topic};
use crate::digest::Digest;
use crate::engine::{Signature, may_write};
use crate::names::{ActorName, ArtifactName, PhaseName, StateName};
use crate::workflow::{Approvers, Model, State, SubState};

/// `not-an-edge`
pub(super) static NOT_AN_EDGE: Topic = Topic {
    code: "not-an-edge",
    severity: Severity::Error,
    exit: Exit::Damaged,
    summary: "the journal holds a step that its workflow does not have",
    explanation: "Every entry is replayed against the workflow whose SHA-256 it records. This one leads along \
        no edge of that workflow, so this program did not write it: the journal was made or changed \
        by hand, with its chain of digests made anew. A person has to find out what happened to the \
        task; `automaton repair` settles it and journals that it did.",
};

/// `approval-too-weak`
pub(super) static APPROVAL_TOO_WEAK: Topic = Topic {
    code: "approval-too-weak",
    severity: Severity::Error,
    exit: Exit::Damaged,
    summary: "a decision is recorded at a lower level than its workflow asks for",
    explanation: "The workflow says who may decide an approval, and the journal says how much is known about \
        who did: `relayed` by a program, by a person on the dashboard's `page`, a `person` who confirmed it at a terminal, or `signed` by \
        as many listed approvers as it takes. This decision falls short of what the workflow asked \
        for, and this program would not have taken it.",
};

/// `workflow-changed`
pub(super) static WORKFLOW_CHANGED: Topic = Topic {
    code: "workflow-changed",
    severity: Severity::Warning,
    exit: Exit::Done,
    summary: "the workflow changed while the task was under way",
    explanation: "A workflow may change under live tasks: the file in force decides each step. What was allowed \
        before may be forbidden now, and the other way round. The entries between which it changed \
        are named, so that the change can be found in version control.",
};

/// `violation`
pub(super) static VIOLATION: Topic = Topic {
    code: "violation",
    severity: Severity::Warning,
    exit: Exit::Done,
    summary: "a command changed what the task's phase may not",
    explanation: "`automaton exec` holds a command as far as the kernel of the machine can, and looks afterwards \
        at what it could not hold. What it found was reported to the caller, with exit code 6, and put \
        on record here. Look at the files that are named, and at the commit that contains them; \
        docs/sandbox.md says what is held where.",
};

/// A granted approval, as the journal tells of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ApprovalOnRecord {
    /// The phase.
    pub phase: PhaseName,
    /// Who decided.
    pub by: ActorName,
    /// When, in UTC.
    pub at: String,
    /// How much is known about who decided, if anything is on record.
    pub level: Option<Level>,
    /// The signatures that it rests on.
    pub signatures: Vec<Signature>,
    /// Whether it still stands: no later step made it void.
    pub stands: bool,
}

/// The approvals that `lines` tell of, in their order.
pub(super) fn approvals(lines: &[Line]) -> Vec<ApprovalOnRecord> {
    let mut approvals: Vec<ApprovalOnRecord> = Vec::new();
    let mut signatures = Vec::new();
    for Line { entry, .. } in lines {
        let decision = entry.approval.as_ref();
        signatures.extend(decision.and_then(|decision| decision.signature.clone()));
        let again = entry.event == EntryEvent::Approve;
        for earlier in &mut approvals {
            let void = entry.voids.contains(&earlier.phase);
            let replaced = again && earlier.phase == entry.to.phase;
            earlier.stands &= !(void || replaced);
        }
        if again {
            approvals.push(ApprovalOnRecord {
                phase: entry.to.phase.clone(),
                by: entry.actor.clone(),
                at: entry.at.clone(),
                level: decision.map(|decision| decision.level),
                signatures: signatures.clone(),
                stands: true,
            });
        }
        if entry.event.writes_state() {
            signatures.clear();
        }
    }
    approvals
}

/// What is wrong with the steps of a sound journal, which stands at `path`.
/// The first `known` lines are only what came before.
pub(super) fn replay(
    path: &str,
    lines: &[Line],
    known: usize,
    workflows: &mut KeptWorkflows,
) -> Vec<Diagnostic> {
    let mut findings = Vec::new();
    let mut unknown: BTreeMap<Digest, (Diagnostic, Vec<u64>)> = BTreeMap::new();
    let mut is_abandoned = false;
    for (index, Line { number, entry, .. }) in lines.iter().enumerate() {
        is_abandoned |= entry.event == EntryEvent::Abandon;
        if index < known {
            continue;
        }
        let kept = workflows.find(entry.workflow);
        if let Some(problem) = kept.problem {
            let (_, entries) = unknown
                .entry(entry.workflow)
                .or_insert_with(|| (problem, Vec::new()));
            entries.push(entry.seq);
        }
        let Some(workflow) = kept.workflow else {
            continue;
        };
        if let Some(fault) = fault(&workflow, entry, is_abandoned) {
            let message = format!("line {number}: {fault}");
            findings.push(
                Diagnostic::about(&NOT_AN_EDGE, path, message).reason(format!(
                    "the workflow that decided it has sha256 {}",
                    entry.workflow.short()
                )),
            );
        }
        if entry.event == EntryEvent::Violation {
            let found = entry.note.as_deref().unwrap_or("without a word");
            let message = format!("line {number}: {found}");
            findings.push(Diagnostic::about(&VIOLATION, path, message));
        }
        if let Some(fault) = weakness(&workflow, entry) {
            let message = format!("line {number}: {fault}");
            findings.push(Diagnostic::about(&APPROVAL_TOO_WEAK, path, message));
        }
    }
    findings.extend(
        unknown
            .into_values()
            .map(|(problem, entries)| problem.reason(decided(&entries))),
    );
    findings
}

fn decided(entries: &[u64]) -> String {
    match entries {
        [only] => format!("it decided entry {only}"),
        [first, .., last] => format!("it decided entries {first} to {last}"),
        [] => String::new(),
    }
}

/// The changes of the workflow between the steps of a journal, and since its last one while the
/// task is under way.
pub(super) fn workflow_changes(
    path: &str,
    lines: &[Line],
    in_force: Option<&Model>,
) -> Vec<Diagnostic> {
    let finding = |message: String, old: Digest, new: Digest| {
        let digests = format!("from sha256 {} to sha256 {}", old.short(), new.short());
        Diagnostic::about(&WORKFLOW_CHANGED, path, message).reason(digests)
    };
    let between = |pair: &[Line]| {
        let [old, new] = pair else { return None };
        let (old, new) = (&old.entry, &new.entry);
        (old.workflow != new.workflow).then(|| {
            let message = format!(
                "the workflow changed between entry {} ({}) and entry {} ({})",
                old.seq, old.at, new.seq, new.at
            );
            finding(message, old.workflow, new.workflow)
        })
    };
    let mut changes: Vec<Diagnostic> = lines.windows(2).filter_map(between).collect();
    if let (Some(last), Some(model)) = (lines.last().map(|line| &line.entry), in_force)
        && last.workflow != model.digest
    {
        let message = format!(
            "the workflow changed after entry {} ({})",
            last.seq, last.at
        );
        changes.push(finding(message, last.workflow, model.digest));
    }
    changes
}

/// Why `model` does not have the step of `entry`.
fn fault(model: &Model, entry: &Entry, is_abandoned: bool) -> Option<String> {
    let to = model.state_named(&entry.to);
    let stays = entry.from.as_ref() == Some(&entry.to);
    let has = match entry.event {
        EntryEvent::Create => to == Some(model.start()),
        EntryEvent::Adopt => to.is_some_and(|state| state.sub == SubState::Base),
        EntryEvent::Map => {
            let lost = |from: &StateName| model.state_named(from).is_none();
            to.is_some_and(|state| state.sub == SubState::Base)
                && entry.from.as_ref().is_some_and(lost)
        }
        EntryEvent::Repair => to.is_some(),
        // The way out of a task exists in every state, one that the workflow lost included, and so
        // does what goes on record about it.
        EntryEvent::Abandon | EntryEvent::Release | EntryEvent::Violation => stays,
        EntryEvent::Claim => stays && to.is_some_and(|state| is_open(model, state)),
        EntryEvent::Scope => stays && to.is_some(),
        EntryEvent::Sign => stays && to.is_some_and(|state| state.sub == SubState::Pending),
        EntryEvent::Archive => {
            let ended = to.is_some_and(|state| model.phase(state.phase).terminal.is_some());
            stays && (is_abandoned || ended)
        }
        EntryEvent::Restore => {
            let mut names = entry.restores.iter();
            stays && names.all(|name| to.is_some_and(|state| writes(model, state, name)))
        }
        EntryEvent::Subtask => stays && to.is_some_and(|state| has_subtasks(model, state)),
        _ => has_edge(model, entry, to),
    };
    if has {
        return None;
    }
    let step = match &entry.from {
        Some(from) => format!("`{from}` -> `{}`", entry.to),
        None => format!("`{}`", entry.to),
    };
    let event = entry.event.word();
    Some(format!("{event} {step} is no step of its workflow"))
}

fn has_edge(model: &Model, entry: &Entry, to: Option<State>) -> bool {
    let from = entry.from.as_ref().and_then(|name| model.state_named(name));
    let (Some(from), Some(to), Some(event)) = (from, to, entry.event.edge()) else {
        return false;
    };
    let mut leaving = model.leaving(from);
    leaving.any(|(_, edge)| edge.event == event && edge.to == to)
}

fn is_open(model: &Model, state: State) -> bool {
    model.phase(state.phase).terminal.is_none()
}

fn has_subtasks(model: &Model, state: State) -> bool {
    let phase = model.phase(state.phase);
    phase.subtasks.is_some() && state.sub == phase.settled()
}

fn writes(model: &Model, state: State, name: &ArtifactName) -> bool {
    let artifact = model.artifact_named(name);
    artifact.is_some_and(|artifact| may_write(model, state, artifact))
}

/// How a decision falls short of what `model` asks for.
fn weakness(model: &Model, entry: &Entry) -> Option<String> {
    if !matches!(entry.event, EntryEvent::Approve | EntryEvent::Reject) {
        return None;
    }
    let phase = model.phase(model.phase_named(&entry.to.phase)?);
    let asked = phase.approval.as_ref()?.by;
    let level = entry.approval.as_ref().map(|decision| decision.level);
    let enough = match asked {
        Approvers::Anyone => level.is_some(),
        // Whether the signatures hold is looked at on its own; turning down takes none.
        Approvers::Signed if entry.event == EntryEvent::Approve => level == Some(Level::Signed),
        Approvers::Human | Approvers::Signed => {
            matches!(level, Some(Level::Page | Level::Person))
        }
    };
    let found = level.map_or("nothing", Level::word);
    (!enough).then(|| {
        format!(
            "{} of `{}` asks for `by={}`, and `{found}` is on record",
            entry.event.word(),
            phase.name,
            asked.word()
        )
    })
}
