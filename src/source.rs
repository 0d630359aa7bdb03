//! Source text with a display name, and byte spans into it.

use std::ops::Range;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

/// A text that findings point into, cheap to clone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceFile {
    name: Arc<str>,
    text: Arc<str>,
    /// Where each line starts: a text with many findings is asked for many places.
    lines: Arc<[usize]>,
    /// The bytes that go on a character: everything may stand in one line.
    inner: Arc<[usize]>,
}

impl SourceFile {
    /// Keeps `text` under the name that findings show.
    pub fn new(name: impl Into<Arc<str>>, text: impl Into<Arc<str>>) -> Self {
        let text = text.into();
        let breaks = memchr::memchr_iter(b'\n', text.as_bytes()).map(|newline| newline + 1);
        let wide = if text.is_ascii() { 0 } else { text.len() };
        let inner = (0..wide).filter(|&at| !text.is_char_boundary(at));
        Self {
            name: name.into(),
            lines: std::iter::once(0).chain(breaks).collect(),
            inner: inner.collect(),
            text,
        }
    }

    /// The name to show, usually a path relative to the project.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The whole text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The text under `span`, or nothing where the span lies outside.
    pub fn slice(&self, span: Span) -> &str {
        self.text.get(span.range()).unwrap_or_default()
    }

    /// The place of a byte offset; an offset past the end is the end.
    pub fn position(&self, offset: usize) -> Position {
        let mut offset = offset.min(self.text.len());
        while !self.text.is_char_boundary(offset) {
            offset -= 1;
        }
        let line = self.lines.partition_point(|&start| start <= offset);
        let start = self.line_start(line);
        let inner = |end| self.inner.partition_point(|&at| at < end);
        Position {
            line,
            column: offset - start - (inner(offset) - inner(start)) + 1,
        }
    }

    /// The byte at which a line, counted from one, starts; past the last line, the end.
    pub fn line_start(&self, line: usize) -> usize {
        let start = self.lines.get(line.saturating_sub(1)).copied();
        start.unwrap_or(self.text.len())
    }

    /// The line, without its line break, in which `offset` lies.
    pub fn line_at(&self, offset: usize) -> &str {
        let line = self.position(offset).line;
        let rest = &self.text[self.line_start(line)..];
        rest.lines().next().unwrap_or_default()
    }
}

/// A line and a column, both counted from one; columns count characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position {
    /// The line, from one.
    pub line: usize,
    /// The column in characters, from one.
    pub column: usize,
}

/// A range of bytes in a [`SourceFile`].
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
pub struct Span {
    /// The first byte.
    pub start: usize,
    /// One past the last byte.
    pub end: usize,
}

impl Span {
    /// The bytes from `start` up to, not including, `end`.
    pub fn new(start: usize, end: usize) -> Self {
        Self { start, end }
    }

    /// The span as a range.
    pub fn range(self) -> Range<usize> {
        self.start..self.end
    }

    /// The length in bytes.
    pub fn len(self) -> usize {
        self.end.saturating_sub(self.start)
    }

    /// Whether the span covers no byte.
    pub fn is_empty(self) -> bool {
        self.len() == 0
    }
}

/// A value together with the place it was written at.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Spanned<T> {
    /// What was written.
    pub value: T,
    /// Where.
    pub span: Span,
}

impl<T> Spanned<T> {
    /// Pairs a value with its place.
    pub fn new(value: T, span: Span) -> Self {
        Self { value, span }
    }

    /// The same place with another value.
    pub fn map<U>(self, change: impl FnOnce(T) -> U) -> Spanned<U> {
        Spanned::new(change(self.value), self.span)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_count_lines_and_characters_from_one() {
        let file = SourceFile::new("w.kdl", "größe a\nb\r\nc");
        assert_eq!(file.position(0), Position { line: 1, column: 1 });
        assert_eq!(file.position(8), Position { line: 1, column: 7 });
        assert_eq!(file.position(10), Position { line: 2, column: 1 });
        assert_eq!(file.position(999), Position { line: 3, column: 2 });
        assert_eq!(file.line_at(10), "b");
    }
}
