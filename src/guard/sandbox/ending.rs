//! How a command came to its end.

use std::time::Duration;

use rustix::process::{Resource, Rlimit, Signal, getpid, kill_process, setrlimit};
use signal_hook::low_level::emulate_default_handler;

/// How a command came to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// With this code.
    Exited(u8),
    /// By this signal.
    Killed(i32),
}

/// Why a command was ended before it had come to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cut {
    /// Its time was up.
    TimeUp,
    /// It was not to go on.
    Stopped,
    /// This program was told to end, by this signal.
    Interrupted(i32),
}

/// How long a command may run that nobody sits in front of.
pub struct Limits<'l> {
    /// The longest time.
    pub time: Duration,
    /// Asked again and again: whether the command is not to go on.
    pub stop: &'l mut dyn FnMut() -> bool,
}

impl Ending {
    /// Ends this process the same way.
    pub fn follow(self) -> ! {
        match self {
            Self::Exited(code) => std::process::exit(code.into()),
            Self::Killed(signal) => {
                // The command has left its own core, where one is wanted.
                let none = Rlimit {
                    current: Some(0),
                    maximum: Some(0),
                };
                setrlimit(Resource::Core, none).ok();
                if let Some(named) = Signal::from_named_raw(signal)
                    && named == Signal::KILL
                {
                    kill_process(getpid(), named).ok();
                }
                emulate_default_handler(signal).ok();
                // As a shell would say it, where the signal did not end this process.
                std::process::exit(128 + signal)
            }
        }
    }
}
