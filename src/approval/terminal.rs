//! Asking the person at the terminal.

use std::fs::File;
use std::io::{self, BufRead as _, BufReader, Read as _, Write as _};

use rustix::termios::{QueueSelector, tcflush};

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

/// The text without anything that moves the cursor or turns the order of letters around: what is
/// confirmed has to be what is seen.
fn displayable(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    for character in text.chars() {
        if character == '\n' || !(character.is_control() || turns(character)) {
            shown.push(character);
        } else {
            shown.extend(character.escape_unicode());
        }
    }
    shown
}

/// Whether the character is invisible and changes how others are shown.
fn turns(character: char) -> bool {
    matches!(
        character,
        '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{2069}' | '\u{feff}'
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_preview_cannot_draw_over_itself() {
        for (text, shown) in [
            ("größe\n  a.md", "größe\n  a.md"),
            ("a\u{1b}[2Jb", "a\\u{1b}[2Jb"),
            ("a\rb\tc", "a\\u{d}b\\u{9}c"),
            ("dm.\u{202e}x", "dm.\\u{202e}x"),
            ("\u{9b}1m\u{200b}", "\\u{9b}1m\\u{200b}"),
        ] {
            assert_eq!(displayable(text), shown);
        }
    }
}
