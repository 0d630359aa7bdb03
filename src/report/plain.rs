//! A refusal as text: what was refused, why, where the rule stands, what is in the way, what next.

use std::fmt::Write as _;

use crate::diagnostic::{By, Diagnostic, Place};

/// The most lines of one reason that are shown: a failed command may quote many.
const MOST_LINES: usize = 30;

/// The whole refusal. It reads the same with and without a terminal.
pub fn refusal(found: &Diagnostic) -> String {
    let mut text = format!("{}  [{}]\n", found.message, found.topic.code);
    for reason in &found.reasons {
        for (number, line) in reason.lines().take(MOST_LINES).enumerate() {
            let indent = if number == 0 { "  " } else { "    " };
            _ = writeln!(text, "{indent}{line}");
        }
    }
    if let Place::Source { file, labels } = &found.place {
        let mut shown = Vec::new();
        for label in labels {
            let line = file.position(label.span.start).line;
            if !shown.contains(&line) {
                shown.push(line);
                let source = file.line_at(label.span.start).trim();
                _ = writeln!(text, "    {}:{line}  {source}", file.name());
            }
        }
    }
    for offence in &found.offending {
        _ = writeln!(text, "  in the way: {} ({})", offence.path, offence.problem);
    }
    if let Some(help) = &found.help {
        _ = writeln!(text, "  help: {help}");
    }
    for step in &found.next {
        let who = match step.by {
            By::Anyone => "next",
            By::Human => "next, by a person",
        };
        _ = writeln!(text, "  {who}: {}", step.run);
    }
    text
}

/// A finding in words, for formats that show its place by themselves.
pub(super) fn words(found: &Diagnostic) -> String {
    let mut text = found.message.clone();
    for reason in &found.reasons {
        _ = write!(text, "\n{reason}");
    }
    if let Some(help) = &found.help {
        _ = write!(text, "\nhelp: {help}");
    }
    text
}
