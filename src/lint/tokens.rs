//! The words of a text with their places: what fixes, comments and editors need and a parsed tree
//! no longer has.

use crate::source::Span;

/// What a token is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A name, a value or a `key=value`.
    Word,
    /// `{`
    Open,
    /// `}`
    Close,
    /// A line break or `;`.
    End,
    /// A comment that ends with its line.
    Comment,
}

/// A token and its bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Token {
    /// What it is.
    pub kind: Kind,
    /// Its bytes.
    pub span: Span,
}

/// The tokens of a text that is KDL. Of any other text they are a guess, in linear time.
pub fn tokens(text: &str) -> Vec<Token> {
    let bytes = text.as_bytes();
    let mut found: Vec<Token> = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        let rest = &text[at..];
        let (kind, length) = match bytes[at] {
            b'{' => (Some(Kind::Open), 1),
            b'}' => (Some(Kind::Close), 1),
            b'\n' | b';' => (Some(Kind::End), 1),
            b'\\' => (None, continuation(rest)),
            b'/' if rest.starts_with("//") => {
                let line = rest.split(['\n', '\r']).next().unwrap_or_default();
                (Some(Kind::Comment), line.len())
            }
            b'/' if rest.starts_with("/*") => (None, block_comment(rest)),
            b'/' if rest.starts_with("/-") => (Some(Kind::Word), 2),
            _ => match rest.chars().next() {
                Some(space) if space.is_whitespace() || space == '\u{feff}' => {
                    (None, space.len_utf8())
                }
                _ => (Some(Kind::Word), word(rest)),
            },
        };
        if let Some(kind) = kind {
            let span = Span::new(at, at + length);
            found.push(Token { kind, span });
        }
        at += length;
    }
    found
}

/// The length of a word: names, texts and what joins them by `=`.
fn word(text: &str) -> usize {
    let mut length = 0;
    while let Some(next) = text[length..].chars().next() {
        let rest = &text[length..];
        let hashes = match next {
            '#' => rest.len() - rest.trim_start_matches('#').len(),
            _ => 0,
        };
        if matches!(next, '#' | '"') && rest[hashes..].starts_with('"') {
            length += hashes + quoted(&rest[hashes..], hashes);
        } else if length > 0
            && (next.is_whitespace() || matches!(next, '{' | '}' | ';' | '/' | '\\'))
        {
            break;
        } else {
            length += next.len_utf8().max(hashes);
        }
    }
    length
}

/// The length of a text from its first quote on: plain, of several lines, or raw.
fn quoted(text: &str, hashes: usize) -> usize {
    let quotes = if text.starts_with("\"\"\"") { 3 } else { 1 };
    let end = format!("{}{}", "\"".repeat(quotes), "#".repeat(hashes));
    let mut at = quotes;
    while at < text.len() {
        if text[at..].starts_with(&end) {
            return at + end.len();
        }
        let mut rest = text[at..].chars();
        let next = rest.next();
        at += next.map_or(1, char::len_utf8);
        if hashes == 0 && next == Some('\\') {
            at += rest.next().map_or(0, char::len_utf8);
        }
    }
    text.len()
}

/// The length of a block comment, with those inside it.
fn block_comment(text: &str) -> usize {
    let bytes = text.as_bytes();
    let (mut depth, mut at) = (0_usize, 0);
    while at < bytes.len() {
        match bytes.get(at..at + 2) {
            Some(b"/*") => (depth, at) = (depth + 1, at + 2),
            Some(b"*/") => (depth, at) = (depth - 1, at + 2),
            _ => at += 1,
        }
        if depth == 0 {
            return at;
        }
    }
    text.len()
}

/// The length of a `\` and the rest of its line: the next line goes on with the same node.
fn continuation(text: &str) -> usize {
    text.find('\n').map_or(text.len(), |newline| newline + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_comments_and_ends_are_told_apart() {
        let text = "a \"b // c\" #\"d\"e\"# f=\"g h\" /* x /* y */ */ { // z\n b \\\n \"\"\"\n\"\n\"\"\"; }";
        let found: Vec<(Kind, &str)> = tokens(text)
            .iter()
            .map(|token| (token.kind, &text[token.span.range()]))
            .collect();
        assert_eq!(
            found,
            [
                (Kind::Word, "a"),
                (Kind::Word, "\"b // c\""),
                (Kind::Word, "#\"d\"e\"#"),
                (Kind::Word, "f=\"g h\""),
                (Kind::Open, "{"),
                (Kind::Comment, "// z"),
                (Kind::End, "\n"),
                (Kind::Word, "b"),
                (Kind::Word, "\"\"\"\n\"\n\"\"\""),
                (Kind::End, ";"),
                (Kind::Close, "}"),
            ]
        );
    }

    #[test]
    fn any_text_ends() {
        for text in ["\"", "#\"", "/*", "\\", "/", "#", "a\"\\", "\u{feff}ä\"ö"] {
            let end = tokens(text).last().map_or(0, |token| token.span.end);
            assert!(end <= text.len(), "{text:?}");
        }
    }
}
