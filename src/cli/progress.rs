//! How far a look at many tasks has come, shown on a terminal while it lasts.
//!
//! A crate for this brought a mathematical library with it, which every call of the gate would load.

use super::output;

/// A look at fewer tasks is over before a bar could be read.
const MANY: usize = 2_000;
/// How wide the bar is.
const WIDTH: usize = 40;

/// A bar on standard error; nothing where that is no terminal.
pub(super) struct Progress {
    tasks: usize,
    seen: usize,
    shown: bool,
}

impl Progress {
    /// The bar of a look at `tasks` tasks, if it is `wanted`.
    pub(super) fn of(tasks: usize, wanted: bool) -> Self {
        Self {
            tasks,
            seen: 0,
            shown: wanted && tasks >= MANY && output::is_watched(),
        }
    }

    /// One more task was looked at.
    pub(super) fn step(&mut self) {
        self.seen += 1;
        if self.shown && self.seen.is_multiple_of(self.tasks / 100) {
            let filled = (self.seen * WIDTH / self.tasks).min(WIDTH);
            let bar = "=".repeat(filled) + &" ".repeat(WIDTH - filled);
            output::pass(&format!("[{bar}] {} of {} tasks", self.seen, self.tasks));
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if self.shown {
            output::pass("");
        }
    }
}
