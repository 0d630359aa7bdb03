//! The statements of a text, also of one that is only half written.

use crate::lint::{Token, TokenKind, tokens};
use crate::source::Span;
use crate::workflow::{Naming, Word};

/// A node as it is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Statement {
    /// Its word.
    pub(super) head: Span,
    /// Its arguments, without properties.
    pub(super) arguments: Vec<Span>,
    /// The statement in whose braces it stands.
    pub(super) parent: Option<usize>,
    /// One past its last byte, braces included.
    pub(super) end: usize,
}

/// What stands at a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Meaning<'a> {
    /// A word of the language.
    Word(&'static Word),
    /// The name of a phase.
    Phase(&'a str),
    /// The name of an artifact.
    Artifact(&'a str),
}

/// A text as statements, in its order.
#[derive(Clone, Debug)]
pub(super) struct Outline<'a> {
    text: &'a str,
    pub(super) statements: Vec<Statement>,
}

impl<'a> Outline<'a> {
    pub(super) fn of(text: &'a str) -> Self {
        let mut statements: Vec<Statement> = Vec::new();
        let mut open: Vec<Option<usize>> = Vec::new();
        let mut current: Option<usize> = None;
        for Token { kind, span } in tokens(text) {
            match (kind, current) {
                (TokenKind::Word, None) => {
                    current = Some(statements.len());
                    statements.push(Statement {
                        head: span,
                        arguments: Vec::new(),
                        parent: open.last().copied().flatten(),
                        end: span.end,
                    });
                }
                (TokenKind::Word, Some(index)) => {
                    let statement = &mut statements[index];
                    statement.end = span.end;
                    let word = &text[span.range()];
                    if word.starts_with(['"', '#']) || !word.contains('=') {
                        statement.arguments.push(span);
                    }
                }
                (TokenKind::Open, _) => open.push(current.take()),
                (TokenKind::Close, _) => {
                    current = None;
                    if let Some(index) = open.pop().flatten() {
                        statements[index].end = span.end;
                    }
                }
                (TokenKind::End, _) => current = None,
                (TokenKind::Comment, _) => {}
            }
        }
        for index in open.into_iter().flatten() {
            statements[index].end = text.len();
        }
        Self { text, statements }
    }

    /// A word without its quotes.
    pub(super) fn word(&self, span: Span) -> &'a str {
        self.text[span.range()].trim_matches(['"', '#'])
    }

    /// What the language knows about a statement.
    pub(super) fn meaning(&self, statement: &Statement) -> Option<&'static Word> {
        let parent = statement.parent.map(|index| self.statements[index].head);
        let inside = parent.map_or("", |head| self.word(head));
        Word::find(inside, self.word(statement.head))
    }

    /// What stands at a byte, and where it stands.
    pub(super) fn at(&self, offset: usize) -> Option<(Span, Meaning<'a>)> {
        let covers = |span: Span| span.start <= offset && offset <= span.end;
        for statement in &self.statements {
            if covers(statement.head) {
                let word = self.meaning(statement)?;
                return Some((statement.head, Meaning::Word(word)));
            }
            for (number, &span) in statement.arguments.iter().enumerate() {
                if covers(span) {
                    let name = self.word(span);
                    return match self.meaning(statement)?.names {
                        Naming::Phases => Some((span, Meaning::Phase(name))),
                        Naming::Artifacts => Some((span, Meaning::Artifact(name))),
                        Naming::ArtifactFirst if number == 0 => {
                            Some((span, Meaning::Artifact(name)))
                        }
                        Naming::ArtifactFirst | Naming::Nothing => None,
                    };
                }
            }
        }
        None
    }

    /// Where a name is declared.
    pub(super) fn declaration(&self, of: Meaning<'_>) -> Option<Span> {
        let (word, name) = match of {
            Meaning::Word(_) => return None,
            Meaning::Phase(name) => ("phase", name),
            Meaning::Artifact(name) => ("artifact", name),
        };
        let mut statements = self.statements.iter().filter(|statement| {
            let known = self.meaning(statement);
            known.is_some_and(|known| known.inside == "workflow" && known.name == word)
        });
        statements.find_map(|statement| {
            let first = *statement.arguments.first()?;
            (self.word(first) == name).then_some(first)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_and_names_are_told_apart_by_where_they_stand() {
        let text = "workflow w version=1 {
            artifact \"A.md\" { outcome PASS; }
            phase terminal=success x
            /- phase y
            phase z { produces A.md; next \"x\" { outcome A.md PASS; }; shiny A.md; }";
        let outline = Outline::of(text);
        let at = |word: &str, number: usize| {
            let mut found = text.match_indices(word);
            let (offset, _) = found.nth(number).expect("it is there");
            outline
                .at(offset)
                .map(|(span, meaning)| (&text[span.range()], meaning))
        };
        let word = |inside, name| Meaning::Word(Word::find(inside, name).expect("a word"));
        for (place, expected) in [
            (at("workflow", 0), Some(("workflow", word("", "workflow")))),
            (at("w ", 1), None),
            (at("version", 0), None),
            (at("A.md", 0), Some(("\"A.md\"", Meaning::Artifact("A.md")))),
            (
                at("outcome", 0),
                Some(("outcome", word("artifact", "outcome"))),
            ),
            (at("PASS", 0), None),
            (at("x", 0), Some(("x", Meaning::Phase("x")))),
            (at("phase y", 0), None),
            (at("y", 0), None),
            (at("A.md", 1), Some(("A.md", Meaning::Artifact("A.md")))),
            (at("\"x", 0), Some(("\"x\"", Meaning::Phase("x")))),
            (at("outcome", 1), Some(("outcome", word("next", "outcome")))),
            (at("A.md", 2), Some(("A.md", Meaning::Artifact("A.md")))),
            (at("PASS", 1), None),
            (at("shiny", 0), None),
            (at("A.md", 3), None),
        ] {
            assert_eq!(place, expected);
        }
        let declared = |meaning| outline.declaration(meaning).map(|span| &text[span.range()]);
        assert_eq!(declared(Meaning::Artifact("A.md")), Some("\"A.md\""));
        assert_eq!(declared(Meaning::Phase("z")), Some("z"));
        assert_eq!(declared(Meaning::Phase("y")), None);
        assert_eq!(declared(Meaning::Phase("A.md")), None);
    }

    #[test]
    fn a_statement_ends_with_its_braces_or_with_the_text() {
        let text = "a { b c=1 d; }\ne { f } } g {\n h";
        let outline = Outline::of(text);
        let found: Vec<(&str, Option<usize>)> = outline
            .statements
            .iter()
            .map(|statement| (&text[statement.head.start..statement.end], statement.parent))
            .collect();
        assert_eq!(
            found,
            [
                ("a { b c=1 d; }", None),
                ("b c=1 d", Some(0)),
                ("e { f }", None),
                ("f", Some(2)),
                ("g {\n h", None),
                ("h", Some(4)),
            ]
        );
    }
}
