//! Where the sections of a prompt differ from what the workflow says.

use std::ops::Range;

use super::document::{Owned, owned, unix};
use super::section::{Heading, Section, sections};
use super::subject::Subject;
use crate::workflow::Model;

/// A difference between a prompt and the workflow.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Difference {
    /// A section that the prompt needs is not there.
    Lacks(Section),
    /// A section is there that the prompt must not have.
    Extra(Owned),
    /// A section says something else.
    Differs(Owned, Section),
}

/// Every difference, in the order of the text.
pub(super) fn differences(model: &Model, subject: Subject<'_>, text: &str) -> Vec<Difference> {
    let due = sections(model, subject);
    let mut found = Vec::new();
    let mut seen: Vec<Heading> = Vec::new();
    for part in owned(text) {
        let section = due.iter().find(|section| section.heading == part.heading);
        match section {
            None if is_a_persons(subject, part.heading) => {}
            Some(section) if !seen.contains(&part.heading) => {
                seen.push(part.heading);
                if !is_same(&text[part.range.clone()], section) {
                    found.push(Difference::Differs(part, section.clone()));
                }
            }
            _ => found.push(Difference::Extra(part)),
        }
    }
    // What belongs to no phase need not describe the whole workflow.
    if matches!(subject, Subject::Phase(_)) {
        let lacks = due.into_iter();
        let lacks = lacks.filter(|section| !seen.contains(&section.heading));
        found.extend(lacks.map(Difference::Lacks));
    }
    found
}

/// Whether a heading that some prompts own is a person's own in this one: an approval gate stands
/// where a phase has one and nowhere else, and the workflow is described in one place.
fn is_a_persons(subject: Subject<'_>, heading: Heading) -> bool {
    let general = matches!(subject, Subject::General(_));
    general && !matches!(heading, Heading::Approval | Heading::Machine)
}

fn is_same(part: &str, section: &Section) -> bool {
    unix(part).trim_end() == section.text().trim_end()
}

/// The first line of `part` that is not as `section` has it.
pub(super) fn first_other_line(text: &str, part: &Owned, section: &Section) -> Range<usize> {
    let wanted = section.text();
    let mut wanted = wanted.lines();
    let mut start = part.range.start;
    for line in text[part.range.clone()].split_inclusive('\n') {
        let plain = line.trim_end_matches(['\n', '\r']);
        if wanted.next() != Some(plain) && !plain.trim().is_empty() {
            return start..start + plain.len();
        }
        start += line.len();
    }
    let heading = text[part.range.clone()].lines().next().unwrap_or_default();
    part.range.start..part.range.start + heading.len()
}
