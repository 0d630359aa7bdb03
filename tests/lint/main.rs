//! The linter, held to what the engine does.

mod claims;
mod corpus;
mod folder;
mod known_faults;
mod oracle;
mod scratch;
mod sketch;
mod soundness;
