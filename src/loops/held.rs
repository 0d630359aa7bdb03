//! Running a program of a loop to its end: held by the sandbox, within limits, and with what it
//! writes in a log.

use std::ffi::OsString;
use std::io::{self, PipeReader, Read as _};
use std::sync::{Mutex, PoisonError};
use std::thread;

use crate::diagnostic::Diagnostic;
use crate::fs::RotatedLog;
use crate::guard::sandbox::{Ended, Limits, NotRun, Sandbox};

/// How many bytes at the end of what a program wrote are looked at.
const WINDOW: usize = 4 << 20;

/// The end of what a program wrote to standard output.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Output {
    /// The last bytes.
    pub bytes: Vec<u8>,
    /// Whether something came before them.
    pub cut: bool,
}

/// A program that ran.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ran {
    /// How it ended.
    pub ended: Ended,
    /// What it wrote.
    pub output: Output,
    /// Why not all that it wrote is in the log, if that is so.
    pub unlogged: Option<String>,
}

/// Why a program did not run.
#[derive(Debug)]
pub enum Unrun {
    /// It would not have been held.
    Unheld(Box<Diagnostic>),
    /// There is no such program, or it could not be started.
    NoProgram(String),
}

/// Runs `command` held by `sandbox`, with `environment` and nothing else of this one.
pub(crate) fn run(
    sandbox: &Sandbox<'_>,
    command: &[OsString],
    environment: &[(OsString, OsString)],
    log: RotatedLog,
    limits: &mut Limits<'_>,
) -> Result<Ran, Unrun> {
    let failed = |error: io::Error| Unrun::NoProgram(format!("a pipe: {error}"));
    let (stdout, to_stdout) = io::pipe().map_err(failed)?;
    let (stderr, to_stderr) = io::pipe().map_err(failed)?;
    let log = Mutex::new((log, None));
    let (ended, output) = thread::scope(|scope| {
        let written = scope.spawn(|| drained(stdout, &log));
        scope.spawn(|| drained(stderr, &log));
        let ended = sandbox.run_alone(command, environment, (to_stdout, to_stderr), limits);
        (ended, written.join().unwrap_or_default())
    });
    let (_, unlogged) = log.into_inner().unwrap_or_else(PoisonError::into_inner);
    match ended {
        Ok(ended) => Ok(Ran {
            ended,
            output,
            unlogged,
        }),
        Err(NotRun::Refused(found)) => Err(Unrun::Unheld(found)),
        Err(NotRun::Unable(_, problem)) => {
            let program = command.first().map(|program| program.to_string_lossy());
            let program = program.unwrap_or_default();
            Err(Unrun::NoProgram(format!(
                "cannot run `{program}`: {problem}"
            )))
        }
    }
}

/// Reads a pipe to its end, logs what comes, and hands back the last of it. A program whose output
/// nobody reads would wait for ever, so a log that cannot be written ends only the logging.
fn drained(mut pipe: PipeReader, log: &Mutex<(RotatedLog, Option<String>)>) -> Output {
    let mut output = Output::default();
    let mut buffer = vec![0; 64 << 10];
    loop {
        let read = match pipe.read(&mut buffer) {
            Ok(0) => return output,
            Ok(read) => &buffer[..read],
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(_) => {
                output.cut = true;
                return output;
            }
        };
        let mut log = log.lock().unwrap_or_else(PoisonError::into_inner);
        if log.1.is_none() {
            log.1 = log.0.write(read).err().map(|error| error.to_string());
        }
        drop(log);
        output.add(read);
    }
}

impl Output {
    fn add(&mut self, bytes: &[u8]) {
        self.bytes.extend_from_slice(bytes);
        // What is too much is dropped now and then, and not for every piece that comes.
        if self.bytes.len() > 2 * WINDOW {
            let more = self.bytes.len() - WINDOW;
            self.bytes.drain(..more);
            self.cut = true;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_end_of_what_is_written_is_kept() {
        let mut output = Output::default();
        output.add(b"first\n");
        assert_eq!(
            (output.bytes.as_slice(), output.cut),
            (&b"first\n"[..], false)
        );
        for _ in 0..300 {
            output.add(&vec![b'x'; 64 << 10]);
        }
        output.add(b"last\n");
        assert!(output.cut && output.bytes.len() <= 2 * WINDOW + 5);
        assert!(output.bytes.ends_with(b"xlast\n"));
    }
}
