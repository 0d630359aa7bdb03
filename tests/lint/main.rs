//! The linter, held to what the engine does.

mod any_text;
mod claims;
mod corpus;
mod folder;
mod hostile;
mod known_faults;
mod oracle;
mod scratch;
mod sketch;
mod soundness;
