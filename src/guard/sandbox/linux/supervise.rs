//! Waiting for a command: signals go to it, its end is this program's end, and nothing that it
//! started outlives it: that would keep the rights of a phase that is over.

use std::fs;
use std::io::{self, Read as _};
use std::process::Command;
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use rustix::fs::{OFlags, fcntl_getfl};
use rustix::io::Errno;
use rustix::pipe::{PipeFlags, pipe_with};
use rustix::process::{
    Pid, Signal, WaitOptions, WaitStatus, getpgrp, getpid, kill_process, kill_process_group,
    set_child_subreaper, wait,
};
use rustix::termios::tcgetpgrp;
use signal_hook::consts::{SIGCHLD, SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGUSR1, SIGUSR2};
use signal_hook::iterator::Signals;

use super::super::ending::{Cut, Ending, Limits};
use super::super::orders::{Orders, Report};
use super::{channel, stage};
use crate::clock::Deadline;

/// How long a command may take to end once it was told to.
const GRACE: Duration = Duration::from_secs(5);
/// How often it is asked whether a command is to go on.
const BEAT: Duration = Duration::from_millis(100);

/// What is passed on to the command.
const PASSED: [i32; 6] = [SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGUSR1, SIGUSR2];

/// A stage that was started.
pub(in super::super) struct Started {
    command: Pid,
    signals: Signals,
    /// What it said about itself.
    pub(in super::super) report: Report,
}

/// Starts the stage in `command`, whose program and arguments are not set, and waits until it has
/// become what runs in it or says why not.
pub(in super::super) fn start(
    orders: &Orders,
    command: impl FnOnce(&mut Command),
) -> io::Result<Started> {
    set_child_subreaper(Some(getpid()))?;
    // Caught before the command exists, so that no signal can end this program and leave it alone.
    let ignored = ignored();
    let caught = PASSED
        .into_iter()
        .filter(|signal| ignored & (1 << (signal - 1)) == 0);
    let signals = Signals::new(caught.chain([SIGCHLD]))?;
    let memory = orders.give()?;
    let (mut said, says) = pipe_with(PipeFlags::empty())
        .map(|(read, write)| (fs::File::from(read), fs::File::from(write)))?;
    rustix::io::fcntl_setfd(&said, rustix::io::FdFlags::CLOEXEC)?;
    debug_assert!(!fcntl_getfl(&says)?.contains(OFlags::NONBLOCK));
    let mut stage = Command::new("/proc/self/exe");
    stage.args([stage::WORD, &channel::word(&memory), &channel::word(&says)]);
    command(&mut stage);
    let child = stage.spawn()?;
    drop((memory, says));
    let mut bytes = Vec::new();
    said.read_to_end(&mut bytes)?;
    let report = last(&bytes).unwrap_or_else(|| Report::Unheld("the stage broke off".to_owned()));
    Ok(Started {
        command: Pid::from_child(&child),
        signals,
        report,
    })
}

/// The last of several reports: a command that was about to run and then could not.
fn last(mut bytes: &[u8]) -> Option<Report> {
    let mut found = None;
    while let Ok((report, rest)) = postcard::take_from_bytes(bytes) {
        found = Some(report);
        bytes = rest;
    }
    found
}

impl Started {
    /// Waits for the command's end, and ends what it left behind.
    pub(in super::super) fn finish(mut self) -> io::Result<Ending> {
        let mut ending = reap(self.command)?;
        while ending.is_none() {
            for signal in self.signals.wait() {
                if signal != SIGCHLD && !comes_from_the_terminal(signal) {
                    pass(self.command, signal);
                }
            }
            ending = reap(self.command)?;
        }
        end_descendants()?;
        Ok(ending.unwrap_or(Ending::Exited(0)))
    }

    /// The same for a command that leads a process group of its own: within limits, the whole group
    /// is told to end, and is ended where it does not.
    pub(in super::super) fn finish_within(
        mut self,
        limits: &mut Limits<'_>,
    ) -> io::Result<(Ending, Option<Cut>)> {
        let (command, close) = (self.command, self.signals.handle());
        thread::scope(|scope| {
            let (heard, arriving) = mpsc::channel();
            scope.spawn(move || self.signals.forever().try_for_each(|it| heard.send(it)));
            let ended = follow(command, limits, &arriving);
            close.close();
            ended
        })
    }
}

fn follow(
    command: Pid,
    limits: &mut Limits<'_>,
    arriving: &mpsc::Receiver<i32>,
) -> io::Result<(Ending, Option<Cut>)> {
    let end = Deadline::after(limits.time);
    let mut cut = None;
    let mut patience = Deadline::after(Duration::MAX);
    loop {
        if let Some(ending) = reap(command)? {
            end_descendants()?;
            return Ok((ending, cut));
        }
        let wait = patience.remaining().unwrap_or(BEAT).min(BEAT);
        let wait = end.remaining().unwrap_or(BEAT).min(wait);
        let heard = arriving.recv_timeout(wait).ok();
        let told = heard.filter(|signal| [SIGHUP, SIGINT, SIGQUIT, SIGTERM].contains(signal));
        if cut.is_some() {
            // Whoever tells a second time has no patience left.
            if told.is_some() || patience.remaining().is_none() {
                kill_process_group(command, Signal::KILL).ok();
            }
            continue;
        }
        cut = match told {
            Some(signal) => Some(Cut::Interrupted(signal)),
            None if end.remaining().is_none() => Some(Cut::TimeUp),
            None if (limits.stop)() => Some(Cut::Stopped),
            None => continue,
        };
        kill_process_group(command, Signal::TERM).ok();
        patience = Deadline::after(GRACE);
    }
}

/// Collects every process that has ended; says how the command did, if it did.
fn reap(command: Pid) -> io::Result<Option<Ending>> {
    let mut ending = None;
    loop {
        match wait(WaitOptions::NOHANG) {
            Ok(Some((process, status))) if process == command => {
                ending = Some(ending_of(status));
            }
            Ok(Some(_)) | Err(Errno::INTR) => {}
            Ok(None) => return Ok(ending),
            // Nobody is left; what is not known to have ended well has not.
            Err(Errno::CHILD) => return Ok(ending.or(Some(Ending::Exited(1)))),
            Err(error) => return Err(error.into()),
        }
    }
}

fn ending_of(status: WaitStatus) -> Ending {
    match (status.exit_status(), status.terminating_signal()) {
        (Some(code), _) => Ending::Exited(u8::try_from(code).unwrap_or(u8::MAX)),
        (None, Some(signal)) => Ending::Killed(signal),
        (None, None) => Ending::Exited(1),
    }
}

/// The signals that the caller wants ignored, and that the command is to ignore too.
fn ignored() -> u64 {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok())
        .unwrap_or_default()
}

/// Whether a key was pressed, which the command has heard of by itself.
fn comes_from_the_terminal(signal: i32) -> bool {
    let in_front = || {
        let terminal = fs::File::open("/dev/tty").ok()?;
        Some(tcgetpgrp(&terminal).ok()? == getpgrp())
    };
    matches!(signal, SIGINT | SIGQUIT) && in_front() == Some(true)
}

/// A process that has ended by itself needs no signal.
fn pass(process: Pid, signal: i32) {
    if let Some(signal) = Signal::from_named_raw(signal) {
        kill_process(process, signal).ok();
    }
}

/// Ends what the command started and left, which has become this process's own.
fn end_descendants() -> io::Result<()> {
    loop {
        match wait(WaitOptions::NOHANG) {
            Err(Errno::CHILD) => return Ok(()),
            Ok(Some(_)) | Err(Errno::INTR) => continue,
            Ok(None) => {}
            Err(error) => return Err(error.into()),
        }
        for child in children()? {
            kill_process(child, Signal::KILL).ok();
        }
        match wait(WaitOptions::empty()) {
            Ok(_) | Err(Errno::INTR) => {}
            Err(Errno::CHILD) => return Ok(()),
            Err(error) => return Err(error.into()),
        }
    }
}

/// The processes whose parent this one is.
fn children() -> io::Result<Vec<Pid>> {
    let own = getpid().as_raw_nonzero().get();
    let mut children = Vec::new();
    for entry in fs::read_dir("/proc")? {
        let name = entry?.file_name();
        let Some(number) = name.to_str().and_then(|name| name.parse::<i32>().ok()) else {
            continue;
        };
        let status = fs::read_to_string(format!("/proc/{number}/stat")).unwrap_or_default();
        // The name of the program stands in parentheses and may hold anything.
        let after = status.rsplit_once(')').map_or("", |(_, after)| after);
        let parent = after.split_whitespace().nth(1);
        if parent.and_then(|parent| parent.parse().ok()) == Some(own) {
            children.extend(Pid::from_raw(number));
        }
    }
    Ok(children)
}
