//! Running the command that a guard asks for.
//!
//! The command runs in a process group of its own, which is killed when the command has ended or
//! its time is up: what it left in the background does not outlive it. A process that leaves the
//! group with `setsid` escapes.

mod interrupts;
mod tail;

use std::fs::File;
use std::io;
use std::os::unix::process::{CommandExt as _, ExitStatusExt as _};
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::Duration;

use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, kill_process_group, waitid};
use signal_hook::low_level::signal_name;

use self::interrupts::Interrupts;
use crate::digest::Digest;
use crate::engine::{CheckResult, FactError};
use crate::environment::{self, CHECKS, REDIRECTING};
use crate::workflow::Check;

/// How long an interrupted command may take to end by itself.
const GRACE: Duration = Duration::from_secs(5);

/// Runs the command in `root` and says what became of it.
///
/// An interruption of this program is passed on to the command and is an error: an unfinished
/// check proves nothing either way.
pub fn run(check: &Check, root: &Path) -> Result<CheckResult, FactError> {
    let failed = |problem: String| FactError {
        path: ".".to_owned(),
        problem: format!("check `{}`: {problem}", check.command),
    };
    let (above, own) = (environment::checks_above(), key(check, root));
    if above.split(',').any(|key| key == own) {
        // Started again, it would start itself again, without end.
        return Ok(CheckResult::Failed {
            ended: "it is running already, and called itself".to_owned(),
            tail: Vec::new(),
        });
    }
    let keys = format!("{above},{own}");
    let (ending, mut output) =
        finish(check, root, &keys).map_err(|error| failed(error.to_string()))?;
    let ended = match ending {
        Ending::Exited(status) if status.success() => return Ok(CheckResult::Passed),
        Ending::Exited(status) => status_in_words(status),
        Ending::Expired => format!("did not finish within {}", limit_in_words(check.timeout)),
        Ending::Interrupted(signal) => {
            let name = signal_name(signal).unwrap_or("a signal");
            return Err(failed(format!("interrupted by {name}")));
        }
    };
    let tail = tail::last_lines(&mut output).map_err(|error| failed(error.to_string()))?;
    Ok(CheckResult::Failed { ended, tail })
}

/// What a check is recognised by in the processes that it starts.
fn key(check: &Check, root: &Path) -> String {
    Digest::of(format!("{}\n{}", root.display(), check.command).as_bytes()).short()
}

/// How a command came to its end.
enum Ending {
    Exited(ExitStatus),
    Expired,
    Interrupted(i32),
}

/// What is waited for while the command runs.
enum Event {
    Ended(io::Result<()>),
    Interrupted(i32),
}

/// Runs the command to its end and hands back what it wrote.
fn finish(check: &Check, root: &Path, keys: &str) -> io::Result<(Ending, File)> {
    let output = tempfile::tempfile()?;
    // Caught before the command exists, so that no signal can end this program and leave it alone.
    let mut interrupts = Interrupts::catch()?;
    let mut child = start(&check.command, root, keys, &output)?;
    let group = Pid::from_child(&child);
    let ending = thread::scope(|scope| {
        let (events, arriving) = mpsc::channel();
        let (end, close) = (events.clone(), interrupts.handle());
        // The receiver may be gone already, and nobody is left to be told.
        scope.spawn(move || end.send(Event::Ended(await_end(group))).ok());
        scope.spawn(move || {
            let mut signals = interrupts.forever();
            signals.try_for_each(|signal| events.send(Event::Interrupted(signal)))
        });
        let ending = follow(&mut child, group, check.timeout, &arriving);
        close.close();
        ending
    })?;
    Ok((ending, output))
}

fn start(command: &str, root: &Path, keys: &str, output: &File) -> io::Result<Child> {
    let mut shell = Command::new("/bin/sh");
    for name in REDIRECTING {
        shell.env_remove(name);
    }
    shell
        .args(["-c", command])
        .current_dir(root)
        .env(CHECKS, keys)
        .stdin(Stdio::null())
        .stdout(output.try_clone()?)
        .stderr(output.try_clone()?)
        .process_group(0)
        .spawn()
}

/// Waits for the command without collecting it: its id cannot be given to another process before
/// the group is killed.
fn await_end(command: Pid) -> io::Result<()> {
    let ended = WaitIdOptions::EXITED | WaitIdOptions::NOWAIT;
    rustix::io::retry_on_intr(|| waitid(WaitId::Pid(command), ended))?;
    Ok(())
}

/// Waits for the first event that decides, and kills what is left of the group.
fn follow(
    child: &mut Child,
    group: Pid,
    limit: Duration,
    arriving: &Receiver<Event>,
) -> io::Result<Ending> {
    let cut_short = match arriving.recv_timeout(limit) {
        // Where waiting fails the child was collected by others, and its id is not ours to kill.
        Ok(Event::Ended(ended)) => ended.map(|()| None)?,
        Ok(Event::Interrupted(signal)) => {
            if let Some(signal) = Signal::from_named_raw(signal) {
                pass(group, signal);
            }
            // Whatever comes next, the end or a second interruption, ends the patience.
            arriving.recv_timeout(GRACE).ok();
            Some(Ending::Interrupted(signal))
        }
        Err(_) => Some(Ending::Expired),
    };
    pass(group, Signal::KILL);
    let status = child.wait()?;
    Ok(cut_short.unwrap_or(Ending::Exited(status)))
}

/// Sends a signal to the group; one that has ended by itself needs none.
fn pass(group: Pid, signal: Signal) {
    kill_process_group(group, signal).ok();
}

fn status_in_words(status: ExitStatus) -> String {
    match (status.code(), status.signal()) {
        (Some(code), _) => format!("exit status {code}"),
        (None, Some(signal)) => format!("killed by signal {signal}"),
        (None, None) => status.to_string(),
    }
}

fn limit_in_words(limit: Duration) -> String {
    let seconds = limit.as_secs();
    if seconds == 0 {
        return format!("{}ms", limit.as_millis());
    }
    let parts = [
        (seconds / 3600, "h"),
        (seconds / 60 % 60, "m"),
        (seconds % 60, "s"),
    ];
    let shown = parts.iter().filter(|(count, _)| *count > 0);
    let shown: Vec<_> = shown
        .map(|(count, unit)| format!("{count}{unit}"))
        .collect();
    shown.join(" ")
}

#[cfg(test)]
mod tests;
