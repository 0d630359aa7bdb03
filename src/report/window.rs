//! The lines of a source that a drawing shows, however long the source is.

use miette::{MietteError, MietteSpanContents, SourceCode, SourceSpan, SpanContents};

use crate::source::{SourceFile, Span};

/// How many bytes a line has that can be shown: nobody reads longer ones, and a finding in each word
/// of one would show all of it again.
const MOST_BYTES: usize = 4096;

/// How many lines are shown around a place.
pub(super) const AROUND: usize = 1;

/// A text whose lines are found without reading it from its start.
#[derive(Debug)]
pub(super) struct Window<'a>(&'a SourceFile);

impl<'a> Window<'a> {
    /// The text, unless one of the lines around these places is too long to be shown.
    pub(super) fn around(file: &'a SourceFile, places: impl Iterator<Item = Span>) -> Option<Self> {
        let is_long = |line: usize| {
            let length = file.line_start(line + 1) - file.line_start(line);
            length > MOST_BYTES
        };
        let mut lines = places.flat_map(|place| {
            let (first, last) = (
                file.position(place.start).line,
                file.position(place.end).line,
            );
            first.saturating_sub(AROUND).max(1)..=last + AROUND
        });
        (!lines.any(is_long)).then_some(Self(file))
    }
}

impl SourceCode for Window<'_> {
    fn read_span<'s>(
        &'s self,
        span: &SourceSpan,
        before: usize,
        after: usize,
    ) -> Result<Box<dyn SpanContents<'s> + 's>, MietteError> {
        let file = self.0;
        let line = |offset| file.position(offset).line;
        let first = line(span.offset()).saturating_sub(before + 1).max(1);
        let last = line(span.offset() + span.len()) + after + 2;
        let (start, end) = (file.line_start(first), file.line_start(last));
        let shifted = SourceSpan::new((span.offset() - start).into(), span.len());
        let part = &file.text()[start..end];
        let read = part.as_bytes().read_span(&shifted, before, after)?;
        let shown = (start + read.span().offset(), read.span().len());
        Ok(Box::new(MietteSpanContents::new_named(
            file.name().to_owned(),
            read.data(),
            shown.into(),
            first - 1 + read.line(),
            read.column(),
            first - 1 + read.line_count(),
        )))
    }
}
