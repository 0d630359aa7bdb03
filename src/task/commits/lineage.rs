//! Whether the journals of a commit go on from those of its parents.

use super::Findings;
use super::snapshot::{Folder, Snapshot};
use crate::diagnostic::{Diagnostic, Exit, Severity, Topic};
use crate::digest::Digest;
use crate::fs::Content;
use crate::names::TaskPath;
use crate::task::entry::{Entry, EntryEvent};
use crate::task::git::{Blob, Objects};
use crate::task::journal::Journal;
use crate::task::layout::{ATTIC, JOURNAL};

/// `journal-rewritten`
pub(in crate::task) static JOURNAL_REWRITTEN: Topic = Topic {
    code: "journal-rewritten",
    severity: Severity::Error,
    exit: Exit::Damaged,
    summary: "a commit changed what the journal of its parent says, or took it away",
    explanation: "Journals only grow: every line that a commit holds stands in the commits after it. This one \
        changed lines, dropped some, or removed the journal, so steps that were taken are gone from the \
        record, whatever its chain of digests says now. Put the journal of the parent back, for example \
        with `git checkout COMMIT~ -- PATH`. Reverting a commit that holds a step does this too: leave the \
        journal as it is, and take the step back with `transition` or `rework`. A task that should end is \
        ended with `automaton abandon`.",
};

/// `journal-forked`
pub(in crate::task) static JOURNAL_FORKED: Topic = Topic {
    code: "journal-forked",
    severity: Severity::Error,
    exit: Exit::Damaged,
    summary: "a merge dropped the steps that one of its branches took",
    explanation: "Both branches took steps of the same task, and the merge holds the journal of one of them: \
        what the other one did, its approvals included, is gone from the record. Merge again, leave the \
        conflict in the journal as Git left it, and let a person run `automaton repair` on the task: it \
        starts a new journal and keeps both sides in the attic.",
};

/// `journal-restarted`
pub(in crate::task) static JOURNAL_RESTARTED: Topic = Topic {
    code: "journal-restarted",
    severity: Severity::Warning,
    exit: Exit::Done,
    summary: "a person's repair started a journal anew",
    explanation: "The journal could not be read to its end, for example after a merge of two branches that both \
        took steps of the task, and `automaton repair` started a new one. It holds the digest of the old \
        one, which is kept whole in the task's attic. Approvals from before are void. The repair has an \
        actor and a time: make sure that somebody knows of it.",
};

/// What became of the journals of `parent`. Only its first parent is what a commit is based on;
/// other ones were merged into it.
pub(super) fn compare(
    objects: &Objects,
    parent: &Snapshot,
    now: &Snapshot,
    is_first: bool,
) -> Result<Findings, String> {
    let mut findings = Findings::new();
    for (task, old) in &parent.tasks {
        let Some(before) = old.get(JOURNAL) else {
            continue;
        };
        let folder = now.tasks.get(task);
        let after = folder.and_then(|folder| folder.get(JOURNAL));
        if after == Some(before) {
            continue;
        }
        let sound = sound(objects, task, before)?;
        // A task goes to the archive and comes back with its journal, and others may have its name.
        let same = now
            .of_name(task)
            .filter_map(|(_, folder)| folder.get(JOURNAL));
        if goes_on(objects, &sound, after)? || some_goes_on(objects, &sound, same)? {
            continue;
        }
        let path = format!("{}/{JOURNAL}", task.folder());
        let found = match restarted(objects, &sound, folder)? {
            Some(entry) => {
                let (actor, at) = (&entry.actor, &entry.at);
                let message = format!("was started anew by a repair of {actor} at {at}");
                Diagnostic::about(&JOURNAL_RESTARTED, path, message)
            }
            None if after.is_none() => Diagnostic::about(&JOURNAL_REWRITTEN, path, "is gone"),
            None if is_first => {
                let message = "does not go on from the one in the parent";
                Diagnostic::about(&JOURNAL_REWRITTEN, path, message)
            }
            None => {
                let message = "does not hold the steps of the branch that was merged";
                Diagnostic::about(&JOURNAL_FORKED, path, message)
            }
        };
        findings.push((Some(task.clone()), found));
    }
    Ok(findings)
}

/// The sound lines of a journal.
fn sound(objects: &Objects, task: &TaskPath, blob: &Blob) -> Result<Vec<u8>, String> {
    Ok(match &*objects.content(Some(blob))? {
        Content::Bytes(bytes) => bytes[..Journal::parse(bytes, task).sound()].to_vec(),
        _ => Vec::new(),
    })
}

fn goes_on(objects: &Objects, sound: &[u8], after: Option<&Blob>) -> Result<bool, String> {
    let content = objects.content(after)?;
    Ok(matches!(&*content, Content::Bytes(bytes) if bytes.starts_with(sound)))
}

/// Whether one of the journals goes on from these lines.
fn some_goes_on<'b>(
    objects: &Objects,
    sound: &[u8],
    mut journals: impl Iterator<Item = &'b Blob>,
) -> Result<bool, String> {
    journals.try_fold(false, |any, journal| {
        Ok(any || goes_on(objects, sound, Some(journal))?)
    })
}

/// The repair that started the journal anew, if every line that was there is in the attic: in the
/// journal that it replaced, or in the one that an earlier repair did.
fn restarted(
    objects: &Objects,
    sound: &[u8],
    folder: Option<&Folder>,
) -> Result<Option<Entry>, String> {
    let Some(folder) = folder else {
        return Ok(None);
    };
    let content = objects.content(folder.get(JOURNAL))?;
    let Content::Bytes(bytes) = &*content else {
        return Ok(None);
    };
    let first = bytes.split(|&byte| byte == b'\n').next().map(Entry::parse);
    let Some(Ok(first)) = first else {
        return Ok(None);
    };
    let mut replaced = Vec::new();
    for (path, blob) in folder {
        if path.starts_with(ATTIC)
            && path.ends_with(JOURNAL)
            && let Content::Bytes(old) = &*objects.content(Some(blob))?
        {
            replaced.push(old.clone());
        }
    }
    let is_replaced = |old: &Vec<u8>| Some(Digest::of(old)) == first.prev;
    let mut kept = replaced
        .iter()
        .flat_map(|old| old.split(|&byte| byte == b'\n'));
    let mut lines = sound.split(|&byte| byte == b'\n');
    let is_whole = lines.all(|line| line.is_empty() || kept.any(|kept| kept == line));
    let restarts = first.event == EntryEvent::Repair && replaced.iter().any(is_replaced);
    Ok((restarts && is_whole).then_some(first))
}
