//! The journal: lines that each hold the digest of the line before.

use super::entry::{Entry, EntryEvent};
use super::layout::JOURNAL;
use crate::digest::Digest;
use crate::fs::{AppendError, Content, Dir, FsError};
use crate::names::TaskPath;

/// The largest journal that is read.
const SIZE_LIMIT: u64 = 64 << 20;
/// The longest line that is read or written.
const LINE_LIMIT: usize = 1 << 20;
/// What a merge that could not be settled puts before its first side.
const CONFLICT: &[u8] = b"<<<<<<< ";

/// A journal as far as it is sound.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Journal {
    lines: Vec<Line>,
    last_text: Vec<u8>,
    sound: u64,
    pub(super) ending: Ending,
}

/// A sound line of a journal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// The line's number, from one.
    pub number: usize,
    /// What it says.
    pub entry: Entry,
    /// The digest of its bytes, without the line break.
    pub digest: Digest,
}

/// What comes after the sound lines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Ending {
    /// Nothing.
    Whole,
    /// A last line that was not written to its end.
    Torn,
    /// Something that no crash leaves behind.
    Damaged(String),
}

impl Journal {
    /// Reads the journal of `task`, if there is one.
    pub(super) fn read(dir: &Dir, task: &TaskPath) -> Result<Option<Self>, FsError> {
        Ok(Self::of(&dir.read(JOURNAL, SIZE_LIMIT)?, task))
    }

    /// The journal of `task` in a file that holds this, if there is one.
    pub(super) fn of(content: &Content, task: &TaskPath) -> Option<Self> {
        let problem = match content {
            Content::Missing => return None,
            Content::Bytes(bytes) => return Some(Self::parse(bytes, task)),
            Content::TooLarge => format!("has more than {SIZE_LIMIT} bytes"),
            Content::Not(kind) => format!("is {}; a regular file is expected", kind.noun()),
        };
        Some(Self {
            ending: Ending::Damaged(problem),
            ..Self::parse(b"", task)
        })
    }

    /// Reads the bytes of the journal of `task`.
    pub(super) fn parse(bytes: &[u8], task: &TaskPath) -> Self {
        let mut journal = Self {
            lines: Vec::new(),
            last_text: Vec::new(),
            sound: 0,
            ending: Ending::Whole,
        };
        let mut pieces = bytes.split_inclusive(|&byte| byte == b'\n').peekable();
        while let Some(piece) = pieces.next() {
            // A line of JSON has no NUL: these are blocks that never reached the disk.
            let torn = !piece.ends_with(b"\n") || piece.contains(&0);
            if torn && pieces.peek().is_none() {
                journal.ending = Ending::Torn;
                break;
            }
            let number = journal.lines.len() + 1;
            match journal.next(&piece[..piece.len() - 1], task) {
                Ok(line) => {
                    journal.lines.push(line);
                    journal.last_text = piece.to_vec();
                    journal.sound += piece.len() as u64;
                }
                Err(problem) => {
                    journal.ending = Ending::Damaged(format!("line {number} {problem}"));
                    break;
                }
            }
        }
        journal
    }

    /// The next line, if it follows from the ones before; else what is wrong with it.
    fn next(&self, text: &[u8], task: &TaskPath) -> Result<Line, String> {
        if text.len() > LINE_LIMIT {
            return Err(format!("has more than {LINE_LIMIT} bytes"));
        }
        if text.starts_with(CONFLICT) {
            return Err("is where Git left a conflict: both branches took steps".to_owned());
        }
        let entry = Entry::parse(text)?;
        if !task.is_called(&entry.task) {
            return Err(format!(
                "is about the task `{}`, but this is the folder of `{task}`",
                entry.task
            ));
        }
        match self.last() {
            None => starts(&entry)?,
            Some(last) => {
                let mut earlier = self.lines.iter().rev().skip(1);
                if let Some(line) = earlier.find(|line| entry.prev == Some(line.digest)) {
                    let (from, already) = (line.number, line.number + 1);
                    return Err(format!(
                        "forks the journal: it goes on from line {from}, as line {already} does"
                    ));
                }
                follows(&entry, last)?;
            }
        }
        Ok(Line {
            number: self.lines.len() + 1,
            digest: Digest::of(text),
            entry,
        })
    }

    /// How many bytes the sound lines have.
    pub(super) fn sound(&self) -> usize {
        usize::try_from(self.sound).unwrap_or(usize::MAX)
    }

    /// The sound lines.
    pub fn lines(&self) -> &[Line] {
        &self.lines
    }

    /// The last sound line.
    pub fn last(&self) -> Option<&Line> {
        self.lines.last()
    }

    /// Whether there are lines and all are sound.
    pub(super) fn is_whole(&self) -> bool {
        self.ending == Ending::Whole && !self.lines.is_empty()
    }

    /// Takes the last line off: the step that it names is not complete.
    pub(super) fn pop(&mut self) {
        self.lines.pop();
    }

    /// The number and the predecessor's digest of an entry that would come next.
    pub(super) fn next_link(&self) -> (u64, Option<Digest>) {
        match self.last() {
            Some(last) => (last.entry.seq + 1, Some(last.digest)),
            None => (1, None),
        }
    }

    /// Appends an entry, durably, or leaves the journal as it is.
    pub(super) fn append(&self, dir: &Dir, entry: &Entry) -> Result<(), AppendError> {
        let line = checked_line(dir, entry).map_err(|error| AppendError {
            error,
            undone: true,
        })?;
        if self.sound + line.len() as u64 > SIZE_LIMIT {
            return Err(AppendError {
                error: dir.refuse(JOURNAL, "append", "a journal has at most 64 MiB"),
                undone: true,
            });
        }
        dir.append(JOURNAL, self.sound, line.as_bytes())
    }

    /// Writes the last line again, so that it is on the disk even if an earlier sync failed.
    pub(super) fn confirm_last(&self, dir: &Dir) -> Result<(), FsError> {
        let offset = self.sound - self.last_text.len() as u64;
        dir.rewrite(JOURNAL, offset, &self.last_text)
    }

    /// Cuts off what comes after the sound lines.
    pub(super) fn drop_tail(&self, dir: &Dir) -> Result<(), FsError> {
        dir.truncate(JOURNAL, self.sound)
    }
}

/// The entry as a line with its line break, if it can be read back.
pub(super) fn checked_line(dir: &Dir, entry: &Entry) -> Result<String, FsError> {
    let mut line = entry.line();
    if line.len() > LINE_LIMIT {
        return Err(dir.refuse(JOURNAL, "append", "an entry has at most 1 MiB"));
    }
    line.push('\n');
    Ok(line)
}

fn starts(entry: &Entry) -> Result<(), String> {
    match entry.event {
        EntryEvent::Create | EntryEvent::Adopt if entry.seq != 1 => {
            Err(format!("has number {}, but the first is 1", entry.seq))
        }
        EntryEvent::Create | EntryEvent::Adopt if entry.prev.is_some() => {
            Err("names a line before it, but it is the first".to_owned())
        }
        EntryEvent::Create | EntryEvent::Adopt | EntryEvent::Repair => Ok(()),
        _ => Err("does not start a task, but it is the first".to_owned()),
    }
}

fn follows(entry: &Entry, last: &Line) -> Result<(), String> {
    if entry.prev != Some(last.digest) {
        Err(format!(
            "breaks the chain: `prev` is not the digest of line {}",
            last.number
        ))
    } else if entry.seq != last.entry.seq + 1 {
        Err(format!(
            "has number {}, but {} comes next",
            entry.seq,
            last.entry.seq + 1
        ))
    } else if entry.from.as_ref() != Some(&last.entry.to) {
        let from = entry
            .from
            .as_ref()
            .map_or("nothing".to_owned(), ToString::to_string);
        Err(format!(
            "starts from `{from}`, but the task stood in `{}`",
            last.entry.to
        ))
    } else if matches!(entry.event, EntryEvent::Create | EntryEvent::Adopt) {
        Err("starts a task that exists".to_owned())
    } else {
        Ok(())
    }
}
