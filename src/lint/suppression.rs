//! Comments that accept a finding: `// automaton: allow(code) reason`.

use std::collections::HashMap;
use std::rc::Rc;

use super::tokens::{Kind, tokens};
use crate::diagnostic::{Diagnostic, Edit, Exit, Fix, Severity, Topic};
use crate::source::{SourceFile, Span};
use crate::workflow::{Suggestions, nearest};

/// A comment that hides nothing.
pub static UNUSED_SUPPRESSION: Topic = Topic {
    code: "unused-suppression",
    severity: Severity::Warning,
    exit: Exit::Refused,
    summary: "a comment allows a finding that is not there, or that cannot be allowed",
    explanation: "`// automaton: allow(CODE) reason` accepts a finding on its own line or on the line \
        below. Once the finding is gone the comment only misleads, and would hide the next one that \
        deserves a look. Errors cannot be accepted: they are proofs that tasks get stuck. Remove \
        the comment, or correct the code in it.",
};

/// One code that a comment allows.
#[derive(Clone, Debug)]
struct Allowance {
    /// The code as it was written.
    code: Rc<str>,
    /// Where it was written.
    span: Span,
    /// The whole comment.
    comment: Span,
    /// How many codes the comment has.
    beside: usize,
    /// The line on which findings are accepted, counted from zero.
    line: usize,
}

/// What the comments for one code on one line have to do with the findings so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fate {
    Unused,
    Used,
    OnError,
}

/// Leaves out what the comments of the text accept, and reports comments that accept nothing if
/// `all_rules_ran`: otherwise nobody knows what they would have hidden.
pub(super) fn apply(
    source: &SourceFile,
    findings: Vec<Diagnostic>,
    known: &[&'static Topic],
    all_rules_ran: bool,
) -> Vec<Diagnostic> {
    let lines = Lines::new(source.text());
    let allowances = read(source.text(), &lines);
    if allowances.is_empty() {
        return findings;
    }
    let place = |allowance: &Allowance| (allowance.line, allowance.code.clone());
    let mut fates: Fates = allowances
        .iter()
        .map(|a| (place(a), Fate::Unused))
        .collect();
    let mut kept: Vec<Diagnostic> = findings
        .into_iter()
        .filter(|found| !accept(&mut fates, found, &lines))
        .collect();
    if all_rules_ran {
        let mut suggestions = Suggestions::default();
        for allowance in &allowances {
            let fate = fates[&place(allowance)];
            if fate != Fate::Used {
                kept.push(report(source, allowance, fate, known, &mut suggestions));
            }
        }
    }
    kept
}

/// By line and code.
type Fates = HashMap<(usize, Rc<str>), Fate>;

/// Whether a comment accepts the finding, at any of its places.
fn accept(fates: &mut Fates, found: &Diagnostic, lines: &Lines) -> bool {
    let code: Rc<str> = found.topic.code.into();
    let mut accepted = false;
    for span in found.spans() {
        if let Some(fate) = fates.get_mut(&(lines.of(span.start), Rc::clone(&code))) {
            if found.severity == Severity::Error {
                *fate = Fate::OnError;
            } else {
                *fate = Fate::Used;
                accepted = true;
            }
        }
    }
    accepted
}

fn report(
    source: &SourceFile,
    allowance: &Allowance,
    fate: Fate,
    known: &[&'static Topic],
    suggestions: &mut Suggestions,
) -> Diagnostic {
    let code = &allowance.code;
    let is_known = known.iter().any(|topic| *topic.code == **code);
    let message = match fate {
        Fate::OnError => format!("`{code}` is an error, and errors cannot be allowed"),
        _ if is_known => format!("no `{code}` is found here"),
        _ => format!("there is no finding `{code}`"),
    };
    let found = Diagnostic::at(&UNUSED_SUPPRESSION, source, allowance.span, message);
    if !is_known
        && suggestions.go_on(code, known.iter().map(|topic| topic.code))
        && let Some(near) = nearest(code, known.iter().map(|topic| topic.code))
    {
        return found.help(format!("did you mean `{near}`?"));
    }
    let found = found.help("remove the comment");
    if allowance.beside > 1 {
        return found;
    }
    found.fix(Fix {
        title: "remove the comment".to_owned(),
        safe: true,
        edits: vec![Edit {
            span: with_line(source.text(), allowance.comment),
            text: String::new(),
        }],
    })
}

/// The comment with the blanks before it, and with its line where it stands alone.
fn with_line(text: &str, comment: Span) -> Span {
    let start = text[..comment.start].trim_end_matches([' ', '\t']).len();
    let alone = start == 0 || text[..start].ends_with('\n');
    let rest = &text[comment.end..];
    let line_break = match rest.as_bytes() {
        [b'\r', b'\n', ..] => 2,
        [b'\n', ..] => 1,
        _ => 0,
    };
    Span::new(start, comment.end + if alone { line_break } else { 0 })
}

fn read(text: &str, lines: &Lines) -> Vec<Allowance> {
    if !text.contains("automaton:") {
        return Vec::new();
    }
    let tokens = tokens(text);
    let alone: Vec<bool> = tokens
        .iter()
        .map(|token| {
            let before = text[..token.span.start].trim_end_matches([' ', '\t']);
            before.is_empty() || before.ends_with('\n')
        })
        .collect();
    let comments: Vec<usize> = tokens
        .iter()
        .zip(&alone)
        .filter(|(token, alone)| token.kind == Kind::Comment && **alone)
        .map(|(token, _)| lines.of(token.span.start))
        .collect();
    // Comments may be stacked: each counts for the first line below that is none.
    let mut below: Vec<usize> = comments.iter().map(|line| line + 1).collect();
    for index in (1..below.len()).rev() {
        if below[index - 1] == comments[index] {
            below[index - 1] = below[index];
        }
    }
    let mut below = below.into_iter();
    let mut found = Vec::new();
    for (token, alone) in tokens.iter().zip(alone) {
        if token.kind != Kind::Comment {
            continue;
        }
        let below = if alone { below.next() } else { None };
        let line = below.unwrap_or_else(|| lines.of(token.span.start));
        let codes = codes(text, token.span);
        for &span in &codes {
            found.push(Allowance {
                code: text[span.range()].into(),
                span,
                comment: token.span,
                beside: codes.len(),
                line,
            });
        }
    }
    found
}

/// The codes in `// automaton: allow(a, b) reason`.
fn codes(text: &str, comment: Span) -> Vec<Span> {
    let inside = text[comment.range()].trim_start_matches('/').trim_start();
    let list = inside
        .strip_prefix("automaton:")
        .and_then(|rest| rest.trim_start().strip_prefix("allow("))
        .and_then(|rest| rest.split_once(')'));
    let Some((list, _)) = list else {
        return Vec::new();
    };
    let offset = |part: &str| part.as_ptr() as usize - text.as_ptr() as usize;
    list.split(',')
        .map(str::trim)
        .filter(|code| !code.is_empty())
        .map(|code| Span::new(offset(code), offset(code) + code.len()))
        .collect()
}

/// Where the lines of a text start.
struct Lines(Vec<usize>);

impl Lines {
    fn new(text: &str) -> Self {
        let breaks = text.match_indices('\n').map(|(at, _)| at + 1);
        Self(std::iter::once(0).chain(breaks).collect())
    }

    /// The line of a byte, counted from zero.
    fn of(&self, offset: usize) -> usize {
        self.0.partition_point(|&start| start <= offset) - 1
    }
}
