//! Comments that accept a finding: `// automaton: allow(code) reason`.

use std::collections::HashMap;

use super::tokens::{Kind, tokens};
use crate::diagnostic::{Diagnostic, Edit, Exit, Fix, Severity, Topic};
use crate::source::{SourceFile, Span};
use crate::workflow::nearest;

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
    code: String,
    /// Where it was written.
    span: Span,
    /// The whole comment.
    comment: Span,
    /// How many codes the comment has.
    beside: usize,
    /// The line on which findings are accepted, counted from zero.
    line: usize,
    /// What it has to do with the findings so far.
    fate: Fate,
}

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
    let mut allowances = read(source.text(), &lines);
    if allowances.is_empty() {
        return findings;
    }
    let mut on_line: HashMap<usize, Vec<usize>> = HashMap::new();
    for (index, allowance) in allowances.iter().enumerate() {
        on_line.entry(allowance.line).or_default().push(index);
    }
    let mut kept: Vec<Diagnostic> = findings
        .into_iter()
        .filter(|found| !accept(&mut allowances, &on_line, found, &lines))
        .collect();
    if all_rules_ran {
        let unused = allowances.iter().filter(|a| a.fate != Fate::Used);
        kept.extend(unused.map(|allowance| report(source, allowance, known)));
    }
    kept
}

/// Whether a comment accepts the finding, at any of its places.
fn accept(
    allowances: &mut [Allowance],
    on_line: &HashMap<usize, Vec<usize>>,
    found: &Diagnostic,
    lines: &Lines,
) -> bool {
    let mut accepted = false;
    let lines = found.spans().map(|span| lines.of(span.start));
    for &index in lines.filter_map(|line| on_line.get(&line)).flatten() {
        let allowance = &mut allowances[index];
        if allowance.code == found.topic.code {
            if found.severity == Severity::Error {
                allowance.fate = Fate::OnError;
            } else {
                allowance.fate = Fate::Used;
                accepted = true;
            }
        }
    }
    accepted
}

fn report(source: &SourceFile, allowance: &Allowance, known: &[&'static Topic]) -> Diagnostic {
    let code = &allowance.code;
    let is_known = known.iter().any(|topic| topic.code == code);
    let message = match allowance.fate {
        Fate::OnError => format!("`{code}` is an error, and errors cannot be allowed"),
        _ if is_known => format!("no `{code}` is found here"),
        _ => format!("there is no finding `{code}`"),
    };
    let found = Diagnostic::at(&UNUSED_SUPPRESSION, source, allowance.span, message);
    let near = nearest(code, known.iter().map(|topic| topic.code)).filter(|_| !is_known);
    if let Some(near) = near {
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
    let mut found = Vec::new();
    for (token, alone) in tokens.iter().zip(alone) {
        if token.kind != Kind::Comment {
            continue;
        }
        let mut line = lines.of(token.span.start);
        if alone {
            // Comments may be stacked: each counts for the first line below that is none.
            line += 1;
            while comments.binary_search(&line).is_ok() {
                line += 1;
            }
        }
        let codes = codes(text, token.span);
        for &span in &codes {
            found.push(Allowance {
                code: text[span.range()].to_owned(),
                span,
                comment: token.span,
                beside: codes.len(),
                line,
                fate: Fate::Unused,
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
