//! Where tasks stand, looked up once for each change and not for each page.

use std::sync::{Arc, Mutex, PoisonError};

use super::desk::{Board, Desk};
use crate::report::Answer;

/// The last look at each project, and after how many changes it was taken.
#[derive(Debug)]
pub(super) struct Boards(Vec<Mutex<Option<(u64, Arc<Board>)>>>);

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
        if let Some((seen, board)) = &*last
            && *seen == changes
        {
            return Ok(Arc::clone(board));
        }
        let board = Arc::new(desk.board(project)?);
        *last = Some((changes, Arc::clone(&board)));
        Ok(board)
    }
}
