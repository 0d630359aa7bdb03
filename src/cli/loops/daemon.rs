//! `automaton loop run`: ticking a loop until it stands still.
//!
//! Every tick is a process of its own, the same that a schedule starts: what it needs it reads anew,
//! and nothing of one tick is left to the next.

use std::io::{Read as _, Write as _};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use serde_json::Value;
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use signal_hook::iterator::Signals;

use super::failures::refused;
use super::topics::LOOP_BREAKER;
use crate::cli::refusals::IO;
use crate::cli::session::Session;
use crate::clock::Stopwatch;
use crate::diagnostic::{Diagnostic, NextStep};
use crate::environment::own_program;
use crate::loops::LoopFolder;
use crate::loops::pace::{Next, Pace};
use crate::names::LoopName;
use crate::report::Answer;

/// Tick a loop until it is halted or its tasks are over
///
/// Ticks come at the cadence of its plan, or one after the other where it has none; after one that
/// failed, later and later. Five failures of the same kind within an hour end it. A signal ends the tick
/// that is under way, and then this.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The loop
    #[arg(value_name = "LOOP")]
    name: LoopName,
}

/// How long one waits that has nothing to do, unless the plan says otherwise.
const IDLE: Duration = Duration::from_mins(1);

/// How the run ends.
enum End {
    Told,
    StandsStill(Value),
    Broken(String),
}

pub(super) fn run(args: &Args, session: &Session) -> Result<Answer, Answer> {
    let project = session.project()?;
    let folder = LoopFolder::open(project.automaton_dir(), &args.name);
    let folder = folder.map_err(|error| refused(&error))?;
    let plan = folder.plan().map_err(|error| refused(&error))?;
    folder.state().map_err(|error| refused(&error))?;
    let cadence = plan.schedule.map_or(Duration::ZERO, |span| span.0);
    let failed = |error: std::io::Error| {
        let found = Diagnostic::call(&IO, format!("failed: the loop `{}`", args.name));
        Answer::refused(found.reason(error.to_string()))
    };
    let mut signals = Signals::new([SIGHUP, SIGINT, SIGTERM]).map_err(failed)?;
    let close = signals.handle();
    let (ticks, end) = thread::scope(|scope| {
        let (heard, arriving) = mpsc::channel();
        scope.spawn(move || signals.forever().try_for_each(|signal| heard.send(signal)));
        let mut ticks = 0;
        let root = project.base();
        let mut tick = || -> std::io::Result<Option<Value>> {
            ticks += 1;
            let mut command = Command::new(own_program()?);
            command.args(["loop", "tick", args.name.as_str(), "--json", "--project"]);
            let child = command
                .arg(root)
                .stdin(Stdio::null())
                .stdout(Stdio::piped())
                .spawn()?;
            answered(child, &arriving)
        };
        let end = follow(&mut tick, &arriving, cadence, session.global.quiet);
        close.close();
        (ticks, end)
    });
    let name = &args.name;
    let answer = match end.map_err(failed)? {
        End::Told => Answer::done(format!("{name}: told to end")),
        End::StandsStill(last) => {
            let message = last["message"].as_str().unwrap_or_default();
            let answer = Answer::done(message);
            let code = last["code"].as_str().unwrap_or_default().to_owned();
            answer.field("last", code)
        }
        End::Broken(kind) => {
            let found = Diagnostic::call(&LOOP_BREAKER, format!("failed: the loop `{name}`"));
            let found = found.reason(format!("five ticks within an hour failed with `{kind}`"));
            let next = NextStep::anyone(format!("automaton loop tick {name}"));
            return Err(Answer::refused(found.next(next)).field("ticks", ticks));
        }
    };
    Ok(answer.field("loop", name.to_string()).field("ticks", ticks))
}

fn follow(
    tick: &mut dyn FnMut() -> std::io::Result<Option<Value>>,
    arriving: &Receiver<i32>,
    cadence: Duration,
    quiet: bool,
) -> std::io::Result<End> {
    let watch = Stopwatch::start();
    let mut pace = Pace::new(cadence);
    loop {
        let Some(answer) = tick()? else {
            return Ok(End::Told);
        };
        let code = answer["code"].as_str().unwrap_or("no-answer").to_owned();
        let next = match (answer["ok"].as_bool(), code.as_str()) {
            (_, "halted" | "loop-tripped" | "complete") => return Ok(End::StandsStill(answer)),
            (Some(true), _) if answer["gate"] == "status" && answer["status"] != "paused" => {
                return Ok(End::StandsStill(answer));
            }
            (Some(true), "done") => pace.went_well(),
            (Some(true), _) => Next::Tick(cadence.max(IDLE)),
            _ => pace.failed(&code, watch.elapsed()),
        };
        if !quiet {
            let message = answer["message"].as_str().unwrap_or(&code);
            // Whether anybody reads along changes nothing.
            let _ = writeln!(std::io::stderr(), "{message}");
        }
        let wait = match next {
            Next::Break => return Ok(End::Broken(code)),
            Next::Tick(wait) => wait,
        };
        match arriving.recv_timeout(wait) {
            Ok(_) => return Ok(End::Told),
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => thread::sleep(wait),
        }
    }
}

/// What a tick answers; nothing where this program was told to end meanwhile. Then the tick is told
/// too, and waited for.
fn answered(mut child: Child, arriving: &Receiver<i32>) -> std::io::Result<Option<Value>> {
    let stdout = child.stdout.take();
    let pid = rustix::process::Pid::from_child(&child);
    let (said, says) = mpsc::channel();
    let told = thread::scope(|scope| {
        scope.spawn(move || {
            let mut text = String::new();
            let read = stdout.map(|mut stdout| stdout.read_to_string(&mut text));
            // The one who asked may have gone.
            said.send(read.and_then(Result::ok).map(|_| text)).ok();
        });
        loop {
            match says.recv_timeout(Duration::from_millis(50)) {
                Ok(text) => return (text, None),
                Err(_) => {
                    if let Ok(signal) = arriving.try_recv() {
                        rustix::process::kill_process(pid, rustix::process::Signal::TERM).ok();
                        return (None, Some(signal));
                    }
                }
            }
        }
    });
    child.wait()?;
    let (text, told) = told;
    if told.is_some() {
        return Ok(None);
    }
    let answer = text.and_then(|text| serde_json::from_str(&text).ok());
    Ok(Some(answer.unwrap_or(Value::Null)))
}
