//! The files that say where a task stands, read together, and what they amount to.

use super::entry::EntryEvent;
use super::history;
use super::journal::{Ending, Journal, Line};
use super::layout::{ATTIC, JOURNAL, LOCK, STAGED_STATE, STAGING, STATE, SUBTASKS};
use super::state_file::StateFile;
use super::{lock, staging};
use crate::fs::{Dir, FsError, Kind};
use crate::names::TaskPath;

/// The files as they were read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Records {
    pub(super) state: StateFile,
    /// What stands under the name of a staged state.
    staged: StateFile,
    /// What is staged for the last entry.
    staged_for_last: StateFile,
    pub(super) journal: Option<Journal>,
    /// What there is that only a task with a journal has, although there is no journal.
    orphan: Option<&'static str>,
    /// What stands in the place of the lock file, if it is none.
    wrong_lock: Option<Kind>,
    /// Why the folder is not where its journal says, where that is not the last step's way there.
    misplaced: Option<String>,
    /// Whether the last entry names a sub-task that is built and not put in place.
    unplaced: bool,
}

/// What the files amount to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    /// There is no journal.
    Untracked,
    /// They are not what any step or crash leaves behind.
    Damaged(Damage),
    /// They are sound, but something may be left to do.
    Sound(Todo),
}

/// Which file is not what it should be, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Damage {
    pub(super) file: &'static str,
    pub(super) problem: String,
}

/// What a crash left to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Todo {
    /// Nothing.
    Nothing,
    /// The last entry's step is under way: the task stands where it stood before.
    Finish,
    /// The last entry's step has reached its state, but its files may not be in place.
    Redo,
    /// A staged state belongs to a step that was never journaled.
    DropStaged,
    /// A torn line belongs to a step that was never acknowledged.
    DropTail,
    /// The state file is gone; the journal has it.
    RestoreState,
}

impl Records {
    /// Reads the files in the folder of `task`.
    pub(super) fn read(dir: &Dir, task: &TaskPath) -> Result<Self, FsError> {
        let state = StateFile::read(dir, STATE)?;
        let staged = StateFile::read(dir, STAGED_STATE)?;
        let journal = Journal::read(dir, task)?;
        let last = journal.as_ref().and_then(Journal::last);
        let staged_for_last = match last {
            Some(last) => staging::staged(dir, &last.entry)?,
            None => StateFile::Missing,
        };
        let orphan = match &journal {
            None if dir.look(LOCK)?.is_some() => Some(LOCK),
            None if dir.look(ATTIC)?.is_some() => Some(ATTIC),
            _ => None,
        };
        let unplaced = match last {
            Some(last) if last.entry.event == EntryEvent::Subtask => {
                let names = last.entry.subtasks.iter();
                let mut names = names.map(|name| is_unplaced(dir, name.as_str()));
                names.try_fold(false, |any, one| one.map(|one| any || one))?
            }
            _ => false,
        };
        Ok(Self {
            state,
            staged,
            staged_for_last,
            misplaced: journal.as_ref().and_then(|j| misplaced(task, j.lines())),
            journal,
            orphan,
            wrong_lock: lock::obstacle(dir)?,
            unplaced,
        })
    }

    /// The files as a commit holds them: nothing is under way there.
    pub(super) fn committed(
        task: &TaskPath,
        state: StateFile,
        journal: Option<Journal>,
        orphan: Option<&'static str>,
    ) -> Self {
        Self {
            state,
            staged: StateFile::Missing,
            staged_for_last: StateFile::Missing,
            orphan: orphan.filter(|_| journal.is_none()),
            misplaced: journal.as_ref().and_then(|journal| {
                misplaced(task, journal.lines()).or_else(|| left(task, journal))
            }),
            journal,
            wrong_lock: None,
            unplaced: false,
        }
    }

    /// What the files amount to.
    pub(super) fn verdict(&self) -> Verdict {
        let damaged = |file, problem: String| Verdict::Damaged(Damage { file, problem });
        let Some(journal) = &self.journal else {
            return if let Some(orphan) = self.orphan {
                let problem = format!(
                    "is missing, but `{orphan}` is there, which only a task with a journal has"
                );
                damaged(JOURNAL, problem)
            } else {
                match &self.state {
                    StateFile::Missing | StateFile::State(_) => Verdict::Untracked,
                    StateFile::Wrong(problem) => damaged(STATE, problem.clone()),
                    StateFile::NotAFile(kind) => {
                        let problem = format!("is {}; a regular file is expected", kind.noun());
                        damaged(STATE, problem)
                    }
                }
            };
        };
        if let Ending::Damaged(problem) = &journal.ending {
            return damaged(JOURNAL, problem.clone());
        }
        let Some(last) = journal.last().map(|line| &line.entry) else {
            return damaged(JOURNAL, "holds no whole entry".to_owned());
        };
        if let StateFile::NotAFile(kind @ Kind::Folder) = self.staged {
            let problem = format!("is {}; a regular file is expected", kind.noun());
            return damaged(STAGED_STATE, problem);
        }
        if let Some(problem) = &self.misplaced {
            return damaged(JOURNAL, problem.clone());
        }
        let torn = journal.ending == Ending::Torn;
        let finishes = !torn && last.event.writes_state() && self.staged_for_last.is(&last.to);
        if let Some(kind) = self.wrong_lock
            && !(finishes && last.event == EntryEvent::Repair)
        {
            let problem = format!("is {}; a regular file is expected", kind.noun());
            return damaged(LOCK, problem);
        }
        let expected = format!("; the journal says `{}`", last.to);
        if finishes && last.event.starts_anew() {
            // Whatever the state file says: a step that starts anew is under way as long as what
            // it staged is there, and looking must not take it for done.
            return Verdict::Sound(Todo::Finish);
        }
        let found = match &self.state {
            StateFile::Missing if torn => {
                let problem = "ends in a torn line, and `.state` is missing";
                return damaged(JOURNAL, problem.to_owned());
            }
            StateFile::Missing => return Verdict::Sound(Todo::RestoreState),
            StateFile::State(state) if *state == last.to => {
                return Verdict::Sound(if torn {
                    Todo::DropTail
                } else if finishes {
                    Todo::Redo
                } else if self.staged != StateFile::Missing {
                    Todo::DropStaged
                } else if self.unplaced {
                    Todo::Finish
                } else {
                    Todo::Nothing
                });
            }
            StateFile::State(state) if torn => {
                let problem = format!("ends in a torn line, and `.state` says `{state}`");
                return damaged(
                    JOURNAL,
                    problem + &expected.replace("the journal", "the entry before"),
                );
            }
            StateFile::State(state) if finishes && last.from.as_ref() == Some(state) => {
                return Verdict::Sound(Todo::Finish);
            }
            StateFile::State(state) => format!("says `{state}`"),
            StateFile::Wrong(problem) => problem.clone(),
            StateFile::NotAFile(kind) => {
                format!("is {}, and a regular file is expected", kind.noun())
            }
        };
        damaged(STATE, found + &expected)
    }
}

/// What is wrong with an archived task whose journal does not say that it is archived there. A
/// sub-task is where its parent is.
fn misplaced(task: &TaskPath, lines: &[Line]) -> Option<String> {
    let said = history::place(lines);
    if !task.is_archived() || task.depth() > 0 || said == Some(task) {
        return None;
    }
    Some(match said {
        Some(place) => format!("says that the task was archived as `{place}`"),
        None => "does not say that the task was archived".to_owned(),
    })
}

/// What is wrong with a task that stands among the others although its journal says that it was
/// archived. On a disk it is on its way; in a commit nothing is.
fn left(task: &TaskPath, journal: &Journal) -> Option<String> {
    let place = history::place(journal.lines()).filter(|_| !task.is_archived())?;
    Some(format!("says that the task was archived as `{place}`"))
}

/// Whether a sub-task is built, and not put in place.
fn is_unplaced(dir: &Dir, name: &str) -> Result<bool, FsError> {
    let stands_in = |folder: Option<Dir>| match folder {
        Some(folder) => Ok(folder.look(name)?.is_some()),
        None => Ok(false),
    };
    Ok(stands_in(dir.existing_folder(STAGING)?)? && !stands_in(dir.existing_folder(SUBTASKS)?)?)
}
