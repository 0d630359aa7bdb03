//! What agents are told in words: prompts that say what the workflow file says, and a check that
//! they do.
//!
//! A prompt is a Markdown file. Its [sections] with certain headings are rendered from the
//! workflow; everything else in it is a person's.

mod artifacts;
mod check;
mod commands;
mod document;
mod drift;
mod finished;
mod gate;
mod machine;
mod mend;
mod mentions;
mod placeholders;
mod section;
mod shelf;
mod starter;
mod subject;
mod sync;
mod work;

pub use check::check;
pub use commands::Commands;
pub use finished::finished;
pub use mend::mended;
pub use placeholders::{PLACEHOLDERS, Values, replaced};
pub use section::{Heading, MARK, Section, sections};
pub use shelf::{Shelf, ShelfError};
pub use starter::starter;
pub use subject::{Subject, subjects};
pub use sync::{ADAPTERS, Adapter, RECORD, Rendered, Unrendered, rendered};
