//! Putting the sections of a prompt right, and nothing else.

use super::document::owned;
use super::drift::{Difference, differences};
use super::section::{Heading, Section, sections};
use super::subject::Subject;
use crate::workflow::Model;

/// The prompt with the sections that the workflow says, and every other byte as it was.
///
/// What is missing is put behind the section that comes before it, else before the one that comes
/// after it, and at the end where there is neither.
pub fn mended(model: &Model, subject: Subject<'_>, text: &str) -> String {
    let line_break = if text.contains("\r\n") { "\r\n" } else { "\n" };
    let rendered = |section: &Section| section.text().replace('\n', line_break);
    let mut mended = text.to_owned();
    let (mut changes, mut missing) = (Vec::new(), Vec::new());
    for difference in differences(model, subject, text) {
        match difference {
            Difference::Extra(part) => changes.push((part.range, String::new())),
            Difference::Differs(part, section) => {
                let gap = if part.range.end == text.len() {
                    ""
                } else {
                    line_break
                };
                changes.push((part.range, rendered(&section) + gap));
            }
            Difference::Lacks(section) => missing.push(section),
        }
    }
    for (range, text) in changes.into_iter().rev() {
        mended.replace_range(range, &text);
    }
    let order: Vec<Heading> = sections(model, subject)
        .iter()
        .map(|section| section.heading)
        .collect();
    for section in missing {
        let at = place(&mended, &order, section.heading);
        let mut inserted = rendered(&section);
        if at < mended.len() {
            inserted.push_str(line_break);
        } else {
            let ends = mended.ends_with('\n') || mended.is_empty();
            let gap = if ends { line_break } else { "\n\n" };
            inserted.insert_str(0, gap);
        }
        mended.insert_str(at, &inserted);
    }
    mended
}

/// Where a missing section goes.
fn place(text: &str, order: &[Heading], heading: Heading) -> usize {
    let parts = owned(text);
    let part = |wanted: &Heading| parts.iter().find(|part| part.heading == *wanted);
    let (before, after): (Vec<Heading>, Vec<Heading>) =
        order.iter().partition(|known| **known < heading);
    let behind = before
        .iter()
        .rev()
        .find_map(part)
        .map(|part| part.range.end);
    let ahead = || after.iter().find_map(part).map(|part| part.range.start);
    behind.or_else(ahead).unwrap_or(text.len())
}
