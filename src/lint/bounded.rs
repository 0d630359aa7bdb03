//! How many findings of one text are listed: each may need a drawing, and a place in every format.

use std::cmp::Reverse;

use crate::diagnostic::{Diagnostic, Severity, Topic};
use crate::source::{SourceFile, Span};

/// The most that are listed.
const MOST: usize = 10_000;

/// Not everything that was found is listed.
pub static FINDINGS_LEFT_OUT: Topic = Topic::finding(
    "findings-left-out",
    Severity::Info,
    "the text has more findings than are listed",
    "Of more than ten thousand findings of one text the gravest are listed, and this one says how \
     many are not. Mend what is listed and lint again; one fault often has many findings.",
);

/// The gravest of `found`, and how many are left out.
pub(super) fn bounded(source: &SourceFile, mut found: Vec<Diagnostic>) -> Vec<Diagnostic> {
    if found.len() <= MOST {
        return found;
    }
    let left_out = found.len() - MOST;
    found.sort_by_key(|found| Reverse(found.severity));
    found.truncate(MOST);
    let message = format!("{left_out} more findings are not listed; none is graver than these");
    found.push(Diagnostic::at(
        &FINDINGS_LEFT_OUT,
        source,
        Span::default(),
        message,
    ));
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    const MINOR: Topic = Topic::finding("minor", Severity::Info, "", "");
    const MAJOR: Topic = Topic::finding("major", Severity::Error, "", "");
    static TOPICS: [Topic; 2] = [MINOR, MAJOR];

    #[test]
    fn what_is_left_out_is_counted_and_is_never_the_graver() {
        let source = SourceFile::new("w.kdl", "x");
        let of = |topic: usize, count: usize| {
            let one = Diagnostic::at(&TOPICS[topic], &source, Span::default(), "found");
            std::iter::repeat_n(one, count)
        };
        let few: Vec<_> = of(0, MOST).collect();
        assert_eq!(bounded(&source, few.clone()), few);
        let kept = bounded(&source, of(0, MOST).chain(of(1, 3)).collect());
        let count = |code: &str| kept.iter().filter(|found| found.topic.code == code).count();
        assert_eq!((count("major"), count("minor")), (3, MOST - 3));
        let said = kept.last().map(ToString::to_string);
        let expected =
            "3 more findings are not listed; none is graver than these [findings-left-out]";
        assert_eq!(said.as_deref(), Some(expected));
    }
}
