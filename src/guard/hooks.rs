//! Putting the gate where harnesses call it, and seeing that it holds there.
//!
//! Every harness is a [`Setup`]: which files, which entries in them, which payload and which answer.
//! One file for each. What they have in common is planned first and written afterwards, so that what
//! people wrote stays: entries are merged, foreign hooks are chained, and what somebody changed is
//! left alone.

mod block;
mod change;
mod claude;
mod cline;
mod codex;
mod copilot;
mod cursor;
mod gemini;
mod git;
mod inspection;
mod kiro;
mod ledger;
mod mention;
mod opencode;
mod place;
mod plan;
mod settings;
mod setup;
mod surroundings;
mod trial;
mod undo;
mod windsurf;

pub use change::{Change, Fate, Turn};
pub use git::{GIT, Repository};
pub use inspection::{Fault, Inspection, inspect};
pub use place::Place;
pub use setup::{Caller, Entry, Form, Level, Part, Setup, Switch, Write};
pub use surroundings::{Surroundings, Trust};

/// Every harness, by name.
pub static SETUPS: &[&Setup] = &[
    &claude::CLAUDE,
    &cline::CLINE,
    &codex::CODEX,
    &copilot::COPILOT,
    &cursor::CURSOR,
    &gemini::GEMINI,
    &kiro::KIRO,
    &opencode::OPENCODE,
    &windsurf::WINDSURF,
];

impl Setup {
    /// Whether somebody works with the harness: its folder is here, or its program is on `PATH`.
    pub fn is_here(&self, level: Level, around: &Surroundings<'_>) -> bool {
        let folder = match level {
            Level::Project => Some(around.project),
            Level::User => around.home,
        };
        let shows = |sign: &&str| folder.is_some_and(|folder| folder.join(sign).exists());
        self.signs.iter().any(shows) || around.program(self.program).is_some()
    }

    /// What has to change for the harness to call the gate.
    pub fn install(&self, place: &Place, caller: &Caller<'_>) -> Vec<Change> {
        let parts = (self.parts)(caller);
        let changes = parts.iter();
        changes
            .map(|part| plan::install(place, self.harness, part))
            .collect()
    }

    /// What has to change for the harness to call the gate no longer.
    pub fn uninstall(&self, place: &Place, caller: &Caller<'_>) -> Vec<Change> {
        let parts = (self.parts)(caller);
        let changes = parts.iter();
        changes
            .map(|part| undo::uninstall(place, self.harness, part))
            .collect()
    }
}
