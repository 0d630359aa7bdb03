//! The commands, run as the built program in projects of their own.
#![expect(
    clippy::disallowed_methods,
    reason = "tests make the files that the program is to find"
)]

mod audit;
mod by_person;
mod forged;
mod log;
mod places;
mod project;
mod redact;
mod status;
mod suggestions;
