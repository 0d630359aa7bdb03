//! Auditing tasks: records, steps, approvals and folders, each task for itself.

use std::collections::BTreeSet;

use super::claims::{self, CLAIM_BROKEN, CLAIM_IGNORED, SCOPE_MISPLACED, SCOPES_OVERLAP};
use super::commits::{COMMITS_UNKNOWN, JOURNAL_FORKED, JOURNAL_RESTARTED, JOURNAL_REWRITTEN};
use super::decision::Level;
use super::history;
use super::journal::{Journal, Line};
use super::kept_bytes::{self, KEPT_BYTES_LOST};
use super::kept_workflows::{KeptWorkflows, TEXT_CHANGED, TEXT_MISSING};
use super::layout::JOURNAL;
use super::namespace::{Listed, Namespace, TaskFolder};
use super::overrides;
use super::reading::{Checks, ObservedTask};
use super::replay::{
    self, APPROVAL_TOO_WEAK, ApprovalOnRecord, NOT_AN_EDGE, VIOLATION, WORKFLOW_CHANGED, replay,
};
use super::signatures::{
    self, APPROVAL_UNSIGNED, APPROVER_UNLISTED, SIGNATURE_BROKEN, SIGNATURE_UNVERIFIED,
    SignatureCheck,
};
use crate::diagnostic::{Diagnostic, Exit, Severity, Topic};
use crate::engine::{Condition, FactError, Facts, examine, overlaps, topics};
use crate::fs::FsError;
use crate::names::{ActorName, TaskPath};
use crate::workflow::{Glob, Model};

/// `not-a-task`
pub static NOT_A_TASK: Topic = Topic {
    code: "not-a-task",
    severity: Severity::Error,
    exit: Exit::Refused,
    summary: "something that is no task stands among the tasks",
    explanation: "Tasks are folders whose names have 1 to 64 of `A-Za-z0-9._-` and start with a letter or a \
        digit. What stands there has another name, is a link, or could not be opened. It is never \
        taken for a task, and never passed over in silence: move it away, or give it its right name.",
};

/// `approval-outdated`
static APPROVAL_OUTDATED: Topic = Topic {
    code: "approval-outdated",
    severity: Severity::Warning,
    exit: Exit::Done,
    summary: "an approved artifact was changed by a later phase that may change it",
    explanation: "The workflow lets a later phase write this artifact, so nothing was broken, but what stands \
        there now is not what was approved. If that matters, let the artifact be frozen, or let the \
        later phase write a file of its own.",
};

/// `subtask-missing`
static SUBTASK_MISSING: Topic = Topic {
    code: "subtask-missing",
    severity: Severity::Error,
    exit: Exit::Damaged,
    summary: "the folder of a sub-task on record is gone",
    explanation: "The journal of the parent names every sub-task that was made. This one's folder is not there: \
        it was deleted or moved, which would help its parent to completion if it went unnoticed. \
        Put the folder back, for example from version control.",
};

/// `subtask-unrecorded`
static SUBTASK_UNRECORDED: Topic = Topic {
    code: "subtask-unrecorded",
    severity: Severity::Error,
    exit: Exit::Refused,
    summary: "the journal of the parent does not name the sub-task",
    explanation: "A sub-task is named in its parent's journal before it is made. This one is not: its folder was \
        put there, or the parent's journal is an older one. The parent does not wait for it. Move the \
        folder away, and make the sub-task with `automaton create-task NAME --parent PARENT`.",
};

/// Every finding that is an audit's own.
pub static TOPICS: &[&Topic] = &[
    &NOT_A_TASK,
    &NOT_AN_EDGE,
    &APPROVAL_TOO_WEAK,
    &APPROVAL_OUTDATED,
    &SIGNATURE_BROKEN,
    &SIGNATURE_UNVERIFIED,
    &APPROVER_UNLISTED,
    &APPROVAL_UNSIGNED,
    &WORKFLOW_CHANGED,
    &VIOLATION,
    &TEXT_MISSING,
    &TEXT_CHANGED,
    &SUBTASK_MISSING,
    &SUBTASK_UNRECORDED,
    &CLAIM_BROKEN,
    &CLAIM_IGNORED,
    &SCOPE_MISPLACED,
    &SCOPES_OVERLAP,
    &KEPT_BYTES_LOST,
    &JOURNAL_REWRITTEN,
    &JOURNAL_FORKED,
    &JOURNAL_RESTARTED,
    &COMMITS_UNKNOWN,
    &overrides::OVERRIDDEN,
];

/// Who audits, and what is asked for.
#[derive(Clone, Copy)]
pub struct Terms<'a> {
    /// Who audits.
    pub actor: &'a ActorName,
    /// Who verifies signatures.
    pub signatures: &'a dyn SignatureCheck,
    /// Whether every approval that stands has to be signed by a listed key.
    pub signed: bool,
}

/// What an audit found about one task.
#[derive(Debug)]
pub struct Audited {
    /// The task; nothing where what stands there is none.
    pub task: Option<TaskPath>,
    /// Its path, or that of the file or folder.
    pub path: String,
    /// What is wrong.
    pub findings: Vec<Diagnostic>,
    /// The approvals that its journal tells of.
    pub approvals: Vec<ApprovalOnRecord>,
    /// The sub-tasks on record; nothing where the journal is not sound.
    subtasks: Option<BTreeSet<TaskPath>>,
    /// Whether the journal starts with the making of the task.
    made: bool,
    /// What a task is about that is claimed.
    claimed_scope: Vec<Glob>,
}

impl Audited {
    /// What was found about something that is no task.
    pub fn elsewhere(path: String, findings: Vec<Diagnostic>) -> Self {
        Self {
            task: None,
            path,
            findings,
            approvals: Vec::new(),
            subtasks: None,
            made: false,
            claimed_scope: Vec::new(),
        }
    }
}

/// Audits every task of a project, sub-tasks included. Each one that was looked at is told.
pub fn audit(
    namespace: &Namespace,
    workflows: &mut KeptWorkflows,
    terms: Terms<'_>,
    told: &mut dyn FnMut(),
) -> Result<Vec<Audited>, FsError> {
    let mut audited = Vec::new();
    namespace.visit(&mut |listed| {
        audited.push(look(listed, workflows, terms));
        told();
    })?;
    namespace.visit_archive(&mut |listed| audited.push(look(listed, workflows, terms)))?;
    compare_subtasks(&mut audited);
    compare_scopes(&mut audited);
    let overridden = overrides::findings(namespace);
    if !overridden.is_empty() {
        audited.push(Audited::elsewhere("overrides".to_owned(), overridden));
    }
    Ok(audited)
}

/// Audits one task and its sub-tasks.
pub fn audit_task(
    folder: &TaskFolder,
    workflows: &mut KeptWorkflows,
    terms: Terms<'_>,
) -> Vec<Audited> {
    let mut audited = Vec::new();
    folder.visit(&mut |listed| audited.push(look(listed, workflows, terms)));
    compare_subtasks(&mut audited);
    audited
}

fn look(listed: Listed, workflows: &mut KeptWorkflows, terms: Terms<'_>) -> Audited {
    let unseen = |task: Option<TaskPath>, topic, error: &FactError| Audited {
        task: task.clone(),
        ..Audited::elsewhere(
            task.map_or_else(|| error.path.clone(), |task| task.to_string()),
            vec![Diagnostic::about(
                topic,
                error.path.clone(),
                error.problem.clone(),
            )],
        )
    };
    let folder = match listed {
        Ok(folder) => folder,
        Err(error) => return unseen(None, &NOT_A_TASK, &error),
    };
    let task = folder.task();
    let facts = match folder.observe(Checks::new()) {
        Ok(facts) => facts,
        Err(error) => return unseen(Some(task.clone()), &topics::FACT_UNAVAILABLE, &error),
    };
    let model = std::rc::Rc::clone(workflows.in_force());
    let (condition, examined) = examine(&model, &facts, terms.actor);
    let lines = facts.journal().map_or(&[][..], Journal::lines);
    let refused = examined.err();
    let mut findings = refused.map_or_else(Vec::new, |refusal| refusal.findings(&model));
    let path = format!("{}/{JOURNAL}", folder.shown());
    findings.extend(replay(&path, lines, 0, workflows));
    findings.extend(claims::replay(&path, lines, 0, workflows));
    let approvals = replay::approvals(lines);
    findings.extend(signed(&path, lines, &approvals, workflows, terms));
    let in_force: Option<&Model> = (condition == Condition::Open).then_some(&model);
    findings.extend(replay::workflow_changes(&path, lines, in_force));
    findings.extend(outdated(&model, &facts, &findings));
    findings.extend(
        facts
            .record()
            .map_or_else(Vec::new, |record| kept_bytes::lost(&facts, record, lines)),
    );
    Audited {
        task: Some(task.clone()),
        path: task.to_string(),
        findings,
        approvals,
        subtasks: facts.record().map(|_| recorded(task, lines)),
        made: lines
            .first()
            .is_some_and(|line| line.entry.event == super::EntryEvent::Create),
        claimed_scope: claimed_scope(&facts),
    }
}

/// What is wrong with the signatures, and with their absence where they are asked for.
fn signed(
    path: &str,
    lines: &[Line],
    approvals: &[ApprovalOnRecord],
    workflows: &mut KeptWorkflows,
    terms: Terms<'_>,
) -> Vec<Diagnostic> {
    let mut findings = signatures::examine(path, lines, workflows, terms.signatures);
    if !terms.signed {
        return findings;
    }
    for found in &mut findings {
        found.severity = Severity::Error;
    }
    let unsigned = |approval: &&ApprovalOnRecord| approval.level != Some(Level::Signed);
    let standing = approvals.iter().filter(|approval| approval.stands);
    findings.extend(standing.filter(unsigned).map(|approval| {
        let ApprovalOnRecord { phase, at, by, .. } = approval;
        let message = format!("the approval of `{phase}` at {at} by `{by}` was not signed");
        Diagnostic::about(&APPROVAL_UNSIGNED, path, message)
    }));
    findings
}

fn recorded(task: &TaskPath, lines: &[Line]) -> BTreeSet<TaskPath> {
    let names = history::subtasks(lines).into_iter();
    names.map(|name| task.child(name.clone())).collect()
}

/// Approved artifacts that are other files now, where no rule of the workflow was broken.
fn outdated(model: &Model, facts: &ObservedTask, known: &[Diagnostic]) -> Vec<Diagnostic> {
    let mut findings = Vec::new();
    let Some(record) = facts.record().filter(|record| record.abandoned.is_none()) else {
        return findings;
    };
    let folder = facts.task().folder();
    for (phase, artifacts) in &record.approved {
        for (name, approved) in artifacts {
            let Some(artifact) = model.artifact_named(name) else {
                continue;
            };
            let path = format!("{folder}/{name}");
            let is_known = known
                .iter()
                .flat_map(|found| &found.offending)
                .any(|offence| offence.path == path);
            if is_known {
                continue;
            }
            match facts.digest(model.artifact(artifact)) {
                Ok(now) if now == Some(*approved) => {}
                Ok(_) => findings.push(Diagnostic::about(
                    &APPROVAL_OUTDATED,
                    path,
                    format!("is not what was approved with `{phase}`"),
                )),
                Err(error) => findings.push(Diagnostic::about(
                    &topics::FACT_UNAVAILABLE,
                    error.path,
                    error.problem,
                )),
            }
        }
    }
    findings
}

fn claimed_scope(facts: &ObservedTask) -> Vec<Glob> {
    let claimed = facts.record().filter(|record| {
        let now = facts.now();
        now.is_ok_and(|now| record.claims.standing(&now).is_some())
    });
    claimed.map_or_else(Vec::new, |record| record.scope.clone())
}

/// Compares what the claimed tasks are about.
fn compare_scopes(audited: &mut [Audited]) {
    let scoped = audited.iter().filter_map(|one| {
        let scope = one.claimed_scope.clone();
        Some((one.task.clone()?, scope))
    });
    for overlap in overlaps(&scoped.collect::<Vec<_>>()) {
        let first = &overlap.tasks[0].0;
        let mut tasks = audited.iter_mut();
        if let Some(one) = tasks.find(|one| one.task.as_ref() == Some(first)) {
            let path = first.folder();
            let found = Diagnostic::about(&SCOPES_OVERLAP, path, overlap.to_string());
            one.findings.push(found);
        }
    }
}

/// Compares the sub-tasks that stand there with those on record.
fn compare_subtasks(audited: &mut [Audited]) {
    let there: BTreeSet<TaskPath> = audited.iter().filter_map(|one| one.task.clone()).collect();
    let mut recorded = BTreeSet::new();
    let mut parents = BTreeSet::new();
    for one in audited.iter_mut() {
        let (Some(task), Some(subtasks)) = (&one.task, &one.subtasks) else {
            continue;
        };
        parents.insert(task.clone());
        let missing = subtasks.difference(&there);
        one.findings.extend(missing.map(subtask_missing));
        recorded.extend(subtasks.iter().cloned());
    }
    for one in audited {
        let Some(task) = one.task.as_ref().filter(|_| one.made) else {
            continue;
        };
        if let Some(parent) = task.parent()
            && parents.contains(&parent)
            && !recorded.contains(task)
        {
            one.findings.push(subtask_unrecorded(task, &parent));
        }
    }
}

/// A sub-task that is on record, and whose folder is not there.
pub(super) fn subtask_missing(task: &TaskPath) -> Diagnostic {
    let message = format!("the folder of the sub-task `{task}` is gone");
    Diagnostic::about(&SUBTASK_MISSING, task.folder(), message)
}

/// A sub-task that is there, and not on record.
pub(super) fn subtask_unrecorded(task: &TaskPath, parent: &TaskPath) -> Diagnostic {
    let message = format!("the journal of `{parent}` does not name this sub-task");
    Diagnostic::about(&SUBTASK_UNRECORDED, task.folder(), message)
}
