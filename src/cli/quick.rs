//! The calls that come many times a minute, read without the whole command tree.
//!
//! Only their plain forms are read here. Whatever else is said to them, `--help` or a mistake, is
//! left to the command tree, which reads the same arguments the same way.

use std::ffi::OsString;

use lexopt::{Arg, Parser, ValueExt as _};

use super::{Color, Command, Global, can_edit};

/// The command and the global options, where the call is one of the plain ones.
pub(super) fn read(arguments: &[OsString]) -> Option<(Global, Command)> {
    let mut parser = Parser::from_args(arguments.iter().skip(1));
    let mut global = Global {
        project: None,
        framework: false,
        json: false,
        color: Color::Auto,
        quiet: false,
        verbose: false,
        actor: None,
    };
    let mut args = None;
    while let Some(argument) = parser.next().ok()? {
        match argument {
            Arg::Long("project") => global.project = Some(parser.value().ok()?.into()),
            Arg::Long("actor") => global.actor = Some(parser.value().ok()?.string().ok()?),
            Arg::Long("json") => global.json = true,
            Arg::Value(word) if args.is_none() => {
                if word != "can-edit" {
                    return None;
                }
                args = Some(can_edit::Args::default());
            }
            Arg::Value(file) => args.as_mut()?.files.push(file.string().ok()?),
            Arg::Long("file") => {
                let file = parser.value().ok()?.string().ok()?;
                args.as_mut()?.file.push(file);
            }
            Arg::Long("task") => {
                let task = parser.value().ok()?.string().ok()?.parse().ok()?;
                if args.as_mut()?.task.replace(task).is_some() {
                    return None;
                }
            }
            Arg::Long(_) | Arg::Short(_) => return None,
        }
    }
    args.map(|args| (global, Command::CanEdit(args)))
}
