//! Showing what was found: one model, one renderer for each format.

mod age;
mod answer;
mod audit_page;
mod checkup;
mod diff;
mod drawing;
mod envelope;
mod github;
pub mod graph;
mod listing;
mod log_page;
mod overview;
mod plain;
mod rdjson;
mod sarif;
mod table;
mod task_page;
mod task_row;
mod window;

pub use age::age;
pub use answer::Answer;
pub use audit_page::{approvals_json, audit_page, findings_json};
pub use checkup::{Health, Symptom, checkup_json, checkup_page, checkup_summary};
pub use diff::diff;
pub use drawing::{Style, draw, summary};
pub use envelope::{SCHEMA, envelope, finding};
pub use github::github;
pub use listing::listing;
pub use log_page::log_page;
pub use overview::{overview, tally};
pub use plain::refusal;
pub use rdjson::rdjson;
pub use sarif::sarif;
pub use task_page::{stock_json, task_page};
pub use task_row::{NextRow, TaskRow};
