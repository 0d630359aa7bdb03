//! A prompt file taken apart: its headings, its code, and its words.

use std::ops::Range;

use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};

use super::section::Heading;

/// A part of a prompt that stands under a heading which the workflow may own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Owned {
    pub(super) heading: Heading,
    /// From the heading to where the next part begins.
    pub(super) range: Range<usize>,
}

/// A piece of code in a prompt.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Code {
    pub(super) text: String,
    /// Where it stands.
    pub(super) range: Range<usize>,
    /// Whether it stands in a line of words.
    pub(super) inline: bool,
}

fn events(text: &str) -> impl Iterator<Item = (Event<'_>, Range<usize>)> {
    Parser::new_ext(text, Options::ENABLE_TABLES).into_offset_iter()
}

/// The parts under headings that the workflow may own, in the order of the text.
///
/// A part ends at the next heading of any level: what a person adds under one of their own stays theirs.
pub(super) fn owned(text: &str) -> Vec<Owned> {
    let headings = headings(text);
    let mut parts = Vec::new();
    for (index, (title, start)) in headings.iter().enumerate() {
        let Some(heading) = Heading::of(title) else {
            continue;
        };
        let end = headings
            .get(index + 1)
            .map_or(text.len(), |(_, start)| *start);
        parts.push(Owned {
            heading,
            range: *start..end,
        });
    }
    parts
}

/// Every heading: its text, and where it starts.
fn headings(text: &str) -> Vec<(String, usize)> {
    let mut headings = Vec::new();
    let mut open: Option<(String, usize)> = None;
    for (event, range) in events(text) {
        match event {
            Event::Start(Tag::Heading { .. }) => open = Some((String::new(), range.start)),
            Event::End(TagEnd::Heading(_)) => headings.extend(open.take()),
            Event::Text(words) | Event::Code(words) => {
                if let Some((title, _)) = &mut open {
                    title.push_str(&words);
                }
            }
            _ => {}
        }
    }
    headings
}

/// Every piece of code: spans, and each line of a block.
pub(super) fn code(text: &str) -> Vec<Code> {
    let mut pieces = Vec::new();
    let mut in_block = false;
    for (event, range) in events(text) {
        match event {
            Event::Start(Tag::CodeBlock(_)) => in_block = true,
            Event::End(TagEnd::CodeBlock) => in_block = false,
            Event::Code(words) => pieces.push(Code {
                text: words.into_string(),
                range,
                inline: true,
            }),
            Event::Text(words) if in_block => {
                let mut start = range.start;
                for line in words.split_inclusive('\n') {
                    let end = start + line.len();
                    pieces.push(Code {
                        text: line.trim().to_owned(),
                        range: start..start + line.trim_end().len(),
                        inline: false,
                    });
                    start = end;
                }
            }
            _ => {}
        }
    }
    pieces
}

/// The text with line breaks as Unix has them.
pub(super) fn unix(text: &str) -> String {
    text.replace("\r\n", "\n")
}
