//! Where a tick works: the worktree of its loop, and what became of it since the loop last looked.

use std::path::PathBuf;

use super::{Tick, measure};
use crate::cli::loops::failures::{refused, unmeasured};
use crate::cli::session::{Place, Session};
use crate::loops::brakes::Observed;
use crate::loops::lock_worktrees;
use crate::loops::plan::Worktree;
use crate::loops::state::State;
use crate::report::Answer;
use crate::task::{Git, Look, Looks};

/// Where a tick works.
pub(super) struct Ground {
    /// The calls that it makes there, in the name of the loop.
    pub(super) session: Session,
    pub(super) place: Place,
    pub(super) looks: Looks,
    /// The folder of the project in its repository, with a slash at its end unless it is all of it.
    pub(super) above: String,
    /// What it looked like at the beginning.
    pub(super) before: Look,
}

impl Tick<'_> {
    /// The worktree of the loop, made where it is missing.
    pub(super) fn ground(&self, state: &State) -> Result<Ground, Answer> {
        let project = self.session.project()?;
        let git = Git::at(&project.code);
        let top = git.top().map_err(|problem| unmeasured(&problem))?;
        let below = git.below_top().map_err(|problem| unmeasured(&problem))?;
        let folder = match self.plan.worktree {
            Worktree::Project => project.code.clone(),
            Worktree::Own => {
                let tree = self.own_tree(&top);
                // One that no harness has worked in may be half made.
                if state.worktree_path.is_none() || !tree.exists() {
                    let branch = format!("loop/{}", self.folder.name());
                    let waiter = self.session.waiter();
                    let lock = lock_worktrees(project.automaton_dir(), &waiter);
                    let _lock = lock.map_err(|error| refused(&error))?;
                    let made = Looks::at(&top).and_then(|looks| looks.make(&tree, &branch));
                    made.map_err(|problem| unmeasured(&problem))?;
                }
                tree.join(&below)
            }
        };
        let session = self.session.in_worktree(&folder, &self.actor);
        let session = session.in_loop(self.folder.name(), project.automaton_dir(), None);
        let place = session.place()?;
        let looks = Looks::at(&folder).map_err(|problem| unmeasured(&problem))?;
        Ok(Ground {
            place,
            session,
            before: looks.look().map_err(|problem| unmeasured(&problem))?,
            looks,
            above: below.to_string_lossy().into_owned(),
        })
    }

    /// Beside the repository: in there, a folder belongs to the project around it.
    fn own_tree(&self, top: &std::path::Path) -> PathBuf {
        let name = top.file_name().unwrap_or_default().to_string_lossy();
        top.with_file_name(format!("{name}.loops"))
            .join(self.folder.name().as_str())
    }

    /// What became of the worktree since the loop last looked.
    pub(super) fn since(&self, ground: &Ground, state: &State) -> Result<Observed, Answer> {
        let Some(seen) = &state.seen else {
            return Ok(Observed::default());
        };
        let drift = measure::drift(&self.plan, ground, seen, &ground.before)?;
        let moved = seen.head != ground.before.head;
        let heads = seen.head.clone().zip(ground.before.head.clone());
        Ok(Observed {
            waits_for_person: None,
            drift: Some(drift),
            commits: heads.filter(|_| moved),
        })
    }
}
