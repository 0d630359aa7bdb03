//! Whether a person sits at this program's terminal.

use std::fs::File;
use std::io::{self, IsTerminal as _};

use rustix::fs::fstat;
use rustix::process::{getpgrp, getsid};
use rustix::termios::{tcgetpgrp, tcgetsid};

use super::terminal::Terminal;
use crate::environment::{AgentVariable, Environment};

/// Why nobody is taken for a person here.
#[derive(Debug, thiserror::Error)]
pub enum NotAPerson {
    /// An agent made itself known.
    #[error("an agent is at work here: `{}` is set ({})", .0.name, .0.reason)]
    Agent(&'static AgentVariable),
    /// Nobody can type.
    #[error("standard input is not a terminal")]
    Input,
    /// Nobody would see the question.
    #[error("standard error is not a terminal")]
    Errors,
    /// The question would be seen elsewhere than it is answered.
    #[error("standard input and standard error are different terminals")]
    Different,
    /// The program was started apart from any terminal.
    #[error("this program has no terminal of its own: `/dev/tty` does not open ({0})")]
    NoTerminal(io::Error),
    /// The terminal was handed over from elsewhere.
    #[error("the terminal belongs to another session than this program")]
    Session,
    /// The person at the terminal is doing something else.
    #[error("this program runs in the background of its terminal")]
    Background,
    /// The system would not say.
    #[error("the terminal cannot be examined: {0}")]
    Unknown(#[from] io::Error),
}

/// The terminal at which a person can be asked, or why there is none.
pub fn person(environment: &Environment) -> Result<Terminal, NotAPerson> {
    if let Some(agent) = environment.agents().first() {
        return Err(NotAPerson::Agent(agent));
    }
    let (input, errors) = (io::stdin(), io::stderr());
    if !input.is_terminal() {
        return Err(NotAPerson::Input);
    }
    if !errors.is_terminal() {
        return Err(NotAPerson::Errors);
    }
    let device = |stat: rustix::fs::Stat| stat.st_rdev;
    let here = fstat(&input).map(device).map_err(io::Error::from)?;
    if fstat(&errors).map(device).map_err(io::Error::from)? != here {
        return Err(NotAPerson::Different);
    }
    let terminal = open().map_err(NotAPerson::NoTerminal)?;
    let session = getsid(None).map_err(io::Error::from)?;
    // The system answers only for the terminal of the caller's own session.
    if tcgetsid(&input) != Ok(session) {
        return Err(NotAPerson::Session);
    }
    if tcgetpgrp(&input).map_err(io::Error::from)? != getpgrp() {
        return Err(NotAPerson::Background);
    }
    Ok(Terminal::new(terminal))
}

#[expect(
    clippy::disallowed_methods,
    reason = "a terminal is no file: nothing is stored by writing to it"
)]
fn open() -> io::Result<File> {
    File::options().read(true).write(true).open("/dev/tty")
}
