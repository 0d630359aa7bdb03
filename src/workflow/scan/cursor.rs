//! A place in a text that moves forward.

/// Whether `c` separates words: KDL knows more spaces, which are refused outside strings and comments.
pub(super) fn is_space(c: char) -> bool {
    c == ' ' || c == '\t'
}

/// Whether `c` ends a line, alone or as a part of a line break.
pub(super) fn is_line_break(c: char) -> bool {
    c == '\n' || c == '\r'
}

/// The spaces of KDL that nobody can tell from an ordinary one.
pub(super) fn is_odd_space(c: char) -> bool {
    matches!(
        c,
        '\u{a0}' | '\u{1680}' | '\u{2000}'..='\u{200a}' | '\u{202f}' | '\u{205f}' | '\u{3000}'
    )
}

/// A place in a text.
#[derive(Clone, Copy)]
pub(super) struct Cursor<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Cursor<'a> {
    /// The start of `text`, after its byte order mark.
    pub(super) fn new(text: &'a str) -> Self {
        let mut start = Self { text, at: 0 };
        start.eat("\u{feff}");
        start
    }

    pub(super) fn at(&self) -> usize {
        self.at
    }

    pub(super) fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    /// The text from `start` up to here.
    pub(super) fn since(&self, start: usize) -> &'a str {
        &self.text[start..self.at]
    }

    pub(super) fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    pub(super) fn advance(&mut self, bytes: usize) {
        self.at += bytes;
    }

    /// Moves to `at`, back as well.
    pub(super) fn move_to(&mut self, at: usize) {
        self.at = at;
    }

    pub(super) fn bump(&mut self) -> Option<char> {
        let c = self.peek()?;
        self.at += c.len_utf8();
        Some(c)
    }

    pub(super) fn eat(&mut self, what: &str) -> bool {
        let found = self.rest().starts_with(what);
        if found {
            self.at += what.len();
        }
        found
    }

    pub(super) fn eat_while(&mut self, belongs: impl Fn(char) -> bool) -> bool {
        let rest = self.rest();
        let length = rest.find(|c| !belongs(c)).unwrap_or(rest.len());
        self.at += length;
        length > 0
    }

    /// Whether a line break or the end stands here.
    pub(super) fn at_line_end(&self) -> bool {
        self.peek().is_none_or(is_line_break)
    }

    /// Passes a line break; a lone carriage return is one too, and reported elsewhere.
    pub(super) fn eat_newline(&mut self) -> bool {
        self.eat("\r\n") || self.eat("\n") || self.eat("\r")
    }

    /// Moves to the end of the line, before its line break.
    pub(super) fn eat_line(&mut self) {
        self.eat_while(|c| !is_line_break(c));
    }
}
