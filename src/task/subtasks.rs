//! Where the sub-tasks stand that a journal names.

use super::found::Found;
use super::history;
use super::journal::{Journal, Line};
use super::namespace::TaskFolder;
use crate::engine::{Subtask, SubtaskStanding};
use crate::names::TaskName;

/// The sub-tasks that `lines` name. One that cannot be read is broken, never left out: otherwise
/// damaging a sub-task would help its parent to completion.
pub(super) fn facts(folder: &TaskFolder, lines: &[Line]) -> Vec<Subtask> {
    let names = history::subtasks(lines).into_iter();
    names
        .map(|name| {
            let (at, parts) = match look(folder, name) {
                Ok((at, parts)) => (at, parts),
                Err(problem) => (Err(problem), Vec::new()),
            };
            Subtask {
                task: folder.task.child(name.clone()),
                at: at.unwrap_or_else(SubtaskStanding::Broken),
                parts,
            }
        })
        .collect()
}

/// Where a sub-task stands, and its own sub-tasks.
fn look(
    folder: &TaskFolder,
    name: &TaskName,
) -> Result<(Result<SubtaskStanding, String>, Vec<Subtask>), String> {
    let child = folder.child(name).map_err(|error| error.to_string())?;
    let child = child.ok_or("its folder is missing")?;
    let (found, journal) = child.found().map_err(|error| error.to_string())?;
    let lines = journal.as_ref().map_or(&[][..], Journal::lines);
    Ok((standing(found), facts(&child, lines)))
}

fn standing(found: Found) -> Result<SubtaskStanding, String> {
    match found {
        Found::Untracked(_) => Err("its journal is missing".to_owned()),
        Found::Tampered { damage, .. } => Err(format!("{} {}", damage.file, damage.problem)),
        Found::Tracked(record) if record.abandoned.is_some() => Ok(SubtaskStanding::Abandoned),
        Found::Tracked(record) => Ok(SubtaskStanding::State(record.state)),
    }
}
