//! The folders of loops: reading what stands in them, and writing it durably.
//!
//! What a loop is afterwards is staged and flushed, one line is appended to the journal that holds its
//! digest, and the staged file takes its place. A crash leaves a loop before or after the change, and
//! whoever changes it next finds out which.

use std::path::Path;
use std::time::Duration;

use super::journal::{self, End, Entry, Event, JOURNAL};
use super::plan::Plan;
use super::state::{State, VERSION};
use crate::clock::{self, Deadline};
use crate::digest::Digest;
use crate::fs::{Content, Dir, FsError, LockFile, RotatedLog};
use crate::names::{ActorName, LoopName};
use crate::task::{LockError, Waiter, wait};

/// The folder of all loops, in the one that belongs to the workflow.
pub(super) const LOOPS: &str = "loops";
pub(super) const PLAN: &str = "loop.json";
pub(super) const STATE: &str = ".state.loop";
const STAGED: &str = ".state.tmp";
/// Where a loop is built before it gets its name.
pub(super) const STAGING: &str = ".state.new";
pub(super) const LOCK: &str = ".state.lock";
const TICK: &str = ".state.tick";
const LOGS: &str = "logs";
/// How long the making of other worktrees is waited for: a large one takes its time.
const WORKTREE_WAIT: Duration = Duration::from_mins(5);
/// The largest file that is read.
const LIMIT: u64 = 1 << 20;
/// How many bytes a file of a log holds, and how many are kept besides.
const LOG: (u64, u32) = (8 << 20, 3);

/// Why nothing could be done with a loop.
#[derive(Debug, thiserror::Error)]
pub enum LoopError {
    /// There is no such loop.
    #[error("there is no loop `{0}`")]
    NoLoop(LoopName),
    /// Something has the name of a loop that was to be made.
    #[error("`.automaton/loops/{0}` is there already")]
    Taken(LoopName),
    /// A folder that `loop create` did not make.
    #[error("`{0}` has no `.state.loop`")]
    Untracked(LoopName),
    /// A file is not what it should be.
    #[error("{path}: {problem}")]
    Damaged {
        /// The file, relative to the project.
        path: String,
        /// What is wrong with it.
        problem: String,
    },
    /// The plan is none that brakes hold.
    #[error("{path}: {problem}")]
    Plan {
        /// The file, relative to the project.
        path: String,
        /// What is wrong with it.
        problem: String,
    },
    /// A change may have been made, or may be lost with the power.
    #[error(
        "{0}; it is in doubt whether the loop was changed: running the same command again settles it"
    )]
    InDoubt(FsError),
    /// Somebody else is at it.
    #[error(transparent)]
    Busy(#[from] LockError),
    /// The system failed.
    #[error(transparent)]
    Io(#[from] FsError),
}

/// The folder of one loop.
#[derive(Clone, Debug)]
pub struct LoopFolder {
    name: LoopName,
    dir: Dir,
}

/// The right to run a loop's tick. Dropping it gives it up.
#[derive(Debug)]
pub struct TickLock {
    _held: LockFile,
}

/// What is written about a change.
#[derive(Clone, Debug)]
pub struct Note {
    /// What happened.
    pub event: Event,
    /// Who did it.
    pub actor: ActorName,
    /// What there is to say about it.
    pub note: Option<String>,
}

/// The names of all loops of a project, in order.
pub fn names(automaton: &Path) -> Result<Vec<LoopName>, FsError> {
    let home = Dir::open(automaton, ".automaton")?;
    let Some(loops) = home.existing_folder(LOOPS)? else {
        return Ok(Vec::new());
    };
    let items = loops.list()?.into_iter();
    Ok(items.filter_map(|item| item.name.parse().ok()).collect())
}

/// Waits for the right to make a worktree: Git reads those that are half made, and fails.
pub(crate) fn lock_worktrees(automaton: &Path, waiter: &Waiter) -> Result<LockFile, LoopError> {
    // Beside the folder of all loops: in there, everything is one.
    let lock = LockFile::ensure(&Dir::open(automaton, ".automaton")?, LOCK)?;
    wait(&lock, waiter, Deadline::after(WORKTREE_WAIT))?;
    Ok(lock)
}

impl LoopFolder {
    /// The folder of a loop that exists.
    pub fn open(automaton: &Path, name: &LoopName) -> Result<Self, LoopError> {
        let missing = || LoopError::NoLoop(name.clone());
        let home = Dir::open(automaton, ".automaton")?;
        let loops = home.existing_folder(LOOPS)?.ok_or_else(missing)?;
        let dir = loops.existing_folder(name.as_str())?.ok_or_else(missing)?;
        if dir.look(STATE)?.is_none() {
            return Err(LoopError::Untracked(name.clone()));
        }
        Ok(Self {
            name: name.clone(),
            dir,
        })
    }

    pub(super) fn at(name: LoopName, dir: Dir) -> Self {
        Self { name, dir }
    }

    /// The loop.
    pub fn name(&self) -> &LoopName {
        &self.name
    }

    /// What a person decided about the loop.
    pub fn plan(&self) -> Result<Plan, LoopError> {
        let path = self.dir.path_of(PLAN);
        let problem = match self.dir.read(PLAN, LIMIT)? {
            Content::Bytes(bytes) => match Plan::parse(&bytes) {
                Ok(plan) => return Ok(plan),
                Err(problem) => problem,
            },
            Content::Missing => "it is missing".to_owned(),
            Content::TooLarge => format!("it has more than {LIMIT} bytes"),
            Content::Not(kind) => format!("it is {}", kind.noun()),
        };
        Err(LoopError::Plan { path, problem })
    }

    /// What has happened to the loop, as far as it was written. It takes no lock.
    pub fn state(&self) -> Result<State, LoopError> {
        Ok(self.read(STATE)?.0)
    }

    /// Changes what has happened to a loop: `change` says what is different now, or that nothing is.
    pub fn change<T>(
        &self,
        waiter: &Waiter,
        change: impl FnOnce(&mut State) -> Result<(T, Option<Note>), LoopError>,
    ) -> Result<(State, T), LoopError> {
        let lock = LockFile::ensure(&self.dir, LOCK)?;
        wait(&lock, waiter, Deadline::after(waiter.wait))?;
        let (end, mut state) = self.recover()?;
        let (answer, note) = change(&mut state)?;
        if let Some(note) = note {
            self.commit(&end, &state, note)?;
        }
        Ok((state, answer))
    }

    /// Takes the right to tick, if nobody has it.
    pub fn try_tick(&self, waiter: &Waiter) -> Result<Option<TickLock>, LoopError> {
        let file = LockFile::ensure(&self.dir, TICK)?;
        let now = Waiter {
            wait: Duration::ZERO,
            ..waiter.clone()
        };
        match wait(&file, &now, Deadline::after(now.wait)) {
            Ok(()) => Ok(Some(TickLock { _held: file })),
            Err(LockError::Busy { .. }) => Ok(None),
            Err(error) => Err(error.into()),
        }
    }

    /// Every entry of its journal, oldest first, and what is wrong with it, if something is.
    pub fn entries(&self) -> Result<(Vec<Entry>, Option<String>), FsError> {
        journal::all(&self.dir, &self.name)
    }

    /// A log of what its programs write.
    pub(crate) fn log(&self, name: &str) -> Result<RotatedLog, FsError> {
        let (limit, kept) = LOG;
        RotatedLog::open(&self.dir.ensure_folder(LOGS)?, name, limit, kept)
    }

    /// Whether the loop is what its journal says, or a change of it was cut short that whoever changes it
    /// next completes. It takes no lock.
    pub fn is_as_journaled(&self) -> Result<(), LoopError> {
        let (_, digest) = self.read(STATE)?;
        let end = self.end()?;
        if digest == end.last.state {
            return Ok(());
        }
        // The journal may have been a change ahead of what was read before it.
        match (self.read(STATE), self.read(STAGED)) {
            (Ok((_, digest)), _) if digest == end.last.state => Ok(()),
            (_, Ok((_, digest))) if digest == end.last.state => Ok(()),
            _ => Err(self.changed()),
        }
    }

    fn end(&self) -> Result<End, LoopError> {
        let damaged = |problem: String| LoopError::Damaged {
            path: self.dir.path_of(JOURNAL),
            problem,
        };
        journal::end(&self.dir, &self.name)?
            .ok_or_else(|| damaged("it is missing".to_owned()))?
            .map_err(damaged)
    }

    fn changed(&self) -> LoopError {
        LoopError::Damaged {
            path: self.dir.path_of(STATE),
            problem: "it is not what its journal says; somebody changed it".to_owned(),
        }
    }

    /// Where the loop stands, once a change that a crash cut short was completed or undone.
    fn recover(&self) -> Result<(End, State), LoopError> {
        let (state, digest) = self.read(STATE)?;
        let end = self.end()?;
        if end.torn {
            self.dir.truncate(JOURNAL, end.sound)?;
        }
        if digest == end.last.state {
            match self.dir.unlink(STAGED) {
                Err(error) if !error.is_missing() => return Err(error.into()),
                _ => {}
            }
            return Ok((end, state));
        }
        match self.read(STAGED) {
            Ok((staged, digest)) if digest == end.last.state => {
                self.dir.rename(STAGED, &self.dir, STATE)?;
                self.dir.sync()?;
                Ok((end, staged))
            }
            _ => Err(self.changed()),
        }
    }

    fn commit(&self, end: &End, state: &State, note: Note) -> Result<(), LoopError> {
        let bytes = document(state);
        match self.dir.unlink(STAGED) {
            Err(error) if !error.is_missing() => return Err(error.into()),
            _ => {}
        }
        self.dir.create_new(STAGED, &bytes)?;
        let line = line(Some(end), state, &bytes, note);
        if let Err(failed) = self.dir.append(JOURNAL, end.sound, &line) {
            return Err(if failed.undone {
                LoopError::Io(failed.error)
            } else {
                LoopError::InDoubt(failed.error)
            });
        }
        let placed = self.dir.rename(STAGED, &self.dir, STATE);
        placed
            .and_then(|()| self.dir.sync())
            .map_err(LoopError::InDoubt)
    }

    fn read(&self, file: &str) -> Result<(State, Digest), LoopError> {
        let damaged = |problem: String| LoopError::Damaged {
            path: self.dir.path_of(file),
            problem,
        };
        let bytes = match self.dir.read(file, LIMIT)? {
            Content::Bytes(bytes) => bytes,
            Content::Missing => return Err(LoopError::Untracked(self.name.clone())),
            Content::TooLarge => return Err(damaged(format!("it has more than {LIMIT} bytes"))),
            Content::Not(kind) => return Err(damaged(format!("it is {}", kind.noun()))),
        };
        let state: State =
            serde_json::from_slice(&bytes).map_err(|error| damaged(error.to_string()))?;
        if state.v != VERSION || state.name != self.name {
            return Err(damaged(
                "it is not about this loop, or of another version".to_owned(),
            ));
        }
        Ok((state, Digest::of(&bytes)))
    }
}

/// The line of the journal that follows `end`, about a state that is written as `bytes`.
pub(super) fn line(end: Option<&End>, state: &State, bytes: &[u8], note: Note) -> Vec<u8> {
    let entry = Entry {
        v: VERSION,
        seq: end.map_or(1, |end| end.last.seq + 1),
        at: clock::now(),
        name: state.name.clone(),
        event: note.event,
        actor: note.actor,
        iteration: state.iteration_count,
        note: note.note,
        state: Digest::of(bytes),
        prev: end.map(|end| end.digest),
    };
    let mut line = serde_json::to_vec(&entry).unwrap_or_default();
    line.push(b'\n');
    line
}

/// A document as a file holds it.
pub(super) fn document(value: &impl serde::Serialize) -> Vec<u8> {
    let mut bytes = serde_json::to_vec_pretty(value).unwrap_or_default();
    bytes.push(b'\n');
    bytes
}
