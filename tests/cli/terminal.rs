//! The program run on a terminal of its own, with somebody at it.

use std::fmt;
use std::io::{Read as _, Write as _};

use pty_process::Size;
use pty_process::blocking::{Command, Pty, open};

use crate::project::{PROGRAM, Project, VARIABLES};
use crate::redact::redacted;

/// What stood on the terminal, with what was typed, and how the call ended.
pub struct Talk {
    shown: String,
    exit: i32,
}

impl fmt::Display for Talk {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}\nexit {}", self.shown.trim_end(), self.exit)
    }
}

/// Starts a call on a new terminal, with one thing set up differently.
pub fn start(project: &Project, line: &str, set_up: impl FnOnce(Command) -> Command) -> Talking {
    let (pty, pts) = open().expect("a terminal");
    pty.resize(Size::new(24, 100)).expect("resized");
    let command = Command::new(PROGRAM)
        .args(line.split_whitespace())
        .current_dir(project.root())
        .env_clear()
        .env("HOME", project.home())
        .env("NO_COLOR", "1")
        .envs(VARIABLES);
    let child = set_up(command).spawn(pts).expect("started");
    Talking { pty, child }
}

/// A call under way.
pub struct Talking {
    pty: Pty,
    child: std::process::Child,
}

impl Talking {
    /// Types `answer` once the question stands there, after `meanwhile` has happened.
    pub fn answer(mut self, answer: &str, project: &Project, meanwhile: impl FnOnce()) -> Talk {
        let shown = self.shows(b"to confirm: ");
        meanwhile();
        writeln!(self.pty, "{answer}").expect("typed");
        self.finish(shown, project)
    }

    /// What the call shows until it ends like this.
    pub fn shows(&mut self, end: &[u8]) -> Vec<u8> {
        let mut shown = Vec::new();
        while !shown.ends_with(end) {
            let mut byte = [0];
            let read = self.pty.read_exact(&mut byte);
            read.unwrap_or_else(|error| panic!("{error}: {:?}", String::from_utf8_lossy(&shown)));
            shown.extend(byte);
        }
        shown
    }

    /// Types a line.
    #[cfg(feature = "dashboard")]
    pub fn types(&mut self, line: &str) {
        writeln!(self.pty, "{line}").expect("typed");
    }

    /// Ends the call, whatever it does.
    #[cfg(feature = "dashboard")]
    pub fn end(mut self) {
        self.child.kill().expect("ended");
        self.child.wait().expect("an end");
    }

    /// Reads to the end of a call that asks nothing more.
    pub fn finish(mut self, mut shown: Vec<u8>, project: &Project) -> Talk {
        // The terminal of an ended program answers with an error instead of an end.
        let _ = self.pty.read_to_end(&mut shown);
        let shown = String::from_utf8(shown)
            .expect("text")
            .replace("\r\n", "\n");
        Talk {
            shown: redacted(&shown, project.root().parent().expect("a folder")),
            exit: self.child.wait().expect("an end").code().expect("a code"),
        }
    }
}

/// Starts a call and types `answer`.
pub fn talk(project: &Project, line: &str, answer: &str) -> Talk {
    start(project, line, |command| command).answer(answer, project, || {})
}
