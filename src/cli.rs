//! The command line: one file for each command, all of which ask the engine.

mod abandon;
mod approve;
mod attic;
mod audit;
mod can_edit;
mod capabilities;
mod catalogue;
mod claim;
mod claims;
mod cleanup_done;
mod command_tree;
mod completions;
mod confirm;
mod create_task;
#[cfg(feature = "dashboard")]
mod dashboard;
mod demo;
mod doctor;
mod duration;
mod effects;
mod exec;
mod explain;
mod graph;
mod hook;
mod hooks;
mod init;
mod install_cleanup_schedule;
mod lint_workflow;
mod log;
mod loops;
mod lsp;
mod man;
mod output;
mod override_edits;
mod progress;
mod prompt;
mod prompts;
mod quick;
mod reason;
mod refusals;
mod reject;
mod release;
mod relocation;
mod repair;
mod rework;
mod scheduling;
mod scope;
mod session;
mod spelling;
mod status;
mod step;
mod subject;
mod transition;
mod upgrade;
mod validate_folder;
mod vram;
mod where_is;
mod workflow_diff;
mod workflow_text;

use std::ffi::OsString;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::{CommandFactory, FromArgMatches, Parser, Subcommand, ValueEnum};

use crate::diagnostic::Exit;
use crate::environment::Environment;
use crate::guard;
use crate::report::Answer;
pub use command_tree::CommandTree;
use session::Session;

/// Hold coding agents to the workflow that a project declares.
#[derive(Debug, Parser)]
#[command(
    name = "automaton",
    version,
    propagate_version = true,
    subcommand_required = true
)]
#[command(infer_subcommands = false, disable_help_subcommand = true)]
struct Cli {
    #[command(flatten)]
    global: Global,
    #[command(subcommand)]
    command: Command,
}

/// What every command takes.
#[expect(clippy::struct_excessive_bools, reason = "each is a flag of its own")]
#[derive(Clone, Debug, clap::Args)]
struct Global {
    /// Use the project in this folder instead of looking for one
    #[arg(long, global = true, value_name = "DIR")]
    project: Option<PathBuf>,
    /// Use `~/.automaton`, the framework's own root
    #[arg(long, global = true, conflicts_with = "project")]
    framework: bool,
    /// Answer with exactly one JSON document on standard output
    #[arg(long, global = true)]
    json: bool,
    /// Say when to use colour
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto")]
    color: Color,
    /// Print nothing but errors
    #[arg(long, short, global = true, conflicts_with = "verbose")]
    quiet: bool,
    /// Print more
    #[arg(long, short, global = true)]
    verbose: bool,
    /// Act under this name instead of user@host
    #[arg(long = "actor", global = true, value_name = "NAME")]
    actor: Option<String>,
    /// Change a task only if the caller's claim on it has this epoch
    #[arg(long, global = true, value_name = "N")]
    epoch: Option<u64>,
}

/// When to use colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Color {
    /// On a terminal, unless `NO_COLOR` is set.
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}

/// Every command.
#[derive(Debug, Subcommand)]
enum Command {
    Demo(demo::Args),
    Init(init::Args),
    LintWorkflow(lint_workflow::Args),
    Graph(graph::Args),
    Explain(explain::Args),
    CreateTask(create_task::Args),
    Transition(transition::Args),
    Approve(approve::Args),
    Status(status::Args),
    #[cfg(feature = "dashboard")]
    Dashboard(dashboard::Args),
    Audit(audit::Args),
    Log(log::Args),
    Reject(reject::Args),
    Rework(rework::Args),
    Abandon(abandon::Args),
    Claim(claim::Args),
    Release(release::Args),
    Claims(claims::Args),
    Scope(scope::Args),
    Attic(attic::Args),
    CleanupDone(cleanup_done::Args),
    InstallCleanupSchedule(install_cleanup_schedule::Args),
    ValidateFolder(validate_folder::Args),
    #[command(flatten)]
    Frequent(quick::Frequent),
    Override(override_edits::Args),
    Hooks(hooks::Args),
    Upgrade(upgrade::Args),
    Repair(repair::Args),
    Prompt(prompt::Args),
    Prompts(prompts::Args),
    Vram(vram::Args),
    Completions(completions::Args),
    Man(man::Args),
    Workflow(workflow_diff::Args),
    Where(where_is::Args),
    Doctor(doctor::Args),
    Capabilities(capabilities::Args),
    Lsp(lsp::Args),
    Loop(loops::Args),
}

impl Command {
    fn run(self, session: &Session) -> Result<Answer, Answer> {
        match self {
            Self::Demo(args) => demo::run(&args, session),
            Self::Init(args) => init::run(&args, session),
            Self::LintWorkflow(args) => Ok(lint_workflow::run(&args, session)),
            Self::Graph(args) => graph::run(&args, session),
            Self::Explain(args) => Ok(explain::run(&args)),
            Self::CreateTask(args) => create_task::run(&args, session),
            Self::Transition(args) => transition::run(&args, session),
            Self::Approve(args) => approve::run(&args, session),
            Self::Status(args) => status::run(&args, session),
            #[cfg(feature = "dashboard")]
            Self::Dashboard(args) => dashboard::run(&args, session),
            Self::Audit(args) => audit::run(&args, session),
            Self::Log(args) => log::run(&args, session),
            Self::Reject(args) => reject::run(&args, session),
            Self::Rework(args) => rework::run(&args, session),
            Self::Abandon(args) => abandon::run(&args, session),
            Self::Claim(args) => claim::run(&args, session),
            Self::Release(args) => release::run(&args, session),
            Self::Claims(args) => claims::run(&args, session),
            Self::Scope(args) => scope::run(&args, session),
            Self::Attic(args) => attic::run(&args, session),
            Self::CleanupDone(args) => cleanup_done::run(&args, session),
            Self::InstallCleanupSchedule(args) => install_cleanup_schedule::run(&args, session),
            Self::ValidateFolder(args) => validate_folder::run(&args, session),
            Self::Frequent(command) => command.run(session),
            Self::Override(args) => override_edits::run(&args, session),
            Self::Hooks(args) => hooks::run(&args, session),
            Self::Upgrade(args) => upgrade::run(&args, session),
            Self::Repair(args) => repair::run(&args, session),
            Self::Prompt(args) => prompt::run(&args, session),
            Self::Prompts(args) => prompts::run(&args, session),
            Self::Vram(args) => vram::run(&args, session),
            Self::Completions(args) => Ok(completions::run(&args)),
            Self::Man(args) => man::run(&args),
            Self::Workflow(args) => workflow_diff::run(&args, session),
            Self::Where(args) => where_is::run(&args, session),
            Self::Doctor(args) => Ok(doctor::run(&args, session)),
            Self::Capabilities(args) => Ok(capabilities::run(&args, session)),
            Self::Lsp(args) => Ok(lsp::run(&args)),
            Self::Loop(args) => loops::run(&args, session),
        }
    }

    /// Whether the command writes what `exec` lets nothing write.
    fn writes_records(&self) -> bool {
        #[cfg(feature = "dashboard")]
        if let Self::Dashboard(args) = self {
            return args.decides();
        }
        matches!(
            self,
            Self::Init(_)
                | Self::CreateTask(_)
                | Self::Transition(_)
                | Self::Approve(_)
                | Self::Reject(_)
                | Self::Rework(_)
                | Self::Abandon(_)
                | Self::Override(_)
                | Self::Upgrade(_)
                | Self::Repair(_)
        )
    }

    /// Whether the command's own `--format` asks for what `--json` gives.
    fn asks_for_json(&self) -> bool {
        match self {
            Self::LintWorkflow(args) => args.format == lint_workflow::Format::Json,
            Self::Graph(args) => args.format == graph::Format::Json,
            _ => false,
        }
    }
}

/// Runs the command that the arguments name.
pub fn main(arguments: impl IntoIterator<Item = OsString>) -> ExitCode {
    let arguments: Vec<OsString> = arguments.into_iter().collect();
    if let Some(ended) = guard::sandbox::stage(&arguments) {
        return ended;
    }
    let called = spelling::words(&arguments);
    if let Some((global, command)) = quick::read(&arguments) {
        let session = Session::new(global, Environment::current(), called);
        return print(command.run(&session), &session);
    }
    let arguments = match spelling::rewrite(arguments) {
        Ok(arguments) => arguments,
        Err(hint) => return output::usage(&hint, called.iter().any(|word| word == "--json")),
    };
    let parsed = command()
        .try_get_matches_from(arguments)
        .and_then(|matches| Cli::from_arg_matches(&matches));
    let cli = match parsed {
        Ok(cli) => cli,
        Err(error) => return output::clap(&error, called.iter().any(|word| word == "--json")),
    };
    let mut global = cli.global;
    global.json |= cli.command.asks_for_json();
    let session = Session::new(global, Environment::current(), called);
    let answer = if cli.command.writes_records() && session.environment.is_held() {
        Err(Answer::refused(guard::inside_exec(session.called())))
    } else {
        cli.command.run(&session)
    };
    print(answer, &session)
}

fn print(answer: Result<Answer, Answer>, session: &Session) -> ExitCode {
    let answer = answer.unwrap_or_else(|refused| refused);
    output::print(&answer, &session.global, session.style())
}

/// The whole command tree.
pub fn command() -> clap::Command {
    Cli::command()
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(exit.code())
    }
}
