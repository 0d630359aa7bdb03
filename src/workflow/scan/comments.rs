//! Block comments, and globs that look like them.

use crate::diagnostic::{Edit, Fix};
use crate::source::Span;

use super::cursor::{Cursor, is_space};
use super::faults::Faults;
use super::{COMMENT_IN_GLOB, MAX_COMMENT_SIGNS, TOO_DEEP, words};

/// Passes the block comment that starts here, and reports what is wrong with it.
pub(super) fn pass(cursor: &mut Cursor<'_>, faults: &mut Faults<'_>) {
    let start = cursor.at();
    let opening = Span::new(start, start + 2);
    let Some(comment) = measure(cursor.rest()) else {
        faults.syntax(
            opening,
            "`/*` is never closed",
            "close it with `*/`; comments nest, so each `/*` needs its own; a glob needs quotes",
        );
        faults.lose_braces();
        cursor.advance(cursor.rest().len());
        return;
    };
    if comment.signs > MAX_COMMENT_SIGNS {
        let message = format!(
            "the comment holds {} signs `*` or `/`; at most {MAX_COMMENT_SIGNS} are read",
            comment.signs
        );
        let fault = faults.at(&TOO_DEEP, opening, message);
        faults.raise(fault.help("start each of its lines with `//` instead"));
    }
    cursor.advance(comment.length);
    if cursor.peek().is_some_and(|next| !may_follow(next)) {
        faults.syntax(
            Span::new(start, cursor.at()),
            "a comment runs into the word after it",
            "put a space after `*/`",
        );
    }
}

/// Whether the block comment that starts here is rather the start of a glob such as `/**/*.rs`.
pub(super) fn is_glob(cursor: Cursor<'_>) -> bool {
    let rest = cursor.rest();
    measure(rest).is_some_and(|comment| {
        let (text, after) = rest.split_at(comment.length);
        !text.contains(char::is_whitespace)
            && after.starts_with(|next: char| {
                !may_follow(next) && !matches!(next, '"' | '=' | '#' | '\\')
            })
    })
}

/// Whether the `/*` that starts `rest`, inside a word, was meant to open a comment.
pub(super) fn is_meant(rest: &str) -> bool {
    const FARTHEST: usize = 200;
    let line = rest[2..].lines().next().unwrap_or_default();
    let near = line.floor_char_boundary(FARTHEST);
    let Some((text, after)) = line[..near].split_once("*/") else {
        return false;
    };
    let spaced = text.starts_with(is_space) && text.ends_with(is_space);
    let word = !text.is_empty() && text.chars().all(char::is_alphanumeric);
    (spaced || word) && (after.is_empty() || after.starts_with([' ', '\t', ';']))
}

/// Reports that `span`, a word with `/*` in it, is a glob without quotes.
pub(super) fn report_glob(span: Span, faults: &mut Faults<'_>) {
    let text = words::quoted(&faults.text()[span.range()]);
    let shown = faults.quote(span);
    let fault = faults
        .at(
            &COMMENT_IN_GLOB,
            span,
            format!("`/*` in `{shown}` opens a comment"),
        )
        .help(format!("quote it: `{}`", words::quoted(&shown)))
        .fix(Fix {
            title: format!("quote `{shown}`"),
            safe: true,
            edits: vec![Edit { span, text }],
        });
    faults.raise(fault);
}

fn may_follow(next: char) -> bool {
    next.is_whitespace() || matches!(next, ';' | '{' | '}' | '/')
}

struct Comment {
    length: usize,
    signs: usize,
}

/// The comment at the start of `text`, or nothing where it does not end.
fn measure(text: &str) -> Option<Comment> {
    let bytes = text.as_bytes();
    let (mut at, mut depth, mut signs) = (2, 1, 0);
    while depth > 0 {
        at += text[at..].find(['*', '/'])?;
        match &bytes[at..] {
            [b'*', b'/', ..] => depth -= 1,
            [b'/', b'*', ..] => depth += 1,
            _ => {
                signs += 1;
                at += 1;
                continue;
            }
        }
        signs += 2;
        at += 2;
    }
    Some(Comment {
        length: at,
        signs: signs - 2,
    })
}
