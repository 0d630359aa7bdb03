//! Many findings as text: the first of each kind drawn, the rest counted.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::drawing::{Style, draw, summary};
use crate::diagnostic::Diagnostic;

/// How many findings of one code are drawn unless all are asked for.
const DRAWN: usize = 10;

/// The findings of `files` files, and what they come to in the last line.
pub fn listing(findings: &[Diagnostic], files: usize, all: bool, style: Style) -> String {
    let mut text = String::new();
    let mut seen: BTreeMap<&str, usize> = BTreeMap::new();
    for found in findings {
        let count = seen.entry(found.topic.code).or_default();
        *count += 1;
        if all || *count <= DRAWN {
            text.push_str(&draw(found, style));
            text.push('\n');
        }
    }
    if !all {
        for (code, count) in seen.into_iter().filter(|(_, count)| *count > DRAWN) {
            let more = count - DRAWN;
            _ = writeln!(text, "and {more} more of `{code}`; `-v` shows them");
        }
    }
    _ = writeln!(text, "{}", summary(findings, files));
    text
}
