//! The commands, run as the built program in projects of their own.
#![expect(
    clippy::disallowed_methods,
    reason = "tests make the files that the program is to find"
)]

mod audit;
mod by_person;
mod embedding;
#[path = "../faults/table.rs"]
mod fault_table;
mod forged;
mod holders;
mod initialise;
mod log;
mod nested_checks;
mod own_files;
mod person;
mod places;
mod printing;
mod project;
mod races;
mod redact;
mod repair;
mod status;
mod step_back;
mod suggestions;
mod terminal;
mod upgrade;
mod usage;
mod validate_folder;
mod walkthroughs;
