//! The proof that the engine is right: one module per subject, each reading like the specification.

mod approval;
mod archive;
mod ask;
mod claims;
mod compile_fail;
mod contracts;
mod default_tables;
mod docs;
mod frozen;
mod gate_input;
mod genericity;
mod guards;
mod layers;
mod lifecycle;
mod orders;
mod page;
mod properties;
mod real;
mod records;
mod refusals;
mod rework;
mod scopes;
mod settling;
mod signing;
mod sources;
mod world;
