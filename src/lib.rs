//! Automaton holds LLM coding agents to a workflow that one file declares.
//!
//! The house, from the ground up; imports go downward only.
//!
//! - ground: [`names`], [`source`], [`digest`], [`diagnostic`], [`fs`] (the only writer of files),
//!   [`clock`] (the only reader of the time), [`environment`] (the only reader of the environment)
//! - what a workflow is: [`workflow`], text to declarations to a proven graph
//! - what may happen: [`engine`], which decides every request from facts alone
//! - what is wrong with a workflow: [`lint`], which asks the same engine
//! - what is on disk: [`task`], folders, journals, locks and projects
//! - what acts: [`approval`], proof that a person decided, and [`guard`], which asks before edits
//! - what runs at its times: [`schedule`], timers of systemd and lines of the crontab
//! - how much a model keeps in mind: [`memory`]
//! - what agents are told: [`prompts`], which say what the workflow says
//! - agents that run by themselves: [`loops`], and the brakes that hold them
//! - how it is shown: [`report`], one model, one renderer for each format
//! - in a browser: `dashboard`, pages that ask the commands
//! - in an editor: [`lsp`], the linter as a language server
//! - the top: [`cli`], one file for each command

pub mod approval;
pub mod cli;
pub mod clock;
#[cfg(feature = "dashboard")]
pub mod dashboard;
pub mod diagnostic;
pub mod digest;
pub mod engine;
pub mod environment;
pub mod fs;
pub mod guard;
pub mod lint;
pub mod loops;
pub mod lsp;
pub mod memory;
pub mod names;
pub mod prompts;
pub mod report;
pub mod schedule;
pub mod source;
pub mod task;
pub mod workflow;
