//! How far a look at many tasks has come, shown on a terminal while it lasts.

use indicatif::{ProgressBar, ProgressStyle};

/// A look at fewer tasks is over before a bar could be read.
const MANY: usize = 2_000;
/// How many tasks are looked at between two drawings.
const STEP: u64 = 100;

/// A bar on standard error; nothing where that is no terminal.
pub(super) struct Progress {
    bar: Option<ProgressBar>,
    seen: u64,
}

impl Progress {
    /// The bar of a look at `tasks` tasks, if it is `wanted`.
    pub(super) fn of(tasks: usize, wanted: bool) -> Self {
        let bar = (wanted && tasks >= MANY).then(|| {
            let style = ProgressStyle::with_template("{bar:40} {pos} of {len} tasks");
            let style = style.unwrap_or_else(|_| ProgressStyle::default_bar());
            ProgressBar::new(tasks as u64).with_style(style)
        });
        Self { bar, seen: 0 }
    }

    /// One more task was looked at.
    pub(super) fn step(&mut self) {
        self.seen += 1;
        if let Some(bar) = self.bar.as_ref().filter(|_| self.seen.is_multiple_of(STEP)) {
            bar.set_position(self.seen);
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}
