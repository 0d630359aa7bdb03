//! Showing what was found: one model, one renderer for each format.

mod answer;
mod diff;
mod drawing;
mod envelope;
mod github;
pub mod graph;
mod listing;
mod plain;
mod rdjson;
mod sarif;

pub use answer::Answer;
pub use diff::diff;
pub use drawing::{Style, draw, summary};
pub use envelope::{envelope, finding};
pub use github::github;
pub use listing::listing;
pub use plain::refusal;
pub use rdjson::rdjson;
pub use sarif::sarif;
