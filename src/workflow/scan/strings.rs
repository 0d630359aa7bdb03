//! Strings between quotes: plain, raw, and of several lines.

use crate::source::Span;

use super::SYNTAX;
use super::cursor::{Cursor, is_line_break, is_space};
use super::faults::Faults;

const TRIPLE: &str = "\"\"\"";

/// Whether a raw string starts here.
pub(super) fn is_raw(cursor: Cursor<'_>) -> bool {
    cursor.rest().starts_with('#') && cursor.rest().trim_start_matches('#').starts_with('"')
}

/// Passes the string that starts here, and reports what is wrong with it.
pub(super) fn pass(cursor: &mut Cursor<'_>, faults: &mut Faults<'_>) {
    let start = cursor.at();
    cursor.eat_while(|c| c == '#');
    let hashes = cursor.since(start);
    let triple = cursor.eat(TRIPLE);
    if triple && cursor.eat_newline() {
        let opening = Span::new(start, cursor.at());
        return lines(opening, hashes, cursor, faults);
    }
    // Two quotes are an empty string, but three open a text of several lines.
    if triple {
        let opening = Span::new(start, cursor.at());
        let problem = format!("a line break must follow `{hashes}{TRIPLE}`");
        let help =
            "three quotes open a text of several lines; for a text of one line, use one quote";
        faults.syntax(opening, problem, help);
        return give_up(cursor, faults);
    }
    cursor.eat("\"");
    let opening = Span::new(start, cursor.at());
    let closing = format!("\"{hashes}");
    while !cursor.eat(&closing) {
        if cursor.at_line_end() {
            faults.syntax(
                opening,
                "the string is never closed",
                format!("close it with `{closing}` on its line; three quotes hold several lines"),
            );
            return give_up(cursor, faults);
        }
        if hashes.is_empty() && cursor.peek() == Some('\\') {
            escape(cursor, faults);
        } else {
            cursor.bump();
        }
    }
}

/// Skips the line, in which nothing is certain any more.
fn give_up(cursor: &mut Cursor<'_>, faults: &mut Faults<'_>) {
    faults.lose_braces();
    faults.hush();
    cursor.eat_line();
}

/// Passes an escape: a character, a code point, or white space that is left out.
fn escape(cursor: &mut Cursor<'_>, faults: &mut Faults<'_>) {
    let start = cursor.at();
    cursor.bump();
    if cursor.eat_while(|c| is_space(c) || is_line_break(c)) {
        return;
    }
    let known = match cursor.bump() {
        Some('\\' | '"' | 'b' | 'f' | 'n' | 'r' | 's' | 't') => true,
        Some('u') => code_point(cursor),
        _ => false,
    };
    if !known {
        let span = Span::new(start, cursor.at());
        let shown = faults.quote(span);
        faults.syntax(
            span,
            format!("`{shown}` is not an escape"),
            "write `\\\\` for a backslash; the others are `\\\" \\n \\r \\t \\s \\b \\f \\u{1F600}`",
        );
    }
}

/// Passes the `{1F600}` of an escape, and tells whether it names a character.
fn code_point(cursor: &mut Cursor<'_>) -> bool {
    if !cursor.eat("{") {
        return false;
    }
    let start = cursor.at();
    cursor.eat_while(|c| c.is_ascii_hexdigit());
    let digits = cursor.since(start);
    let named = u32::from_str_radix(digits, 16)
        .ok()
        .and_then(char::from_u32);
    cursor.eat("}") && digits.len() <= 6 && named.is_some()
}

/// Passes the lines of a text whose opening quotes were passed, up to its closing quotes.
fn lines(opening: Span, hashes: &str, cursor: &mut Cursor<'_>, faults: &mut Faults<'_>) {
    let closing = format!("{TRIPLE}{hashes}");
    let Some(indent) = closing_indent(*cursor, &closing) else {
        let first_line = Span::new(opening.start, opening.start + closing.len());
        faults.syntax(
            first_line,
            "the text is never closed",
            format!("close it with `{closing}` on a line of its own"),
        );
        faults.lose_braces();
        cursor.advance(cursor.rest().len());
        return;
    };
    let mut complained = false;
    loop {
        let start = cursor.at();
        let indented = cursor.eat(indent);
        if indented && cursor.eat(&closing) {
            return;
        }
        cursor.eat_while(is_space);
        if !indented && !cursor.at_line_end() && !complained {
            complained = true;
            let fault = faults
                .at(
                    &SYNTAX,
                    Span::new(start, cursor.at()),
                    "the line is indented less than the closing quotes",
                )
                .help("start it with the same spaces or tabs as the line of the closing quotes")
                .also(
                    Span::new(opening.start, opening.start + closing.len()),
                    "the text",
                );
            faults.raise(fault);
        }
        line(&closing, cursor, faults);
        cursor.eat_newline();
    }
}

/// The white space before the closing quotes, by which all lines are indented.
fn closing_indent<'a>(mut cursor: Cursor<'a>, closing: &str) -> Option<&'a str> {
    loop {
        let start = cursor.at();
        cursor.eat_while(is_space);
        let indent = cursor.since(start);
        if cursor.rest().starts_with(closing) {
            return Some(indent);
        }
        cursor.eat_line();
        if !cursor.eat_newline() {
            return None;
        }
    }
}

/// Passes the rest of one line of a text.
fn line(closing: &str, cursor: &mut Cursor<'_>, faults: &mut Faults<'_>) {
    let raw = closing != TRIPLE;
    while !cursor.at_line_end() {
        let start = cursor.at();
        if cursor.eat(closing) {
            faults.syntax(
                Span::new(start, cursor.at()),
                "the closing quotes come after text",
                "put them on a line of their own",
            );
        } else if raw || cursor.peek() != Some('\\') {
            cursor.bump();
        } else if cursor.rest()[1..].starts_with([' ', '\t', '\r', '\n']) {
            cursor.bump();
            faults.syntax(
                Span::new(start, cursor.at()),
                "a line of a text cannot be continued with `\\`",
                "write `\\\\` for a backslash, or join the lines",
            );
        } else {
            escape(cursor, faults);
        }
    }
}
