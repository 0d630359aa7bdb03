//! Prompts in the forms in which harnesses read them.
//!
//! One file for each form; each makes files from the same [`Rendered`] prompts. Which of them were
//! written, and how, is on record, so that what somebody changed stays and what is no longer there goes.

mod agents_file;
mod claude;
mod front_matter;
mod opencode;
mod rendered;
mod skills;

pub use rendered::{Rendered, Unrendered, rendered};

use crate::guard::hooks::{Change, Part, Place};
use crate::workflow::Model;

/// The file in `.automaton` that records what was written, with digests.
pub const RECORD: &str = "prompts.json";

/// A form in which some harnesses read prompts.
pub struct Adapter {
    /// The word by which the command knows it.
    pub name: &'static str,
    /// A file with what is ours in it: all of it, or a block.
    part: fn(&str, String) -> Part,
    /// The files.
    parts: fn(&Model, &[Rendered]) -> Vec<Part>,
}

/// Every form.
pub static ADAPTERS: &[Adapter] = &[
    agents_file::AGENTS,
    claude::CLAUDE,
    opencode::OPENCODE,
    skills::SKILLS,
];

impl Adapter {
    /// What has to change for the harness to read these prompts, and no others of ours.
    pub fn sync(&self, place: &Place, model: &Model, prompts: &[Rendered]) -> Vec<Change> {
        let parts = (self.parts)(model, prompts);
        let mut changes: Vec<Change> = parts
            .iter()
            .map(|part| place.install(self.name, part))
            .collect();
        let known = place.known(self.name).into_iter();
        let gone = known.filter(|path| !parts.iter().any(|part| part.path == **path));
        changes.extend(gone.map(|path| self.taken_out(place, path)));
        changes
    }

    /// What has to change for the harness to read none of ours.
    pub fn remove(&self, place: &Place) -> Vec<Change> {
        let known = place.known(self.name).into_iter();
        known.map(|path| self.taken_out(place, path)).collect()
    }

    fn taken_out(&self, place: &Place, path: &str) -> Change {
        place.uninstall(self.name, &(self.part)(path, String::new()))
    }
}
