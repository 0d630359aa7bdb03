//! What happened to a loop, line by line, each with the digest of the line before.

use serde::{Deserialize, Serialize};

use super::state::VERSION;
use crate::digest::Digest;
use crate::fs::{Content, Dir, FsError, Tail};
use crate::names::{ActorName, LoopName};

/// The journal, in the folder of its loop.
pub(super) const JOURNAL: &str = ".state.journal";
/// The longest line.
const LINE_LIMIT: u64 = 1 << 16;
/// The largest journal that is read.
const SIZE_LIMIT: u64 = 64 << 20;

/// One thing that happened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Entry {
    /// The version of the format.
    pub v: u32,
    /// The number of the entry; the first of a loop is 1.
    pub seq: u64,
    /// When, in UTC.
    pub at: String,
    /// The loop.
    #[serde(rename = "loop")]
    pub name: LoopName,
    /// What.
    pub event: Event,
    /// Who did it.
    pub actor: ActorName,
    /// How often the harness had been started.
    pub iteration: u64,
    /// What there is to say about it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
    /// The digest of what `.state.loop` holds afterwards.
    pub state: Digest,
    /// The digest of the line before.
    pub prev: Option<Digest>,
}

/// What can happen to a loop.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Event {
    /// It was made.
    Create,
    /// A tick began: its harness is about to run.
    Begin,
    /// A tick ended.
    End,
    /// A tick that was cut short was found.
    Crash,
    /// A brake halted it.
    Halt,
    /// A person stopped it for a while.
    Pause,
    /// A person let it go on.
    Resume,
    /// A person cleared a halt.
    Approve,
    /// All of its tasks are over.
    Complete,
}

impl Event {
    /// The word that files and output use.
    pub fn word(self) -> &'static str {
        match self {
            Self::Create => "create",
            Self::Begin => "begin",
            Self::End => "end",
            Self::Crash => "crash",
            Self::Halt => "halt",
            Self::Pause => "pause",
            Self::Resume => "resume",
            Self::Approve => "approve",
            Self::Complete => "complete",
        }
    }
}

/// The end of a journal: its last sound entry, and how many bytes there are up to there.
pub(super) struct End {
    pub(super) last: Entry,
    pub(super) digest: Digest,
    pub(super) sound: u64,
    /// Whether a line follows that was not written to its end.
    pub(super) torn: bool,
}

/// Reads the end of a journal; nothing where there is none. The outer error is the system's, the
/// inner one what is wrong with the file.
pub(super) fn end(dir: &Dir, name: &LoopName) -> Result<Option<Result<End, String>>, FsError> {
    let tail = match dir.read_tail(JOURNAL, 2 * LINE_LIMIT)? {
        Tail::Missing => return Ok(None),
        Tail::Not(kind) => return Ok(Some(Err(format!("is {}", kind.noun())))),
        Tail::Bytes { bytes, .. } => bytes,
    };
    let size = dir.look(JOURNAL)?.map_or(0, |(_, size)| size);
    let whole = tail
        .iter()
        .rposition(|&byte| byte == b'\n')
        .map_or(0, |at| at + 1);
    let torn = whole < tail.len();
    let line = tail[..whole].strip_suffix(b"\n").unwrap_or_default();
    let line = line
        .rsplit(|&byte| byte == b'\n')
        .next()
        .unwrap_or_default();
    let read = parsed(line, name).map(|last| End {
        last,
        digest: Digest::of(line),
        sound: size - (tail.len() - whole) as u64,
        torn,
    });
    Ok(Some(
        read.map_err(|problem| format!("its last line {problem}")),
    ))
}

/// Every entry, oldest first, as far as each follows from the one before; and what is wrong with the
/// next line, if something is.
pub(super) fn all(dir: &Dir, name: &LoopName) -> Result<(Vec<Entry>, Option<String>), FsError> {
    let bytes = match dir.read(JOURNAL, SIZE_LIMIT)? {
        Content::Bytes(bytes) => bytes,
        Content::Missing => return Ok((Vec::new(), Some("is missing".to_owned()))),
        Content::TooLarge => return Ok((Vec::new(), Some("is too large".to_owned()))),
        Content::Not(kind) => return Ok((Vec::new(), Some(format!("is {}", kind.noun())))),
    };
    let (mut entries, mut prev) = (Vec::<Entry>::new(), None);
    for line in bytes.split_inclusive(|&byte| byte == b'\n') {
        // A last line that was not written to its end was never acknowledged.
        let Some(line) = line.strip_suffix(b"\n") else {
            break;
        };
        let number = entries.len() as u64 + 1;
        let problem = match parsed(line, name) {
            Err(problem) => problem,
            Ok(entry) if entry.seq != number || entry.prev != prev => {
                "does not follow from the lines before".to_owned()
            }
            Ok(entry) => {
                prev = Some(Digest::of(line));
                entries.push(entry);
                continue;
            }
        };
        return Ok((entries, Some(format!("line {number} {problem}"))));
    }
    Ok((entries, None))
}

fn parsed(line: &[u8], name: &LoopName) -> Result<Entry, String> {
    let entry: Entry =
        serde_json::from_slice(line).map_err(|error| format!("is no entry: {error}"))?;
    if entry.v != VERSION {
        Err(format!(
            "has version {}; this program knows {VERSION}",
            entry.v
        ))
    } else if entry.name != *name {
        Err(format!("is about the loop `{}`", entry.name))
    } else {
        Ok(entry)
    }
}
