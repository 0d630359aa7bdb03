//! Automaton holds LLM coding agents to a workflow that one file declares.

pub mod diagnostic;
pub mod digest;
pub mod names;
pub mod source;
pub mod workflow;
