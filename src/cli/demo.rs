//! `automaton demo`

mod script;

use std::fmt::Write as _;
use std::fs::File;
use std::io::{self, Read as _, Seek as _};
use std::path::Path;
use std::process::{Command, Stdio};

use serde_json::{Value, json};

use self::script::{Part, parts};
use super::session::Session;
use super::step::IO;
use crate::diagnostic::{Diagnostic, Exit, Severity, Topic};
use crate::environment;
use crate::report::Answer;

/// What is run, and what is said about it. It belongs to the default workflow.
const SCRIPT: &str = include_str!("demo/script.txt");

/// A command of the demo that did not end as it says.
pub(super) static DEMO_FAILED: Topic = Topic {
    code: "demo-failed",
    severity: Severity::Error,
    exit: Exit::Refused,
    summary: "a command of the demo did not end as the demo says",
    explanation: "The demo runs the real program in a scratch project, and each of its commands has \
        an expected exit code. One ended with another: its output is the last of what is printed.",
};

/// Take a task through a scratch copy of the default workflow
///
/// Every command and its real output are printed. Nothing but a temporary folder is written.
#[derive(Debug, clap::Args)]
pub(super) struct Args {}

pub(super) fn run(_: &Args, session: &Session) -> Result<Answer, Answer> {
    let failed = |error: io::Error| {
        let found = Diagnostic::call(&IO, "failed: the demo could not be run");
        Answer::refused(found.reason(error.to_string()))
    };
    let scratch = tempfile::tempdir().map_err(failed)?;
    let color = session.style().color;
    let mut text = String::new();
    let mut steps: Vec<Value> = Vec::new();
    for part in parts(SCRIPT) {
        match part {
            Part::Prose(line) => _ = writeln!(text, "{line}"),
            Part::Step { run, exit } => {
                let ended = shell(run, scratch.path()).map_err(failed)?;
                let shown = if color {
                    format!("\u{1b}[1m$ {run}\u{1b}[0m")
                } else {
                    format!("$ {run}")
                };
                _ = write!(text, "{shown}\n{}", ended.output);
                if ended.exit != Some(0) {
                    _ = writeln!(text, "{}", ended.words());
                }
                steps.push(json!({"run": run, "exit": ended.exit, "output": ended.output}));
                if ended.exit != Some(exit) {
                    let message = format!("failed: `{run}` should end with exit {exit}");
                    let found = Diagnostic::call(&DEMO_FAILED, message).reason(ended.words());
                    let answer = Answer {
                        text,
                        ..Answer::refused(found)
                    };
                    return Err(answer.field("steps", steps));
                }
            }
        }
    }
    Ok(Answer::page("the demo went as it says", text).field("steps", steps))
}

/// How a command ended, and what it printed.
struct Ended {
    exit: Option<i32>,
    output: String,
}

impl Ended {
    fn words(&self) -> String {
        match self.exit {
            Some(exit) => format!("exit {exit}"),
            None => "ended by a signal".to_owned(),
        }
    }
}

/// Runs a line of the demo as a program would: without a terminal, and with nothing of this
/// environment but the path of the shell's own commands.
fn shell(line: &str, scratch: &Path) -> io::Result<Ended> {
    let output = tempfile::tempfile()?;
    let status = Command::new("sh")
        .args([
            "-c",
            "automaton() { \"$AUTOMATON\" \"$@\"; }; eval \"$1\"",
            "sh",
            line,
        ])
        .current_dir(scratch)
        .env_clear()
        .envs(environment::search_path())
        .env("AUTOMATON", environment::own_program()?)
        .env("AUTOMATON_ACTOR", "demo")
        .stdin(Stdio::null())
        .stdout(output.try_clone()?)
        .stderr(output.try_clone()?)
        .status()?;
    Ok(Ended {
        exit: status.code(),
        output: read(output)?,
    })
}

fn read(mut output: File) -> io::Result<String> {
    output.rewind()?;
    let mut text = Vec::new();
    output.read_to_end(&mut text)?;
    Ok(String::from_utf8_lossy(&text).into_owned())
}
