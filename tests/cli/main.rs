//! The commands, run as the built program in projects of their own.
#![expect(
    clippy::disallowed_methods,
    reason = "tests make the files that the program is to find"
)]

mod audit;
mod by_person;
mod codes;
mod commands;
mod embedding;
mod explain;
mod fix;
mod forged;
mod formats;
mod graph;
mod initialise;
mod lint_workflow;
mod log;
mod lsp;
mod pages;
mod person;
mod places;
mod printing;
mod project;
mod redact;
mod repair;
mod rules;
mod sarif;
mod status;
mod step_back;
mod suggestions;
mod terminal;
mod upgrade;
mod usage;
mod validate_folder;
mod walkthroughs;
