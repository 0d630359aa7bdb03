//! Making a loop: its folder is built whole elsewhere, and then gets its name. A crash leaves a loop, or
//! none.

use std::path::Path;

use super::journal::{Event, JOURNAL};
use super::plan::Plan;
use super::shelf::{
    LOCK, LOOPS, LoopError, LoopFolder, Note, PLAN, STAGING, STATE, document, line,
};
use super::state::State;
use crate::clock;
use crate::fs::{Dir, FsError, LockFile};
use crate::names::{ActorName, LoopName};

impl LoopFolder {
    /// Makes a loop, unless something has its name.
    pub fn create(
        automaton: &Path,
        name: &LoopName,
        plan: &Plan,
        actor: &ActorName,
    ) -> Result<Self, LoopError> {
        let loops = Dir::open(automaton, ".automaton")?.ensure_folder(LOOPS)?;
        let taken = || LoopError::Taken(name.clone());
        if loops.look(name.as_str())?.is_some() {
            return Err(taken());
        }
        let staging = loops.ensure_folder(STAGING)?;
        let begun = staging.ensure_folder(name.as_str())?;
        let held = LockFile::ensure(&begun, LOCK)?;
        // Whoever held the lock may have given the folder its name in the meantime.
        if !held.try_lock()? || loops.look(name.as_str())?.is_some() {
            return Err(taken());
        }
        build(&begun, name, plan, actor)?;
        staging.rename_new(name.as_str(), &loops, name.as_str())?;
        let named = || {
            staging.sync()?;
            loops.sync()?;
            loops.folder(name.as_str())
        };
        let dir = named().map_err(LoopError::InDoubt)?;
        Ok(Self::at(name.clone(), dir))
    }
}

/// Fills the folder of a loop, durably, in the place of what was begun there.
fn build(dir: &Dir, name: &LoopName, plan: &Plan, actor: &ActorName) -> Result<(), FsError> {
    for item in dir.list()?.into_iter().filter(|item| item.name != LOCK) {
        dir.unlink(&item.name)?;
    }
    let state = State::new(name.clone(), plan.limits.clone(), &clock::now());
    let bytes = document(&state);
    let note = Note {
        event: Event::Create,
        actor: actor.clone(),
        note: None,
    };
    dir.create_new(PLAN, &document(plan))?;
    dir.create_new(JOURNAL, &line(None, &state, &bytes, note))?;
    dir.create_new(STATE, &bytes)?;
    dir.sync()
}
