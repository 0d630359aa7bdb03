//! The calls that come many times a minute, read without the whole command tree.
//!
//! Only their plain forms are read here. Whatever else is said to them, `--help` or a mistake, is
//! left to the command tree, which reads the same arguments the same way.

use std::ffi::{OsStr, OsString};

use lexopt::{Arg, Parser, ValueExt as _};

use super::session::Session;
use super::{Color, Global, can_edit, exec, hook};
use crate::guard;
use crate::report::Answer;

/// The commands that come before every edit and with every shell command. They are apart from the
/// others so that running one loads nothing of what only the others need.
#[derive(Debug, clap::Subcommand)]
pub(super) enum Frequent {
    CanEdit(can_edit::Args),
    Exec(exec::Args),
    Hook(hook::Args),
}

impl Frequent {
    pub(super) fn run(self, session: &Session) -> Result<Answer, Answer> {
        match self {
            Self::CanEdit(args) => can_edit::run(&args, session),
            Self::Exec(args) => exec::run(&args, session),
            Self::Hook(args) => hook::run(&args, session),
        }
    }
}

/// The command and the global options, where the call is one of the plain ones.
pub(super) fn read(arguments: &[OsString]) -> Option<(Global, Frequent)> {
    let mut parser = Parser::from_args(arguments.iter().skip(1));
    let mut global = Global {
        project: None,
        framework: false,
        json: false,
        color: Color::Auto,
        quiet: false,
        verbose: false,
        actor: None,
        epoch: None,
    };
    let mut called: Option<Frequent> = None;
    while let Some(argument) = parser.next().ok()? {
        match argument {
            Arg::Long("project") => global.project = Some(parser.value().ok()?.into()),
            Arg::Long("actor") => global.actor = Some(parser.value().ok()?.string().ok()?),
            Arg::Long("json") => global.json = true,
            Arg::Value(word) if matches!(&called, Some(Frequent::Exec(_))) => {
                // The parser has left out `--`, behind which everything is the command's own.
                let Some(Frequent::Exec(args)) = &mut called else {
                    return None;
                };
                let rest: Vec<OsString> = parser.raw_args().ok()?.collect();
                let command: Vec<OsString> = std::iter::once(word).chain(rest).collect();
                arguments.ends_with(&command).then_some(())?;
                let before = arguments.len().checked_sub(command.len() + 1)?;
                (arguments[before] == "--").then_some(())?;
                args.command = command;
            }
            Arg::Value(word) => match &mut called {
                None => called = Some(command(&word)?),
                Some(called) => add(called, word.string().ok()?)?,
            },
            Arg::Long(name) => {
                let name = name.to_owned();
                set(called.as_mut()?, &name, &mut parser)?;
            }
            Arg::Short(_) => return None,
        }
    }
    match &called {
        Some(Frequent::Hook(args)) if args.harness.is_empty() => None,
        Some(Frequent::Exec(args)) if args.command.is_empty() => None,
        _ => Some((global, called?)),
    }
}

fn command(word: &OsStr) -> Option<Frequent> {
    match word.to_str()? {
        "can-edit" => Some(Frequent::CanEdit(can_edit::Args::default())),
        "exec" => Some(Frequent::Exec(exec::Args::default())),
        "hook" => Some(Frequent::Hook(hook::Args::default())),
        _ => None,
    }
}

/// Takes a word of the command's own.
fn add(called: &mut Frequent, word: String) -> Option<()> {
    match called {
        Frequent::CanEdit(args) => args.files.push(word),
        Frequent::Hook(args) if args.harness.is_empty() => {
            guard::harness(&word)?;
            args.harness = word;
        }
        _ => return None,
    }
    Some(())
}

/// Takes an option of the command's own.
fn set(called: &mut Frequent, name: &str, parser: &mut Parser) -> Option<()> {
    let mut value = || parser.value().ok()?.string().ok();
    match (called, name) {
        (Frequent::CanEdit(args), "file") => args.file.push(value()?),
        (Frequent::CanEdit(args), "task") if args.task.is_none() => {
            args.task = Some(value()?.parse().ok()?);
        }
        (Frequent::Exec(args), "task") if args.task.is_none() => {
            args.task = Some(value()?.parse().ok()?);
        }
        (Frequent::Hook(args), "if-project") if !args.if_project => args.if_project = true,
        _ => return None,
    }
    Some(())
}
