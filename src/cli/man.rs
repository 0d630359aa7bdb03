//! `automaton man`

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use clap_mangen::Man;

use super::step::{IO, io};
use crate::diagnostic::Diagnostic;
use crate::fs;
use crate::report::Answer;

/// Print the manual page, or write a page for each command
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Write `automaton.1` and a page for each command into this folder, which must exist
    #[arg(long, value_name = "DIR")]
    dir: Option<PathBuf>,
}

pub(super) fn run(args: &Args) -> Result<Answer, Answer> {
    let mut command = super::command();
    command.build();
    let Some(dir) = &args.dir else {
        return Ok(Answer::page("the manual page", page(&Man::new(command))?));
    };
    let mut answer = Answer::page("the manual pages are written", "");
    let mut files = Vec::new();
    write_all(command, dir, &mut files)?;
    for file in &files {
        _ = writeln!(answer.text, "wrote {}", dir.join(file).display());
    }
    Ok(answer.field("files", files))
}

/// Writes the page of `command`, then those of the commands below it.
fn write_all(command: clap::Command, dir: &Path, files: &mut Vec<String>) -> Result<(), Answer> {
    let below: Vec<_> = command.get_subcommands().cloned().collect();
    let man = Man::new(command);
    let file = man.get_filename();
    fs::replace(&dir.join(&file), page(&man)?.as_bytes())
        .map_err(|error| Answer::refused(io(&error)))?;
    files.push(file);
    below
        .into_iter()
        .try_for_each(|command| write_all(command, dir, files))
}

fn page(man: &Man) -> Result<String, Answer> {
    let mut text = Vec::new();
    man.render(&mut text).map_err(|error| {
        let found = Diagnostic::call(&IO, "failed: the page could not be rendered");
        Answer::refused(found.reason(error.to_string()))
    })?;
    Ok(String::from_utf8_lossy(&text).into_owned())
}
