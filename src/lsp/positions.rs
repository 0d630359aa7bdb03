//! Places as the protocol counts them: lines from zero, and columns in the units that were agreed.

use lsp_types::{Position, PositionEncodingKind, Range};

use crate::source::{SourceFile, Span};

/// What a column counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Encoding {
    /// Bytes.
    Utf8,
    /// UTF-16 code units, which every client understands.
    #[default]
    Utf16,
}

impl Encoding {
    /// The best of what the client offers.
    pub(super) fn negotiated(offered: &[PositionEncodingKind]) -> Self {
        if offered.contains(&PositionEncodingKind::UTF8) {
            Self::Utf8
        } else {
            Self::Utf16
        }
    }

    /// The protocol's name for it.
    pub(super) fn kind(self) -> PositionEncodingKind {
        match self {
            Self::Utf8 => PositionEncodingKind::UTF8,
            Self::Utf16 => PositionEncodingKind::UTF16,
        }
    }

    fn units(self, c: char) -> usize {
        match self {
            Self::Utf8 => c.len_utf8(),
            Self::Utf16 => c.len_utf16(),
        }
    }
}

/// A text whose places can be converted. For the protocol a lone carriage return ends a line too.
#[derive(Clone, Debug)]
pub(super) struct Text {
    pub(super) source: SourceFile,
    encoding: Encoding,
    starts: Vec<usize>,
}

impl Text {
    pub(super) fn new(source: SourceFile, encoding: Encoding) -> Self {
        let bytes = source.text().as_bytes();
        let breaks = bytes.iter().enumerate().filter(|&(at, byte)| {
            *byte == b'\n' || *byte == b'\r' && bytes.get(at + 1) != Some(&b'\n')
        });
        Self {
            starts: std::iter::once(0)
                .chain(breaks.map(|(at, _)| at + 1))
                .collect(),
            source,
            encoding,
        }
    }

    /// The text after a range of it was replaced, or all of it.
    pub(super) fn changed(&self, range: Option<Range>, new: &str) -> Self {
        let mut text = self.source.text().to_owned();
        match range {
            Some(range) => text.replace_range(self.span(range).range(), new),
            None => new.clone_into(&mut text),
        }
        Self::new(SourceFile::new(self.source.name(), text), self.encoding)
    }

    /// The bytes of a line, without what ends it.
    fn line(&self, line: usize) -> Span {
        let text = self.source.text();
        let Some(&start) = self.starts.get(line) else {
            return Span::new(text.len(), text.len());
        };
        let end = self.starts.get(line + 1).copied().unwrap_or(text.len());
        let line = text[start..end].trim_end_matches(['\r', '\n']);
        Span::new(start, start + line.len())
    }

    /// The place of a byte; inside a line break it is the end of the line.
    pub(super) fn position(&self, offset: usize) -> Position {
        let line = self.starts.partition_point(|&start| start <= offset) - 1;
        let span = self.line(line);
        let mut end = offset.min(span.end);
        while !self.source.text().is_char_boundary(end) {
            end -= 1;
        }
        let before = &self.source.text()[span.start..end];
        let column = before.chars().map(|c| self.encoding.units(c)).sum();
        Position::new(number(line), number(column))
    }

    /// The byte at a place. Past the end of a line it is that end, inside a character its start.
    pub(super) fn offset(&self, position: Position) -> usize {
        let span = self.line(position.line as usize);
        let (mut column, mut offset) = (0, span.start);
        for c in self.source.slice(span).chars() {
            column += self.encoding.units(c);
            if column > position.character as usize {
                break;
            }
            offset += c.len_utf8();
        }
        offset
    }

    pub(super) fn range(&self, span: Span) -> Range {
        Range::new(self.position(span.start), self.position(span.end))
    }

    /// The bytes of a range; its end never lies before its start.
    pub(super) fn span(&self, range: Range) -> Span {
        let start = self.offset(range.start);
        Span::new(start, self.offset(range.end).max(start))
    }
}

fn number(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "größe 🦀x\r\n\rb\n";

    fn text(encoding: Encoding) -> Text {
        Text::new(SourceFile::new("w.kdl", TEXT), encoding)
    }

    #[test]
    fn columns_count_what_was_agreed() {
        let at = |c: char| TEXT.find(c).expect("it is there");
        for (offset, wide, narrow) in [
            (0, (0, 0), (0, 0)),
            (at('e'), (0, 4), (0, 6)),
            (at('🦀'), (0, 6), (0, 8)),
            (at('x'), (0, 8), (0, 12)),
            (at('\r'), (0, 9), (0, 13)),
            (at('b'), (2, 0), (2, 0)),
            (TEXT.len(), (3, 0), (3, 0)),
        ] {
            for (encoding, (line, column)) in [(Encoding::Utf16, wide), (Encoding::Utf8, narrow)] {
                let text = text(encoding);
                let position = Position::new(line, column);
                assert_eq!(text.position(offset), position, "{offset}");
                assert_eq!(text.offset(position), offset, "{position:?}");
            }
        }
    }

    #[test]
    fn a_place_between_places_is_the_one_before() {
        let text = text(Encoding::Utf16);
        let at = |line, column| text.offset(Position::new(line, column));
        let crab = TEXT.find('🦀').expect("it is there");
        assert_eq!(at(0, 7), crab);
        assert_eq!(at(0, 99), TEXT.find('\r').expect("it is there"));
        assert_eq!(at(1, 99), TEXT.find("\rb").expect("it is there"));
        assert_eq!(at(99, 0), TEXT.len());
        assert_eq!(text.position(crab + 1), text.position(crab));
        assert_eq!(text.position(14), text.position(13));
        assert_eq!(text.position(999), text.position(TEXT.len()));
    }

    #[test]
    fn a_range_is_replaced_and_a_reversed_one_is_empty() {
        let before = text(Encoding::Utf16);
        let range = |from, to| Some(Range::new(Position::new(0, from), Position::new(0, to)));
        let after = |range, new| before.changed(range, new).source.text().to_owned();
        assert_eq!(after(range(6, 8), "y"), TEXT.replace('🦀', "y"));
        assert_eq!(after(range(8, 6), "y"), TEXT.replace('x', "yx"));
        assert_eq!(after(None, "new"), "new");
    }
}
