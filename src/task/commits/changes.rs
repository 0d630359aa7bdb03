//! What a commit changed in the project, besides its tasks.

use std::rc::Rc;

use super::edits::{Edits, Ground};
use super::lineage::JOURNAL_REWRITTEN;
use super::snapshot::{self, Snapshot};
use super::{Findings, History};
use crate::diagnostic::Diagnostic;
use crate::engine::edit::Override;
use crate::fs::Content;
use crate::names::TaskPath;
use crate::source::SourceFile;
use crate::task::git::{Blob, Commit, Objects};
use crate::task::journal::{Journal, Line};
use crate::task::layout::OVERRIDES;
use crate::task::overrides::Overrides;
use crate::workflow::{Origin, Workflow, embedded};

impl History<'_> {
    /// The files that nothing allowed the commit to change. What comes before the project's first
    /// commit under the workflow is free, and so is that one; where Git does not hold the project's
    /// tasks at all, only the gate can tell.
    pub(super) fn changes(
        &mut self,
        commit: &Commit,
        parents: &[Rc<Snapshot>],
        now: &Snapshot,
    ) -> Result<Findings, String> {
        let is_first = parents.iter().all(|parent| !parent.is_project);
        let is_held = now.is_project || self.gate.is_none();
        if is_first && (is_held || parents.is_empty()) {
            return Ok(Findings::new());
        }
        let (overriding, mut findings) = self.overriding(commit, parents, now)?;
        let edits = Edits {
            grounds: self.grounds(parents, now)?,
            overriding,
            bounds: self.bounds.clone(),
        };
        let changed = self.git.changed(&commit.id, &self.above)?;
        let refused = changed.iter().filter_map(|(path, is_new)| {
            let found = edits.refusal(path, *is_new)?;
            match self.gate {
                None => Some(found),
                Some(gate) => gate(path).err(),
            }
        });
        findings.extend(refused.map(|found| (None, found)));
        Ok(findings)
    }

    /// Where every task stood, from the last step that the parents know to the last one there is.
    fn grounds(&mut self, parents: &[Rc<Snapshot>], now: &Snapshot) -> Result<Vec<Ground>, String> {
        let mut grounds: Vec<Ground> = Vec::new();
        for (task, folder) in &now.tasks {
            let Some(journal) = snapshot::journal(&self.objects, task, folder)? else {
                continue;
            };
            let lines = journal.lines();
            let mut known = lines.len();
            for parent in parents {
                known = known.min(self::known(&self.objects, parent, task, lines)?);
            }
            for end in known.max(1)..=lines.len() {
                let workflow = self
                    .workflows
                    .1
                    .find(lines[end - 1].entry.workflow)
                    .workflow;
                let Some(workflow) = workflow else { continue };
                let at = grounds.iter().position(|ground| ground.is_under(&workflow));
                let at = at.unwrap_or_else(|| {
                    grounds.push(Ground::of(workflow));
                    grounds.len() - 1
                });
                grounds[at].add(task, &lines[..end]);
            }
        }
        if grounds.is_empty() {
            grounds.push(Ground::of(self.in_force(now)?));
        }
        Ok(grounds)
    }

    /// The workflow file of the commit, or the embedded workflow: which allows no edit either while
    /// there is no task.
    fn in_force(&self, now: &Snapshot) -> Result<Rc<Workflow>, String> {
        let compiled = match &*self.objects.content(now.workflow.as_ref())? {
            Content::Bytes(bytes) => std::str::from_utf8(bytes).ok().and_then(|text| {
                let source = SourceFile::new(".automaton/workflow.kdl", text);
                Workflow::compile(&source, Origin::File).ok()
            }),
            _ => None,
        };
        Ok(Rc::new(compiled.unwrap_or_else(|| embedded().clone())))
    }

    /// The override that was committed with the commit, or that stood when it was made by its own
    /// word; and whether the journal of overrides goes on from the parents'.
    fn overriding(
        &self,
        commit: &Commit,
        parents: &[Rc<Snapshot>],
        now: &Snapshot,
    ) -> Result<(Option<Override>, Findings), String> {
        let bytes = |blob: Option<&Blob>| -> Result<Vec<u8>, String> {
            Ok(match &*self.objects.content(blob)? {
                Content::Bytes(bytes) => bytes.clone(),
                _ => Vec::new(),
            })
        };
        let path = format!("{}/{OVERRIDES}", snapshot::HOME);
        let after = bytes(now.overrides.as_ref())?;
        let mut known = 0;
        for parent in parents {
            let before = bytes(parent.overrides.as_ref())?;
            if !after.starts_with(&before) {
                let message = "does not go on from the one in the parent";
                let found = Diagnostic::about(&JOURNAL_REWRITTEN, path, message);
                return Ok((None, vec![(None, found)]));
            }
            let before = Overrides::parse(&before).map_or(0, |read| read.entries().len());
            known = known.max(before);
        }
        let Ok(overrides) = Overrides::parse(&after) else {
            let found = Diagnostic::about(&JOURNAL_REWRITTEN, path, "is no whole journal");
            return Ok((None, vec![(None, found)]));
        };
        let given = match overrides.entries().get(known) {
            Some(new) => overrides.standing(&new.at),
            None if overrides.entries().is_empty() => None,
            None => overrides.standing(&self.git.time(&commit.id)?),
        };
        Ok((given, Findings::new()))
    }
}

/// How many of a task's lines a parent knows, wherever the task stood there.
pub(super) fn known(
    objects: &Objects,
    parent: &Snapshot,
    task: &TaskPath,
    lines: &[Line],
) -> Result<usize, String> {
    let older = parent.of_name(task);
    let mut journals = older.map(|(task, folder)| snapshot::journal(objects, task, folder));
    journals.try_fold(0, |known, older| {
        Ok(known.max(shared(lines, older?.as_ref())))
    })
}

/// How many lines two journals begin with alike.
fn shared(lines: &[Line], older: Option<&Journal>) -> usize {
    let older = older.map_or(&[][..], Journal::lines);
    let alike = lines
        .iter()
        .zip(older)
        .take_while(|(a, b)| a.digest == b.digest);
    alike.count()
}
