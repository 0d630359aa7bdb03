//! The linter, held to what the engine does.

mod any_text;
mod corpus;
mod folder;
mod hostile;
mod known_faults;
mod oracle;
mod sketch;
mod soundness;
