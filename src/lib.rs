//! Automaton holds LLM coding agents to a workflow that one file declares.

pub mod clock;
pub mod diagnostic;
pub mod digest;
pub mod engine;
pub mod fs;
pub mod names;
pub mod source;
pub mod task;
pub mod workflow;
