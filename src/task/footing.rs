//! What is believed of a task that is read in a hurry: without its lock, and without the whole of
//! its journal.

use super::entry::{Entry, EntryEvent};
use super::layout::{JOURNAL, LOCK, STAGED_STATE, STATE};
use super::namespace::TaskFolder;
use super::state_file::StateFile;
use crate::engine::edit::{Footing, Stand};
use crate::fs::{FsError, Tail};

/// How much of a journal's end is read; more than the longest line that is written.
const TAIL: u64 = (1 << 20) + 1024;

impl TaskFolder {
    /// Where the task stands, by its state and the last line of its journal.
    ///
    /// The state is believed only if it is what the line leads to; while a step is under way, it is
    /// what the line starts from, and what the line leads to is staged.
    pub fn footing(&self) -> Result<Footing, FsError> {
        if self.task.is_archived() {
            return Ok(Footing::Archived);
        }
        let state = StateFile::read(&self.dir, STATE)?;
        let bytes = match self.dir.read_tail(JOURNAL, TAIL)? {
            Tail::Bytes { bytes, .. } => bytes,
            Tail::Not(kind) => {
                let problem = format!("is {}; a regular file is expected", kind.noun());
                return Ok(broken(JOURNAL, problem));
            }
            Tail::Missing if self.is_husk()? => return Ok(Footing::Absent),
            Tail::Missing if self.dir.look(LOCK)?.is_some() => {
                return Ok(broken(JOURNAL, "is missing".to_owned()));
            }
            Tail::Missing => return Ok(Footing::Untracked),
        };
        let (line, torn) = last_line(&bytes);
        let entry = match Entry::parse(line) {
            Ok(entry) if entry.task == self.task => entry,
            Ok(entry) => {
                return Ok(broken(
                    JOURNAL,
                    format!("is about the task `{}`", entry.task),
                ));
            }
            Err(problem) => return Ok(broken(JOURNAL, format!("ends in a line that {problem}"))),
        };
        let becoming = match &state {
            StateFile::State(state) if *state == entry.to => None,
            StateFile::State(state)
                if !torn
                    && entry.from.as_ref() == Some(state)
                    && StateFile::read(&self.dir, STAGED_STATE)?.is(&entry.to) =>
            {
                Some(entry.to.clone())
            }
            StateFile::State(state) => {
                let problem = format!("says `{state}`; the journal says `{}`", entry.to);
                return Ok(broken(STATE, problem));
            }
            StateFile::Missing => {
                let problem = "is missing; the next step of the task writes it again";
                return Ok(broken(STATE, problem.to_owned()));
            }
            StateFile::Wrong(problem) => return Ok(broken(STATE, problem.clone())),
            StateFile::NotAFile(kind) => {
                let problem = format!("is {}; a regular file is expected", kind.noun());
                return Ok(broken(STATE, problem));
            }
        };
        match ending(&bytes) {
            Some(EntryEvent::Archive) => return Ok(Footing::Archived),
            Some(EntryEvent::Abandon) => return Ok(Footing::Abandoned),
            _ => {}
        }
        let from = entry.from.filter(|_| becoming.is_some());
        Ok(Footing::At(Stand {
            state: from.unwrap_or(entry.to),
            becoming,
            origin: entry.origin,
            recorded: entry.artifacts.into_keys().collect(),
            claim: entry.claim,
            scope: entry.scope,
        }))
    }
}

impl TaskFolder {
    /// Whether the folder is on its way to the archive: it stands among the tasks, and its journal
    /// says that it is archived.
    pub(super) fn is_leaving(&self) -> Result<bool, FsError> {
        Ok(match self.dir.read_tail(JOURNAL, TAIL)? {
            Tail::Bytes { bytes, .. } if !self.task.is_archived() => {
                ending(&bytes) == Some(EntryEvent::Archive)
            }
            _ => false,
        })
    }
}

fn broken(file: &'static str, problem: String) -> Footing {
    Footing::Broken { file, problem }
}

/// What the end of a journal says that keeps a task from being worked on: a person ended it, or it
/// was archived and did not come back. What was written since may be about other things.
fn ending(bytes: &[u8]) -> Option<EntryEvent> {
    let lines = bytes.split_inclusive(|&byte| byte == b'\n').rev();
    let whole = lines.filter(|line| line.ends_with(b"\n"));
    let events = whole.map_while(|line| Some(Entry::parse(line.trim_ascii_end()).ok()?.event));
    let mut is_back = false;
    for event in events {
        match event {
            EntryEvent::Abandon => return Some(event),
            EntryEvent::Archive if !is_back => return Some(event),
            EntryEvent::Restore => is_back = true,
            _ if event.writes_state() => return None,
            _ => {}
        }
    }
    None
}

/// The last line that was written to its end, and whether something torn follows it.
fn last_line(bytes: &[u8]) -> (&[u8], bool) {
    let end = bytes.iter().rposition(|&byte| byte == b'\n').unwrap_or(0);
    let start = bytes[..end].iter().rposition(|&byte| byte == b'\n');
    let start = start.map_or(0, |newline| newline + 1);
    (&bytes[start..end], end + 1 < bytes.len())
}
