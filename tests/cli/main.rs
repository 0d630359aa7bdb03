//! The commands, run as the built program in projects of their own.
#![expect(
    clippy::disallowed_methods,
    reason = "tests make the files that the program is to find"
)]

mod codes;
mod commands;
mod embedding;
mod explain;
mod fix;
mod formats;
mod graph;
mod initialise;
mod lint_workflow;
mod pages;
mod person;
mod printing;
mod project;
mod redact;
mod repair;
mod sarif;
mod step_back;
mod upgrade;
mod usage;
mod validate_folder;
mod walkthroughs;
