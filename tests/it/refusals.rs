//! Refusals as an interface, DESIGN section 7: each code, with everything that it says.

mod archive;
mod edge;
mod folder;
mod settling;
mod signing;
mod standing;

use std::collections::BTreeSet;

use automaton::diagnostic::Diagnostic;
use automaton::engine::topics;

use crate::page::next;

/// A situation that is refused.
type Case = fn() -> Diagnostic;

fn cases() -> impl Iterator<Item = Diagnostic> {
    let all = [
        standing::CASES,
        edge::CASES,
        signing::CASES,
        folder::CASES,
        settling::CASES,
        archive::CASES,
    ];
    all.into_iter().flatten().map(|case| case())
}

#[test]
fn every_code_is_produced_and_no_other() {
    let produced: BTreeSet<_> = cases().map(|found| found.topic.code).collect();
    let documented: BTreeSet<_> = topics::ALL.iter().map(|topic| topic.code).collect();
    assert_eq!(produced, documented);
    assert_eq!(
        documented.len(),
        topics::ALL.len(),
        "each code is listed once"
    );
}

#[test]
fn every_refusal_says_why_and_what_to_run_next() {
    for found in cases() {
        assert!(found.message.starts_with("refused: "), "{found}");
        assert_ne!(found.reasons, [""; 0], "{found}");
        assert_ne!(next(&found), [], "{found}");
        for (_, run) in next(&found) {
            assert!(run.starts_with("automaton "), "{run}");
        }
    }
}

#[test]
fn every_topic_is_explained() {
    for topic in topics::ALL {
        assert!(topic.explanation.ends_with('.'), "{}", topic.code);
        assert!(
            topic.explanation.len() > topic.summary.len(),
            "{}",
            topic.code
        );
        assert_ne!(topic.exit.code(), 0, "{}", topic.code);
        let letters = |c: char| c.is_ascii_lowercase() || c == '-';
        assert!(topic.code.chars().all(letters), "{}", topic.code);
    }
}
