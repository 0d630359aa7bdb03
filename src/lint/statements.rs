//! The statements of a text and where each begins and ends: fixes change the text through them, so
//! that comments and everything else stay as they are.

use super::tokens::{Kind, Token, tokens};
use crate::diagnostic::Edit;
use crate::source::Span;

/// A node as it stands in the text.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Statement {
    /// The node's name.
    keyword: Span,
    /// The values and properties after it.
    values: Vec<Span>,
    /// The opening brace, where there are children.
    open: Option<Span>,
    /// One past the last byte, children included, `;` not.
    end: usize,
}

/// Every statement of a text, in the order of the text.
#[derive(Clone, Debug)]
pub(super) struct Statements<'a> {
    text: &'a str,
    all: Vec<Statement>,
}

impl<'a> Statements<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        let mut all: Vec<Statement> = Vec::new();
        let mut parents: Vec<Option<usize>> = Vec::new();
        let mut current: Option<usize> = None;
        for Token { kind, span } in tokens(text) {
            match (kind, current) {
                (Kind::Word, None) => {
                    current = Some(all.len());
                    all.push(Statement {
                        keyword: span,
                        values: Vec::new(),
                        open: None,
                        end: span.end,
                    });
                }
                (Kind::Word, Some(index)) => {
                    all[index].values.push(span);
                    all[index].end = span.end;
                }
                (Kind::Open, _) => {
                    if let Some(index) = current {
                        all[index].open = Some(span);
                        all[index].end = span.end;
                    }
                    parents.push(current.take());
                }
                (Kind::Close, _) => {
                    current = parents.pop().flatten();
                    if let Some(index) = current {
                        all[index].end = span.end;
                    }
                }
                (Kind::End, _) => current = None,
                (Kind::Comment, _) => {}
            }
        }
        Self { text, all }
    }

    /// What stands in a place.
    pub(super) fn text(&self, place: Span) -> &str {
        &self.text[place.range()]
    }

    /// The name of the first statement called `name`.
    pub(super) fn named(&self, name: &str) -> Option<Span> {
        let mut keywords = self.all.iter().map(|statement| statement.keyword);
        keywords.find(|span| self.text[span.range()] == *name)
    }

    /// The innermost statement whose name or values cover `place`.
    fn at(&self, place: Span) -> Option<&Statement> {
        let after = self.all.partition_point(|s| s.keyword.start <= place.start);
        let found = self.all[..after].last()?;
        let head = found.values.last().unwrap_or(&found.keyword).end;
        (place.start < head).then_some(found)
    }

    /// Takes one value out, and the whole statement with it where it is the only one.
    pub(super) fn without_value(&self, value: Span) -> Option<Edit> {
        let statement = self.at(value)?;
        let is_argument = |span: &&Span| !self.text[span.range()].contains('=');
        let mut arguments = statement.values.iter().filter(is_argument);
        let token = *statement
            .values
            .iter()
            .find(|span| span.start == value.start)?;
        if arguments.all(|other| *other == token) {
            return Some(self.without(statement));
        }
        let before = self.text[..token.start].trim_end_matches([' ', '\t']).len();
        Some(removal(Span::new(before, token.end)))
    }

    /// Takes out the second of two things that say the same: a statement by its name or its first
    /// value, a property by its key, or one value among others. Also answers whether nothing is
    /// lost by it.
    pub(super) fn without_second(&self, first: Span, second: Span) -> Option<(Edit, bool)> {
        let (one, other) = (self.at(first)?, self.at(second)?);
        let token = |statement: &Statement, place: Span| {
            let mut values = statement.values.iter();
            values.find(|value| value.start == place.start).copied()
        };
        let words = |statement: &Statement| {
            let text = &self.text[statement.keyword.start..statement.end];
            text.split_whitespace().collect::<Vec<_>>()
        };
        match (token(one, first), token(other, second)) {
            (Some(a), Some(b)) if one.keyword == other.keyword => {
                let before = self.text[..b.start].trim_end_matches([' ', '\t']).len();
                let equal = self.text[a.range()] == self.text[b.range()];
                Some((removal(Span::new(before, b.end)), equal))
            }
            (Some(a), Some(b))
                if one.values.first() != Some(&a) || other.values.first() != Some(&b) =>
            {
                let properties = |statement: &Statement| {
                    let values = statement.values.iter();
                    let texts = values.map(|value| &self.text[value.range()]);
                    texts.filter(|text| text.contains('=')).collect::<Vec<_>>()
                };
                let equal = properties(one) == properties(other);
                Some((self.without_value(second)?, equal))
            }
            _ => Some((self.without(other), words(one) == words(other))),
        }
    }

    /// Takes out the whole statement that `place` belongs to.
    pub(super) fn without_statement(&self, place: Span) -> Option<Edit> {
        self.at(place).map(|statement| self.without(statement))
    }

    /// The statement with its `;`, and with its line where nothing else stands on it.
    fn without(&self, statement: &Statement) -> Edit {
        let (mut start, mut end) = (statement.keyword.start, statement.end);
        let blank = |text: &str| text.len() - text.trim_start_matches([' ', '\t']).len();
        let to_semicolon = end + blank(&self.text[end..]);
        if self.text[to_semicolon..].starts_with(';') {
            end = to_semicolon + 1;
        }
        let before = self.text[..start].trim_end_matches([' ', '\t']).len();
        let after = end + blank(&self.text[end..]);
        let first = before == 0 || self.text[..before].ends_with('\n');
        let rest = &self.text[after..];
        let line_break = if rest.starts_with("\r\n") { 2 } else { 1 };
        if first && (rest.starts_with('\n') || rest.starts_with("\r\n")) {
            (start, end) = (before, after + line_break);
        } else if first {
            end = after;
        } else {
            start = before;
        }
        removal(Span::new(start, end))
    }

    /// Adds a value after the last argument of the statement that `place` belongs to.
    pub(super) fn with_value(&self, place: Span, value: &str) -> Option<Edit> {
        let statement = self.at(place)?;
        let is_argument = |span: &&Span| !self.text[span.range()].contains('=');
        let last = statement.values.iter().rfind(is_argument);
        let at = last.unwrap_or(&statement.keyword).end;
        Some(insertion(at, format!(" {value}")))
    }

    /// Adds something after everything on the line of the statement, before its children.
    pub(super) fn after_head(&self, place: Span, text: &str) -> Option<Edit> {
        let statement = self.at(place)?;
        let at = statement.values.last().unwrap_or(&statement.keyword).end;
        Some(insertion(at, text.to_owned()))
    }

    /// Adds a statement as the first child of the one that `place` belongs to.
    pub(super) fn with_child(&self, place: Span, child: &str) -> Option<Edit> {
        let statement = self.at(place)?;
        let line = self.text[..statement.keyword.start]
            .rfind('\n')
            .map_or(0, |n| n + 1);
        let line = &self.text[line..];
        let indent = &line[..line.len() - line.trim_start_matches([' ', '\t']).len()];
        Some(match statement.open {
            Some(open)
                if self.text[open.end..]
                    .trim_start_matches([' ', '\t', '\r'])
                    .starts_with('\n') =>
            {
                insertion(open.end, format!("\n{indent}    {child}"))
            }
            Some(open) => insertion(open.end, format!(" {child};")),
            None => insertion(statement.end, format!(" {{ {child}; }}")),
        })
    }

    /// Whether the statement that `place` belongs to has more than one argument.
    pub(super) fn lists_several(&self, place: Span) -> bool {
        let is_argument = |span: &&Span| !self.text[span.range()].contains('=');
        self.at(place)
            .is_some_and(|s| s.values.iter().filter(is_argument).count() > 1)
    }
}

fn removal(span: Span) -> Edit {
    Edit {
        span,
        text: String::new(),
    }
}

fn insertion(at: usize, text: String) -> Edit {
    Edit {
        span: Span::new(at, at),
        text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "w {\n  // one\n  reads A B // two\n  next b { check \"x\"; }\n  next b; next c\n  p q\n}\n";

    fn applied(edit: impl Fn(&Statements) -> Option<Edit>) -> String {
        let edit = edit(&Statements::new(TEXT)).expect("an edit");
        let mut text = TEXT.to_owned();
        text.replace_range(edit.span.range(), &edit.text);
        text
    }

    fn place(of: &str) -> Span {
        let start = TEXT.find(of).expect("there") + of.len() - 1;
        Span::new(start, start + 1)
    }

    #[test]
    fn a_fix_touches_only_its_own_bytes() {
        let cases = [
            (
                applied(|s| s.without_value(place("A"))),
                "reads A B // two",
                "reads B // two",
            ),
            (
                applied(|s| s.without_value(place("A B"))),
                "reads A B // two",
                "reads A // two",
            ),
            (
                applied(|s| s.without_value(place("next b"))),
                "  next b { check \"x\"; }\n",
                "",
            ),
            (
                applied(|s| s.without_value(place("next c"))),
                "next b; next c",
                "next b;",
            ),
            (applied(|s| s.without_statement(place("p"))), "  p q\n", ""),
            (applied(|s| s.with_value(place("A"), "C")), "A B", "A B C"),
            (
                applied(|s| s.after_head(place("A"), " d=1")),
                "A B",
                "A B d=1",
            ),
            (
                applied(|s| s.with_child(place("w"), "z")),
                "w {",
                "w {\n    z",
            ),
            (
                applied(|s| s.with_child(place("p"), "z")),
                "p q",
                "p q { z; }",
            ),
            (
                applied(|s| s.with_child(place("next b"), "z")),
                "next b {",
                "next b { z;",
            ),
        ];
        for (found, old, new) in cases {
            assert_eq!(found, TEXT.replacen(old, new, 1), "{old:?}");
        }
    }

    #[test]
    fn the_innermost_statement_counts() {
        let statements = Statements::new(TEXT);
        assert!(statements.lists_several(place("A")));
        assert!(!statements.lists_several(place("next b")));
        assert_eq!(
            statements.at(Span::new(0, 1)).map(|s| s.keyword.start),
            Some(0)
        );
        assert_eq!(statements.at(Span::new(2, 3)), None);
    }
}
