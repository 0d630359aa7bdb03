//! Showing what was found: one model, one renderer for each format.

mod answer;
mod drawing;
mod envelope;
mod plain;

pub use answer::Answer;
pub use drawing::{Style, draw, summary};
pub use envelope::{envelope, finding};
pub use plain::refusal;
