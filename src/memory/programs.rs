//! The programs that are asked about memory and models, each for a short time only.

use std::ffi::OsString;
use std::io::Read as _;
use std::process::{Command, Stdio};
use std::time::Duration;

use crate::environment::search_path;

/// How often a program is looked at until it has to be done.
const LOOKS: u32 = 60;
/// How long to wait between two looks.
const PAUSE: Duration = Duration::from_millis(50);

/// Asking other programs.
#[derive(Clone, Debug)]
pub struct Programs {
    search: Option<OsString>,
}

impl Programs {
    /// Those that this process finds.
    pub fn here() -> Self {
        Self {
            search: search_path().map(|(_, path)| path),
        }
    }

    /// What a program prints; nothing where it is missing, fails or takes too long.
    pub(super) fn ask(&self, program: &str, arguments: &[&str]) -> Option<String> {
        let folders = std::env::split_paths(self.search.as_ref()?);
        let file = folders
            .map(|folder| folder.join(program))
            .find(|file| file.is_file())?;
        let mut child = Command::new(file)
            .args(arguments)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .ok()?;
        for _ in 0..LOOKS {
            match child.try_wait() {
                Ok(Some(status)) => {
                    let mut text = String::new();
                    child.stdout.take()?.read_to_string(&mut text).ok()?;
                    return status.success().then_some(text);
                }
                Ok(None) => std::thread::sleep(PAUSE),
                Err(_) => break,
            }
        }
        // It is of no use any more, whether or not it can be stopped.
        let _ = child.kill();
        let _ = child.wait();
        None
    }
}
