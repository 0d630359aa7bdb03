//! Which characters may stand in a workflow at all, comments and strings included.

use crate::source::Span;

use super::faults::Faults;

/// Reports the first forbidden character of each line.
pub(super) fn check(faults: &mut Faults<'_>) {
    let text = faults.text();
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let body = line
            .strip_suffix("\r\n")
            .or_else(|| line.strip_suffix('\n'))
            .unwrap_or(line);
        let forbidden = body
            .char_indices()
            .map(|(at, c)| (start + at, c))
            .filter(|&place| place != (0, BYTE_ORDER_MARK))
            .find_map(|(at, c)| Some((at, c, help(c)?)));
        if let Some((at, c, help)) = forbidden {
            let message = format!("the character `U+{:04X}` may not stand here", u32::from(c));
            faults.syntax(Span::new(at, at + c.len_utf8()), message, help);
        }
        start += line.len();
    }
}

const BYTE_ORDER_MARK: char = '\u{feff}';

/// What to do about `c`, where it is forbidden.
fn help(c: char) -> Option<&'static str> {
    match c {
        '\r' | '\u{b}' | '\u{c}' | '\u{85}' | '\u{2028}' | '\u{2029}' => {
            Some("lines end with a line feed, or a carriage return and a line feed")
        }
        '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => {
            Some("remove it: it changes the direction in which the text is shown")
        }
        BYTE_ORDER_MARK => Some("remove it: a byte order mark stands only at the start of a file"),
        '\0'..='\u{8}' | '\u{e}'..='\u{1f}' | '\u{7f}' => {
            Some("remove it; in a quoted string, it is written as `\\u{...}`")
        }
        _ => None,
    }
}
