//! Writing an answer: the only place that prints.

use std::io::{self, IsTerminal, Write};
use std::process::ExitCode;

use super::Global;
use crate::diagnostic::{By, Diagnostic, Exit, Severity, Topic};
use crate::report::{self, Answer, Style};

/// A call that the command line does not understand.
pub(super) static USAGE: Topic = Topic {
    code: "usage",
    severity: Severity::Error,
    exit: Exit::Usage,
    summary: "the call is not one that the command line understands",
    explanation: "The command or one of its arguments is unknown, missing or malformed. Nothing was \
        done. `automaton --help` lists the commands, `automaton COMMAND --help` what one takes.",
};

/// Prints an answer and says how the process ends.
pub(super) fn print(answer: &Answer, global: &Global, style: Style) -> ExitCode {
    let written = if global.json {
        document(answer)
    } else {
        prose(answer, global, style)
    };
    match written {
        // A reader that has seen enough closes the pipe; what was done stays done.
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => ExitCode::from(Exit::Io),
        _ => ExitCode::from(answer.exit),
    }
}

fn document(answer: &Answer) -> io::Result<()> {
    let mut out = io::stdout().lock();
    serde_json::to_writer(&mut out, &report::Envelope(answer))?;
    out.write_all(b"\n")?;
    out.flush()
}

fn prose(answer: &Answer, global: &Global, style: Style) -> io::Result<()> {
    let mut errors = io::stderr().lock();
    if let Some(found) = &answer.refusal {
        let text = report::refusal(found);
        let text = if style.color && io::stderr().is_terminal() {
            emphasised(&text)
        } else {
            text
        };
        errors.write_all(text.as_bytes())?;
    }
    for warning in &answer.warnings {
        writeln!(errors, "warning: {warning}")?;
    }
    // What a command found wrong is an error, and quiet is about the rest.
    if global.quiet && answer.exit == Exit::Done {
        return Ok(());
    }
    for aside in &answer.asides {
        writeln!(errors, "{aside}")?;
    }
    let mut out = io::stdout().lock();
    out.write_all(answer.text.as_bytes())?;
    out.write_all(&answer.bytes)?;
    if answer.refusal.is_none() {
        for step in &answer.next {
            let who = match step.by {
                By::Anyone => "next",
                By::Human => "next, by a person",
            };
            writeln!(out, "  {who}: {}", step.run)?;
        }
    }
    out.flush()
}

/// Shows a page in the place of the one before: on a terminal the screen is wiped, elsewhere pages
/// follow each other.
pub(super) fn redraw(page: &str) -> io::Result<()> {
    let mut out = io::stdout().lock();
    if out.is_terminal() {
        out.write_all(b"\x1b[2J\x1b[H")?;
    }
    out.write_all(page.as_bytes())?;
    out.flush()
}

/// Says something before the command has ended.
#[cfg(feature = "dashboard")]
pub(super) fn announce(text: &str) -> io::Result<()> {
    let mut out = io::stdout().lock();
    out.write_all(text.as_bytes())?;
    out.flush()
}

/// Whether somebody may see what passes on standard error.
pub(super) fn is_watched() -> bool {
    io::stderr().is_terminal()
}

/// Shows a line that the next one takes the place of; an empty one takes it away.
pub(super) fn pass(line: &str) {
    let mut errors = io::stderr().lock();
    // What cannot be shown is not missed.
    let _ = write!(errors, "\r\u{1b}[K{line}").and_then(|()| errors.flush());
}

/// The first line in bold red.
fn emphasised(text: &str) -> String {
    match text.split_once('\n') {
        Some((first, rest)) => format!("\u{1b}[1;31m{first}\u{1b}[0m\n{rest}"),
        None => text.to_owned(),
    }
}

/// Answers a call that was not understood.
pub(super) fn usage(found: &Diagnostic, json: bool) -> ExitCode {
    let answer = Answer::refused(found.clone());
    let written = if json {
        document(&answer)
    } else {
        io::stderr()
            .lock()
            .write_all(report::refusal(found).as_bytes())
    };
    drop(written);
    ExitCode::from(answer.exit)
}

/// Answers with what clap has to say: help, the version, or a mistake.
pub(super) fn clap(error: &clap::Error, json: bool) -> ExitCode {
    if !error.use_stderr() {
        return match error.print() {
            Err(failed) if failed.kind() != io::ErrorKind::BrokenPipe => ExitCode::from(Exit::Io),
            _ => ExitCode::from(Exit::Done),
        };
    }
    if json {
        let text = error.render().to_string();
        let text = text.strip_prefix("error: ").unwrap_or(&text);
        let (text, _usage) = text.split_once("\n\nUsage:").unwrap_or((text, ""));
        return usage(&Diagnostic::call(&USAGE, text), true);
    }
    drop(error.print());
    ExitCode::from(Exit::Usage)
}
