//! Where tasks stand, looked up once for each change and not for each page.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use super::desk::{Board, Desk};
use crate::clock::Stopwatch;
use crate::report::Answer;

/// How long a look is good for if nothing changes: claims run out by themselves.
const GOOD_FOR: Duration = Duration::from_secs(30);

/// A look at a project, after how many changes it was taken, and how long ago.
#[derive(Debug)]
struct Look {
    changes: u64,
    taken: Stopwatch,
    board: Arc<Board>,
}

/// The last look at each project.
#[derive(Debug)]
pub(super) struct Boards(Vec<Mutex<Option<Look>>>);

impl Boards {
    pub(super) fn of(projects: usize) -> Self {
        Self((0..projects).map(|_| Mutex::new(None)).collect())
    }

    /// The board as it was after `changes` or later. Whoever asks meanwhile waits for the same look.
    pub(super) fn at(
        &self,
        desk: &dyn Desk,
        project: usize,
        changes: u64,
    ) -> Result<Arc<Board>, Answer> {
        let mut last = self.0[project]
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        if let Some(look) = &*last
            && look.changes == changes
            && look.taken.elapsed() < GOOD_FOR
        {
            return Ok(Arc::clone(&look.board));
        }
        let taken = Stopwatch::start();
        let board = Arc::new(desk.board(project)?);
        *last = Some(Look {
            changes,
            taken,
            board: Arc::clone(&board),
        });
        Ok(board)
    }

    /// Looks again when next asked: something was done, of which the files may not have told yet.
    pub(super) fn forget(&self, project: usize) {
        let mut last = self.0[project]
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        *last = None;
    }
}
