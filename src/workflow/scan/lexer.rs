//! The text as tokens; faults inside a token are reported here, and the token stands for what was meant.

use crate::source::Span;

use super::cursor::{Cursor, is_line_break, is_odd_space, is_space};
use super::faults::Faults;
use super::{comments, strings, words};

/// What the structure of a text is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Token {
    Newline,
    Semicolon,
    Open,
    Close,
    Equals,
    Slashdash,
    Continuation,
    /// A word or a string: a node's name, a key, or a value.
    Text,
    /// A number or a keyword: only ever a value.
    Value,
    End,
}

/// A token and its place.
#[derive(Clone, Copy)]
pub(super) struct Lexeme {
    pub(super) token: Token,
    pub(super) span: Span,
    /// Whether white space or a comment separates it from the token before.
    pub(super) spaced: bool,
}

/// Reads tokens from a text, one after the other.
pub(super) struct Lexer<'a> {
    cursor: Cursor<'a>,
    /// Up to here, braces inside words were looked at; nothing is looked at twice.
    judged: usize,
    /// How far the line is indented.
    indent: usize,
    continued: bool,
}

impl<'a> Lexer<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        let mut lexer = Self {
            cursor: Cursor::new(text),
            judged: 0,
            indent: 0,
            continued: false,
        };
        lexer.measure_indent();
        lexer
    }

    pub(super) fn indent(&self) -> usize {
        self.indent
    }

    pub(super) fn next(&mut self, faults: &mut Faults<'_>) -> Lexeme {
        let moved = self.pass_space(faults);
        let spaced = std::mem::take(&mut self.continued) || moved;
        let start = self.cursor.at();
        let token = if faults.full() {
            Token::End
        } else {
            self.token(faults)
        };
        Lexeme {
            token,
            span: Span::new(start, self.cursor.at()),
            spaced,
        }
    }

    fn token(&mut self, faults: &mut Faults<'_>) -> Token {
        let Some(first) = self.cursor.peek() else {
            return Token::End;
        };
        if self.cursor.eat_newline() {
            self.measure_indent();
            return Token::Newline;
        }
        let sign = match first {
            ';' => Token::Semicolon,
            '}' => Token::Close,
            '=' => Token::Equals,
            '{' if !self.pass_braced_glob(faults) => Token::Open,
            '{' => return Token::Text,
            '"' => {
                strings::pass(&mut self.cursor, faults);
                return Token::Text;
            }
            '#' if strings::is_raw(self.cursor) => {
                strings::pass(&mut self.cursor, faults);
                return Token::Text;
            }
            '\\' if self.pass_continuation() => return Token::Continuation,
            '/' if self.cursor.eat("/-") => return Token::Slashdash,
            _ => return self.word(faults),
        };
        self.cursor.bump();
        sign
    }

    fn measure_indent(&mut self) {
        let mut ahead = self.cursor;
        ahead.eat_while(is_space);
        self.indent = ahead.at() - self.cursor.at();
    }

    /// Passes spaces and comments, and tells whether there were any.
    fn pass_space(&mut self, faults: &mut Faults<'_>) -> bool {
        let start = self.cursor.at();
        loop {
            self.cursor.eat_while(is_space);
            let rest = self.cursor.rest();
            let here = self.cursor.at();
            if self.cursor.eat_while(is_odd_space) {
                faults.syntax(
                    Span::new(here, self.cursor.at()),
                    "a space that is not an ordinary one",
                    "replace it by an ordinary space, or quote the text that holds it",
                );
            } else if rest.starts_with("//") {
                self.cursor.eat_line();
            } else if rest.starts_with("/*") && !comments::is_glob(self.cursor) {
                comments::pass(&mut self.cursor, faults);
            } else {
                return here > start;
            }
        }
    }

    /// Passes a `\` that ends its line, the line break, and a comment between them.
    fn pass_continuation(&mut self) -> bool {
        let mut ahead = self.cursor;
        ahead.bump();
        ahead.eat_while(is_space);
        if ahead.rest().starts_with("//") {
            ahead.eat_line();
        }
        let continues = ahead.eat_newline();
        if continues {
            self.cursor = ahead;
            self.continued = true;
            self.measure_indent();
        }
        continues
    }

    /// Passes what starts with `{` but is a glob such as `{src,docs}/**`, and reports it.
    fn pass_braced_glob(&mut self, faults: &mut Faults<'_>) -> bool {
        let start = self.cursor.at();
        let Some(run) = self.braced(start) else {
            return false;
        };
        self.cursor.advance(run.len());
        self.needs_quotes(start, faults);
        true
    }

    fn word(&mut self, faults: &mut Faults<'_>) -> Token {
        let start = self.cursor.at();
        self.cursor.eat_while(belongs_to_word);
        let word = self.cursor.since(start);
        if let Some(inside) = word.find("/*") {
            let comment = &faults.text()[start + inside..];
            if inside == 0 || !comments::is_meant(comment) {
                self.cursor.move_to(start);
                self.cursor.advance(glob_run(self.cursor.rest()).len());
                comments::report_glob(Span::new(start, self.cursor.at()), faults);
                return Token::Text;
            }
            self.cursor.move_to(start + inside);
            let opening = Span::new(start + inside, start + inside + 2);
            let message = "a comment runs into the word before it";
            faults.syntax(opening, message, "put a space before `/*`");
        } else if self.cursor.rest().starts_with('{')
            && let Some(run) = self.braced(start)
        {
            self.cursor.move_to(start + run.len());
            self.needs_quotes(start, faults);
            return Token::Text;
        }
        let span = Span::new(start, self.cursor.at());
        words::judge(self.cursor.since(start)).unwrap_or_else(|misfit| {
            let shown = faults.quote(span);
            faults.syntax(span, misfit.message(&shown), misfit.help(&shown));
            if misfit.derails() {
                faults.hush();
            }
            Token::Text
        })
    }

    fn needs_quotes(&self, start: usize, faults: &mut Faults<'_>) {
        let span = Span::new(start, self.cursor.at());
        if self.cursor.since(start).contains("/*") {
            return comments::report_glob(span, faults);
        }
        let shown = faults.quote(span);
        let help = format!("quote it: `{}`", words::quoted(&shown));
        faults.syntax(span, format!("`{shown}` holds `{{` and needs quotes"), help);
    }

    /// The run of characters from `start` on, if it is a glob with alternatives in braces.
    fn braced(&mut self, start: usize) -> Option<&'a str> {
        if start < self.judged {
            return None;
        }
        let mut ahead = self.cursor;
        ahead.move_to(start);
        let run = glob_run(ahead.rest());
        self.judged = start + run.len();
        let balanced = run.matches('{').count() == run.matches('}').count();
        let glob = run.contains(['*', '?', '[', ',']) || run.contains("}/");
        let comment = run.contains("{/");
        (balanced && glob && !comment).then_some(run)
    }
}

fn belongs_to_word(c: char) -> bool {
    !is_space(c)
        && !is_odd_space(c)
        && !is_line_break(c)
        && !matches!(c, ';' | '{' | '}' | '"' | '=')
}

/// The characters that belong together if `text` starts with a glob: its braces included.
fn glob_run(text: &str) -> &str {
    let mut depth = 0_usize;
    let end = text.find(|c: char| {
        match c {
            '{' => depth += 1,
            '}' if depth > 0 => depth -= 1,
            '}' | '"' => return true,
            ';' => return depth == 0,
            _ => {}
        }
        c.is_whitespace()
    });
    &text[..end.unwrap_or(text.len())]
}
