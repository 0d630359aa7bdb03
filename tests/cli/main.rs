//! The commands, run as the built program in projects of their own.
#![expect(
    clippy::disallowed_methods,
    reason = "tests make the files that the program is to find"
)]

mod embedding;
mod initialise;
mod person;
mod printing;
mod project;
mod redact;
mod repair;
mod step_back;
mod terminal;
mod upgrade;
mod usage;
mod validate_folder;
mod walkthroughs;
