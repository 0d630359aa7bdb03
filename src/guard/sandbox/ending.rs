//! How a command came to its end.

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
