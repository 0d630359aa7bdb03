//! The end of what a command wrote, fit to be shown.

use std::fs::File;
use std::io::{self, Read as _, Seek as _, SeekFrom};

use anstream::adapter::strip_str;

/// How many lines are shown.
const MAX_LINES: usize = 20;
/// How many characters of each.
const MAX_CHARS: usize = 400;
/// How far back from the end they are looked for.
const WINDOW: u64 = 128 << 10;

/// The last lines that show anything, without escape sequences and control characters.
pub(super) fn last_lines(output: &mut File) -> io::Result<Vec<String>> {
    let start = output.metadata()?.len().saturating_sub(WINDOW);
    output.seek(SeekFrom::Start(start))?;
    let mut bytes = Vec::new();
    // What survived the command may still write: no more than was there is read.
    output.take(WINDOW).read_to_end(&mut bytes)?;
    let text = String::from_utf8_lossy(&bytes);
    let mut lines: Vec<_> = text
        .lines()
        .rev()
        .map(shown)
        .filter(|line| !line.is_empty())
        .take(MAX_LINES)
        .collect();
    lines.reverse();
    Ok(lines)
}

/// What a terminal would show of the line, cut to its bound.
fn shown(line: &str) -> String {
    let plain = strip_str(line).to_string();
    // A carriage return draws over what stood before it, as progress bars do.
    let last = plain.trim_end().rsplit('\r').next().unwrap_or_default();
    let mut characters = last.chars().filter(|c| !c.is_control() || *c == '\t');
    let mut shown: String = characters.by_ref().take(MAX_CHARS - 1).collect();
    match (characters.next(), characters.next()) {
        (None, _) => {}
        (Some(last), None) => shown.push(last),
        (Some(_), Some(_)) => shown.push('…'),
    }
    shown
}

#[cfg(test)]
mod tests {
    use std::io::Write as _;

    use super::*;

    fn tail(written: impl AsRef<[u8]>) -> Vec<String> {
        let mut file = tempfile::tempfile().expect("a file");
        file.write_all(written.as_ref()).expect("written");
        last_lines(&mut file).expect("read")
    }

    #[test]
    fn what_is_shown_is_plain_text() {
        for (written, expected) in [
            (&b""[..], &[][..]),
            (b"one\ntwo", &["one", "two"]),
            (b"one\r\n\r\n  \ntwo\r\n", &["one", "two"]),
            (b"\x1b[31merror\x1b[0m: \x07no\0\n", &["error: no"]),
            (b" 10%\r 50%\r100%\n", &["100%"]),
            (b"a\xffb", &["a\u{fffd}b"]),
            (b"a\tb", &["a\tb"]),
        ] {
            assert_eq!(tail(written), expected, "{written:?}");
        }
    }

    #[test]
    fn lines_and_their_lengths_are_bounded() {
        let many: Vec<_> = (0..1000).map(|n| format!("line {n}")).collect();
        let lines = tail(many.join("\n"));
        assert_eq!(lines.len(), 20);
        assert_eq!(lines[0], "line 980");
        assert_eq!(lines[19], "line 999");

        assert_eq!(tail("ä".repeat(400)), ["ä".repeat(400)]);
        assert_eq!(tail("ä".repeat(401)), [format!("{}…", "ä".repeat(399))]);
        let endless = tail("x".repeat(1 << 20));
        assert_eq!(endless.len(), 1);
        assert_eq!(endless[0].chars().count(), 400);
    }
}
