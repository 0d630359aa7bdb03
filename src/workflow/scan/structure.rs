//! Which tokens may follow which: nodes, their entries, their blocks, and what `/-` comments out.

use crate::source::Span;

use super::blocks::Blocks;
use super::faults::Faults;
use super::lexer::{Lexeme, Lexer, Token};

/// Reads the whole text, and reports what stands where it may not.
pub(super) fn accept(faults: &mut Faults<'_>) {
    let mut lexer = Lexer::new(faults.text());
    let mut structure = Structure {
        faults,
        blocks: Blocks::default(),
        node: None,
        slashdash: None,
        key: None,
        property: None,
    };
    let mut line_start = true;
    loop {
        let lexeme = lexer.next(structure.faults);
        let indent = lexer.indent();
        structure.take(lexeme, indent, line_start);
        if lexeme.token == Token::End {
            return;
        }
        line_start = lexeme.token == Token::Newline;
    }
}

/// What may still follow in a node.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Stage {
    /// Entries and blocks.
    Entries,
    /// Blocks only: one that `/-` comments out was read.
    Blocks,
    /// Only blocks that `/-` comments out: the node's own was read.
    Closed,
}

/// A node that goes on.
#[derive(Clone, Copy)]
pub(super) struct Node {
    stage: Stage,
    /// Whether `/-` stands before it.
    pub(super) hidden: bool,
}

/// What stands before a `=`.
#[derive(Clone, Copy)]
struct Key {
    lexeme: Lexeme,
    names_node: bool,
}

/// A key and its `=`, whose value was not read yet.
#[derive(Clone, Copy)]
struct Property {
    key: Span,
    equals: Lexeme,
}

struct Structure<'a, 'f> {
    faults: &'f mut Faults<'a>,
    blocks: Blocks,
    node: Option<Node>,
    /// A `/-` whose target was not read yet.
    slashdash: Option<Span>,
    /// The token before, if it may be a key.
    key: Option<Key>,
    property: Option<Property>,
}

impl Structure<'_, '_> {
    fn take(&mut self, lexeme: Lexeme, indent: usize, line_start: bool) {
        let key = self.key.take();
        let property = self.property.take();
        let value = matches!(lexeme.token, Token::Text | Token::Value);
        match property {
            Some(property) if value => return self.value(property, lexeme),
            Some(property) => self.missing_value(property),
            None => {}
        }
        match lexeme.token {
            Token::Text | Token::Value => self.entry(lexeme),
            Token::Equals => self.equals(lexeme, key),
            Token::Slashdash => self.slashdash(lexeme),
            Token::Continuation => self.continuation(lexeme.span),
            Token::Open => self.open(lexeme, indent),
            Token::Close => {
                self.end_slashdash();
                let indent = line_start.then_some(indent);
                self.node = self.blocks.close(lexeme.span, indent, self.faults);
            }
            Token::Newline | Token::Semicolon => self.end_node(lexeme),
            Token::End => self.end(lexeme.span),
        }
    }

    /// A node's name, an argument, or the key of a property.
    fn entry(&mut self, entry: Lexeme) {
        let hidden = self.slashdash.take().is_some();
        self.key = Some(Key {
            lexeme: entry,
            names_node: self.node.is_none(),
        });
        match self.node {
            None => {
                let stage = Stage::Entries;
                self.node = Some(Node { stage, hidden });
                if entry.token == Token::Value {
                    let message = format!("`{}` cannot name a node", self.faults.quote(entry.span));
                    let help = "start the line with a node's name";
                    self.faults.derail(entry.span, message, help);
                }
            }
            Some(node) if node.stage != Stage::Entries => {
                let message = format!("`{}` comes after a block", self.faults.quote(entry.span));
                let help = "start it on a line of its own";
                self.faults.derail(entry.span, message, help);
            }
            Some(_) if !hidden && !entry.spaced => self.runs_into(entry.span),
            Some(_) => {}
        }
    }

    fn runs_into(&mut self, span: Span) {
        let message = format!(
            "`{}` runs into what stands before it",
            self.faults.quote(span)
        );
        self.faults.syntax(span, message, "put a space before it");
    }

    fn equals(&mut self, equals: Lexeme, key: Option<Key>) {
        let Some(key) = key else {
            let help = "write a property as `key=value`, and quote a text that holds `=`";
            return self.faults.derail(equals.span, "`=` follows no key", help);
        };
        let span = key.lexeme.span;
        if key.names_node {
            let shown = self.faults.quote(span);
            let message = format!("`{shown}` is the name of a node, not a property");
            let help =
                format!("leave out the `=`: what belongs to `{shown}` follows it after a space");
            self.faults.derail(equals.span, message, help);
        } else if key.lexeme.token == Token::Value {
            let message = format!("`{}` cannot name a property", self.faults.quote(span));
            self.faults.derail(span, message, "start it with a letter");
        } else {
            self.property = Some(Property { key: span, equals });
        }
    }

    fn value(&mut self, property: Property, value: Lexeme) {
        if property.equals.spaced || value.spaced {
            let span = Span::new(property.key.start, value.span.end);
            let (key, shown) = (
                self.faults.quote(property.key),
                self.faults.quote(value.span),
            );
            let message = "a property has no spaces around its `=`";
            self.faults
                .syntax(span, message, format!("write `{key}={shown}`"));
        }
    }

    fn missing_value(&mut self, property: Property) {
        let span = Span::new(property.key.start, property.equals.span.end);
        let message = format!("`{}` has no value", self.faults.quote(span));
        let help = "write the value right after the `=`, in quotes if it is a text with `=`";
        self.faults.derail(span, message, help);
    }

    fn slashdash(&mut self, mark: Lexeme) {
        if self.slashdash.is_some() {
            let message = "`/-` comes after another `/-`";
            return self.faults.derail(mark.span, message, "remove one of them");
        }
        if self.node.is_some() && !mark.spaced {
            self.runs_into(mark.span);
        }
        self.slashdash = Some(mark.span);
    }

    fn end_slashdash(&mut self) {
        if let Some(span) = self.slashdash.take() {
            let help =
                "put it directly before the node, the argument or the block that it comments out";
            self.faults.derail(span, "`/-` comments out nothing", help);
        }
    }

    fn continuation(&mut self, span: Span) {
        let goes_on = self.node.is_some_and(|node| node.stage != Stage::Closed);
        if !goes_on || self.slashdash.is_some() {
            let backslash = Span::new(span.start, span.start + 1);
            self.faults
                .derail(backslash, "`\\` continues no node", "remove it");
        }
    }

    fn open(&mut self, brace: Lexeme, indent: usize) {
        let hidden = self.slashdash.take().is_some();
        match &mut self.node {
            None => {
                let help = "put the node's name before `{`, on the same line";
                self.faults
                    .derail(brace.span, "the block belongs to no node", help);
            }
            Some(node) if hidden => {
                if node.stage == Stage::Entries {
                    node.stage = Stage::Blocks;
                }
            }
            Some(node) if node.stage == Stage::Closed => {
                let help = "join the blocks, or start the second node on a line of its own";
                self.faults
                    .derail(brace.span, "the node has a block already", help);
            }
            Some(node) => {
                node.stage = Stage::Closed;
                if !brace.spaced {
                    self.runs_into(brace.span);
                }
            }
        }
        let node = self.node.take();
        self.blocks
            .open(brace.span, indent, hidden, node, self.faults);
    }

    fn end_node(&mut self, end: Lexeme) {
        self.end_slashdash();
        let semicolon = end.token == Token::Semicolon;
        match self.node.take() {
            None if semicolon => self
                .faults
                .derail(end.span, "`;` ends no node", "remove it"),
            Some(node) if semicolon && node.hidden => {
                let message = "`;` comes after a node that `/-` comments out";
                let help = "end the node with a line break instead";
                self.faults.derail(end.span, message, help);
            }
            _ => {}
        }
        self.faults.listen();
    }

    fn end(&mut self, end: Span) {
        self.end_slashdash();
        self.faults.listen();
        if !self.faults.full()
            && let Some(fault) = self.blocks.unclosed(end, self.faults)
        {
            self.faults.raise(fault);
        }
    }
}
