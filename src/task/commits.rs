//! Auditing commits: what every commit did to the journals of its parents, and whether what it
//! holds is what its journals allow. This is what finds that a hook was skipped.
//!
//! A task that a commit did not touch was judged with the commit that did.

mod changes;
mod committed;
mod edits;
mod lineage;
mod snapshot;

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::rc::Rc;

use self::committed::Committed;
pub(super) use self::lineage::{JOURNAL_FORKED, JOURNAL_RESTARTED, JOURNAL_REWRITTEN};
use self::snapshot::{Folder, Snapshot};
use super::audit::{subtask_missing, subtask_unrecorded};
use super::claims;
use super::git::{Blob, Commit, Git, Objects};
use super::history;
use super::journal::{Journal, Line};
use super::kept_bytes;
use super::kept_workflows::{KeptWorkflows, TEXT_CHANGED, TEXT_MISSING};
use super::layout::JOURNAL;
use super::replay::replay;
use crate::diagnostic::{Diagnostic, Exit, Severity, Topic};
use crate::engine::edit::Bounds;
use crate::engine::examine;
use crate::names::{ActorName, TaskPath};
use crate::workflow::embedded;

/// `commits-unknown`
pub static COMMITS_UNKNOWN: Topic = Topic {
    code: "commits-unknown",
    severity: Severity::Error,
    exit: Exit::Usage,
    summary: "Git does not know the commits that the call names",
    explanation: "`audit --commits` takes what `git rev-list` takes: `main..HEAD` for what a branch adds, \
        or one commit for all that leads to it. Here Git knows no such commits, or does not run. In CI \
        the usual cause is a shallow clone: fetch the whole history.",
};

/// How many commits are kept in mind, to compare others with them.
const KEPT_IN_MIND: usize = 64;

/// What is wrong with a commit.
#[derive(Debug)]
pub struct AuditedCommit {
    /// The commit.
    pub id: String,
    /// What is wrong with it, each with the task that it is about.
    pub findings: Vec<(Option<TaskPath>, Diagnostic)>,
}

/// Audits the commits of a range, each against its parents; one task and its sub-tasks where it
/// is named. The error says why Git cannot tell.
pub fn audit_commits(
    git: &Git,
    range: &str,
    task: Option<&TaskPath>,
    actor: &ActorName,
) -> Result<Vec<AuditedCommit>, String> {
    let mut history = History::of(git, None)?;
    let commits = git.commits(range)?.into_iter();
    let audited = commits.map(|commit| {
        let mut findings = history.audit(&commit, actor)?;
        findings.retain(|(about, _)| concerns(task, about.as_ref()));
        let id = commit.id;
        Ok(AuditedCommit { id, findings })
    });
    audited.collect()
}

/// Says whether a file of the project, by its path, may be changed at this moment.
pub type Gate<'g> = &'g dyn Fn(&str) -> Result<(), Diagnostic>;

/// Audits what is staged as the commit that it would be. A file may also be changed where `gate`
/// says so now: its task's step may not be staged with it. Nothing is changed out of the `bounds` of the
/// loop that makes the commit.
pub fn audit_staged(
    git: &Git,
    index: Option<&Path>,
    actor: &ActorName,
    gate: Gate<'_>,
    bounds: Option<Bounds>,
) -> Result<AuditedCommit, String> {
    let commit = git.staged(index)?;
    let mut history = History::of(git, Some(gate))?;
    history.bounds = bounds;
    let findings = history.audit(&commit, actor)?;
    let id = commit.id;
    Ok(AuditedCommit { id, findings })
}

fn concerns(asked: Option<&TaskPath>, about: Option<&TaskPath>) -> bool {
    asked.is_none_or(|asked| about.is_some_and(|about| about.is_within(asked)))
}

struct History<'g> {
    git: &'g Git,
    /// The project's folder in its repository, with a slash at its end unless it is all of it.
    above: String,
    objects: Objects,
    known: BTreeMap<String, Rc<Snapshot>>,
    /// The workflows of the commit before, and the texts that they were compiled from.
    workflows: (BTreeMap<String, Blob>, KeptWorkflows),
    /// What may be changed now, where the commit is not made yet.
    gate: Option<Gate<'g>>,
    /// The bounds of the loop that makes the commit, where one does.
    bounds: Option<Bounds>,
}

type Findings = Vec<(Option<TaskPath>, Diagnostic)>;

impl<'g> History<'g> {
    fn of(git: &'g Git, gate: Option<Gate<'g>>) -> Result<Self, String> {
        Ok(Self {
            git,
            above: git.above()?,
            objects: git.objects()?,
            known: BTreeMap::new(),
            workflows: (BTreeMap::new(), KeptWorkflows::read_before(BTreeMap::new())),
            gate,
            bounds: None,
        })
    }

    fn snapshot(&mut self, commit: &str) -> Result<Rc<Snapshot>, String> {
        if let Some(known) = self.known.get(commit) {
            return Ok(Rc::clone(known));
        }
        if self.known.len() >= KEPT_IN_MIND {
            self.known.clear();
        }
        let home = format!("{}{}/", self.above, snapshot::HOME);
        let files = self.git.files(commit, &home)?;
        let snapshot = Rc::new(Snapshot::of(files));
        self.known.insert(commit.to_owned(), Rc::clone(&snapshot));
        Ok(snapshot)
    }

    fn audit(&mut self, commit: &Commit, actor: &ActorName) -> Result<Findings, String> {
        let parents = commit.parents.iter().map(|parent| self.snapshot(parent));
        let parents: Vec<_> = parents.collect::<Result<_, _>>()?;
        let now = self.snapshot(&commit.id)?;
        let mut findings = Findings::new();
        for (position, parent) in parents.iter().enumerate() {
            findings.extend(lost_texts(parent, &now));
            let is_first = position == 0;
            findings.extend(lineage::compare(&self.objects, parent, &now, is_first)?);
        }
        if self.workflows.0 != now.texts {
            let texts = now.workflows(&self.objects)?;
            self.workflows = (now.texts.clone(), KeptWorkflows::read_before(texts));
        }
        findings.extend(self.changes(commit, &parents, &now)?);
        for (task, folder) in &now.tasks {
            let mut before = parents.iter().map(|parent| parent.tasks.get(task));
            if !before.any(|older| older == Some(folder)) {
                let found = self.examine(&now, (task, folder), &parents, actor)?;
                findings.extend(found.into_iter().map(|one| (Some(task.clone()), one)));
            }
        }
        let mut seen = BTreeSet::new();
        findings.retain(|(task, found)| seen.insert((task.clone(), found.to_string())));
        Ok(findings)
    }

    /// What is wrong with a task that the commit touched.
    fn examine(
        &mut self,
        now: &Snapshot,
        (task, folder): (&TaskPath, &Folder),
        parents: &[Rc<Snapshot>],
        actor: &ActorName,
    ) -> Result<Vec<Diagnostic>, String> {
        let (facts, journal) = Committed::read(&self.objects, task, folder)?;
        let lines = journal.as_ref().map_or(&[][..], Journal::lines);
        let mut known = 0;
        for parent in parents {
            known = known.max(changes::known(&self.objects, parent, task, lines)?);
        }
        let workflows = &mut self.workflows.1;
        let path = format!("{}/{JOURNAL}", task.folder());
        let mut findings = replay(&path, lines, known, workflows);
        findings.extend(claims::replay(&path, lines, known, workflows));
        // The workflow that decided the last step says what the folder may hold.
        let decided = lines.last().map(|line| workflows.find(line.entry.workflow));
        let model = match decided {
            None => Some(Rc::new(embedded().clone())),
            Some(kept) => kept.workflow,
        };
        if let Some(model) = model
            && let (_, Err(refused)) = examine(&model, &facts, actor)
        {
            findings.extend(refused.findings(&model));
        }
        if let Some(record) = facts.record() {
            findings.extend(kept_bytes::lost(&facts, record, lines));
            let names = history::subtasks(lines).into_iter();
            let recorded = names.map(|name| task.child(name.clone()));
            let missing = recorded.filter(|subtask| !now.tasks.contains_key(subtask));
            findings.extend(missing.map(|subtask| subtask_missing(&subtask)));
        }
        findings.extend(self.unrecorded(now, task, lines)?);
        Ok(findings)
    }

    /// Whether the task is a sub-task that its parent's journal does not name.
    fn unrecorded(
        &self,
        now: &Snapshot,
        task: &TaskPath,
        lines: &[Line],
    ) -> Result<Option<Diagnostic>, String> {
        let made = lines
            .first()
            .is_some_and(|line| line.entry.event == super::EntryEvent::Create);
        let Some((parent, folder)) = task
            .parent()
            .filter(|_| made)
            .and_then(|parent| now.tasks.get_key_value(&parent))
        else {
            return Ok(None);
        };
        let journal = snapshot::journal(&self.objects, parent, folder)?;
        let lines = journal.as_ref().map_or(&[][..], Journal::lines);
        let is_recorded = lines.is_empty() || history::subtasks(lines).contains(&task.name());
        Ok((!is_recorded).then(|| subtask_unrecorded(task, parent)))
    }
}

/// The workflow texts of a parent that are not what they were.
fn lost_texts(parent: &Snapshot, now: &Snapshot) -> Findings {
    let lost = parent.texts.iter().filter_map(|(name, text)| {
        let (topic, said) = match now.texts.get(name) {
            Some(same) if same == text => return None,
            Some(_) => (&TEXT_CHANGED, "is not what it was in the parent"),
            None => (&TEXT_MISSING, "is gone"),
        };
        let path = format!("{}/workflows/{name}", snapshot::HOME);
        Some((None, Diagnostic::about(topic, path, said)))
    });
    lost.collect()
}
