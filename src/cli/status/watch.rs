//! `automaton status --watch`: the same page again, whenever it changes.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use signal_hook::consts::{SIGINT, SIGTERM};

use super::Args;
use crate::cli::output::{self, USAGE};
use crate::cli::refusals::IO;
use crate::cli::session::Session;
use crate::diagnostic::{Diagnostic, NextStep};
use crate::report::{self, Answer};
use crate::task::watched;

/// How often it is looked whether anything has changed.
const EVERY: Duration = Duration::from_secs(1);
/// How soon an interruption is noticed.
const NAP: Duration = Duration::from_millis(50);
/// After so many looks the page is made anew in any case: it says how long ago things were.
const AT_LEAST: u32 = 60;

/// Shows the page until somebody interrupts it, or nobody reads any more.
pub(super) fn run(args: &Args, session: &Session) -> Result<Answer, Answer> {
    if session.global.json {
        let message = "refused: `--watch` shows many pages, and `--json` answers with one document";
        let once = NextStep::anyone("automaton status --json");
        return Err(Answer::refused(
            Diagnostic::call(&USAGE, message).next(once),
        ));
    }
    let stopped = Arc::new(AtomicBool::new(false));
    for signal in [SIGINT, SIGTERM] {
        signal_hook::flag::register(signal, Arc::clone(&stopped))
            .map_err(|error| failed(&error))?;
    }
    // What is wrong from the start is no page to watch.
    let mut shown = page(super::once(args, session)?);
    draw(&shown)?;
    let project = session.project()?;
    let (mut seen, mut looks) = (watched(project.automaton_dir()), 0);
    while rest(&stopped) {
        looks += 1;
        let now = watched(project.automaton_dir());
        if now == seen && looks < AT_LEAST {
            continue;
        }
        (seen, looks) = (now, 0);
        let next = page(super::once(args, session).unwrap_or_else(|refused| refused));
        if next != shown {
            if draw(&next)? {
                break;
            }
            shown = next;
        }
    }
    Ok(Answer::page("watched", ""))
}

/// What an answer says, a refusal included: a workflow may be broken for a while.
fn page(answer: Answer) -> String {
    let refusal = answer
        .refusal
        .map_or_else(String::new, |found| report::refusal(&found));
    let warnings = answer
        .warnings
        .iter()
        .map(|why| format!("warning: {why}\n"));
    answer.text + &refusal + &warnings.collect::<String>()
}

/// Shows a page, and says whether nobody reads any more.
fn draw(page: &str) -> Result<bool, Answer> {
    match output::redraw(page) {
        Ok(()) => Ok(false),
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(true),
        Err(error) => Err(failed(&error)),
    }
}

fn failed(error: &io::Error) -> Answer {
    Answer::refused(Diagnostic::call(&IO, "failed: cannot watch").reason(error.to_string()))
}

/// Waits for the next look, and says whether there is to be one.
fn rest(stopped: &AtomicBool) -> bool {
    let naps = EVERY.as_millis() / NAP.as_millis();
    for _ in 0..naps {
        if stopped.load(Ordering::Relaxed) {
            return false;
        }
        thread::sleep(NAP);
    }
    !stopped.load(Ordering::Relaxed)
}
