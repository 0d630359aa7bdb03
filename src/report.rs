//! Showing what was found: one model, one renderer for each format.

mod age;
mod answer;
mod audit_page;
mod checkup;
mod commits_page;
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

pub use age::age;
pub use answer::Answer;
pub use audit_page::{approvals_json, audit_page, findings_json};
pub use checkup::{Health, Symptom, checkup_json, checkup_page, checkup_summary};
pub use commits_page::{commits_json, commits_page};
pub use diff::diff;
pub use drawing::{Style, draw, many, summary};
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
