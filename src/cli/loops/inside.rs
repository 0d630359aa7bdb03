//! A call as what a loop runs would make it.

use std::path::PathBuf;

use super::failures::refused;
use crate::cli::session::Session;
use crate::loops::LoopFolder;
use crate::names::LoopName;
use crate::report::Answer;

/// The same call made by what the loop runs: where the call was made or, if asked for, in the worktree
/// that the loop works in.
pub(in crate::cli) fn inside(
    name: &LoopName,
    in_its_worktree: bool,
    session: &Session,
) -> Result<Session, Answer> {
    let project = session.project()?;
    let folder = LoopFolder::open(project.automaton_dir(), name);
    let folder = folder.map_err(|error| refused(&error))?;
    folder.plan().map_err(|error| refused(&error))?;
    let state = folder.state().map_err(|error| refused(&error))?;
    // One that has not been made yet will be like the project.
    let worktree = state.worktree_path.map(PathBuf::from);
    let worktree = worktree.as_ref().unwrap_or(&project.code);
    let worktree = in_its_worktree.then_some(worktree.as_path());
    Ok(session.in_loop(name, project.automaton_dir(), worktree))
}
