//! The commands, run as the built program in projects of their own.
#![expect(
    clippy::disallowed_methods,
    reason = "tests make the files that the program is to find"
)]

mod agent_walk;
mod archive;
mod attic;
mod audit;
mod by_person;
mod can_edit;
mod ci;
mod claims;
mod codes;
mod commands;
#[cfg(feature = "dashboard")]
mod dashboard;
mod embedding;
mod escapes;
#[cfg(target_os = "linux")]
mod exec;
mod explain;
#[path = "../faults/table.rs"]
mod fault_table;
mod fix;
mod forged;
mod formats;
mod git;
mod git_life;
mod graph;
mod holders;
mod hook;
mod hooks;
mod initialise;
mod lint_workflow;
mod log;
mod loop_commands;
mod loop_edits;
mod loops;
mod lsp;
mod nested_checks;
mod older_tool;
mod override_edits;
mod own_files;
mod pages;
mod person;
mod places;
mod pre_commit;
mod printing;
mod progress;
mod project;
mod prompt;
mod prompts;
mod prompts_sync;
mod races;
mod redact;
mod repair;
mod rules;
mod sarif;
mod schedule;
mod settings;
mod signed;
mod signers;
mod status;
mod status_watch;
mod step_back;
mod subtasks;
mod suggestions;
mod tampering;
mod templates;
mod terminal;
mod tree;
mod undecided;
mod upgrade;
mod upgrade_map;
mod usage;
mod validate_folder;
mod vram;
mod walkthroughs;
mod workflow_diff;
