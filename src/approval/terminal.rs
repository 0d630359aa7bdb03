//! Asking the person at the terminal.

use std::fs::File;
use std::io::{self, BufRead as _, BufReader, Read as _, Write as _};

use rustix::termios::{QueueSelector, tcflush};

use crate::diagnostic::displayable;

/// Longer answers are none of the expected ones.
const MAX_ANSWER_BYTES: u64 = 512;

/// A terminal at which a person was found.
#[derive(Debug)]
pub struct Terminal(File);

impl Terminal {
    pub(super) fn new(file: File) -> Self {
        Self(file)
    }

    /// Shows what is meant for the person alone: nothing that reads the program's output gets it.
    pub fn tell(&self, text: &str) -> io::Result<()> {
        let mut terminal = &self.0;
        writeln!(terminal, "{}", displayable(text))?;
        terminal.flush()
    }

    /// Shows `preview` and asks for the word `expected`. Any other answer is a no.
    ///
    /// What was typed before the question stood there is thrown away: it cannot have been an
    /// answer to it.
    pub fn confirm(&self, preview: &str, expected: &str) -> io::Result<bool> {
        let mut terminal = &self.0;
        writeln!(terminal, "{}", displayable(preview.trim_end()))?;
        tcflush(terminal, QueueSelector::IFlush)?;
        write!(terminal, "type `{}` to confirm: ", displayable(expected))?;
        terminal.flush()?;
        let mut answer = Vec::new();
        BufReader::new(terminal.take(MAX_ANSWER_BYTES)).read_until(b'\n', &mut answer)?;
        if !answer.ends_with(b"\n") {
            // The rest of an over-long answer must not reach the shell as a command.
            tcflush(terminal, QueueSelector::IFlush)?;
            writeln!(terminal)?;
            return Ok(false);
        }
        Ok(answer.trim_ascii() == expected.as_bytes())
    }
}
