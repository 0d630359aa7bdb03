//! Loops under random sequences of ticks, crashes, clocks that are set, pauses and approvals: no harness
//! runs more often than a person allowed. `PROPTEST_CASES` sets how many sequences are tried.
#![expect(
    clippy::disallowed_methods,
    reason = "tests leave what a crash would leave, and how long to search is said from outside"
)]

mod ground;
mod happening;

use automaton::loops::Event;
use proptest::prelude::*;
use proptest::strategy::ValueTree as _;
use proptest::test_runner::TestRunner;

use ground::Ground;
use happening::{limits, sequence};

/// How many sequences are tried: each writes durably many times.
fn cases() -> u32 {
    let asked = std::env::var("PROPTEST_CASES").ok();
    asked.and_then(|cases| cases.parse().ok()).unwrap_or(64)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: cases(), failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_harness_runs_more_often_than_a_person_allowed(limits in limits(), happenings in sequence()) {
        let mut ground = Ground::new(&limits);
        let mut before = ground.state();
        for happening in &happenings {
            ground.happen(happening);
            prop_assert!(ground.truth.wrongs.is_empty(), "{:?}", ground.truth.wrongs);
            let after = ground.state();
            let shrunk = after.iteration_count < before.iteration_count
                || after.seconds_used < before.seconds_used
                || after.tokens_used < before.tokens_used
                || after.money_used < before.money_used
                || after.resumed_count < before.resumed_count;
            prop_assert!(!shrunk, "{before:?} became {after:?}");
            let limits = (&after.limits, &before.limits);
            prop_assert!(limits.0 == limits.1 || after.resumed_count > before.resumed_count);
            before = after;
        }
        let events = ground.events();
        let begun = events.iter().filter(|(event, _)| *event == Event::Begin).count() as u64;
        prop_assert_eq!(begun, before.iteration_count);
        prop_assert!(begun >= ground.truth.runs);
    }
}

#[test]
fn the_random_sequences_run_harnesses_and_meet_every_event() {
    let mut runner = TestRunner::deterministic();
    let mut seen = std::collections::BTreeMap::new();
    let mut runs = 0;
    for _ in 0..128 {
        let limits = limits().new_tree(&mut runner).expect("limits").current();
        let happenings = sequence().new_tree(&mut runner).expect("a sequence");
        let mut ground = Ground::new(&limits);
        for happening in &happenings.current() {
            ground.happen(happening);
        }
        runs += ground.truth.runs;
        for (event, _) in ground.events() {
            *seen.entry(event.word()).or_insert(0) += 1;
        }
    }
    let words: Vec<_> = seen.keys().copied().collect();
    let expected = [
        "approve", "begin", "crash", "create", "end", "halt", "pause", "resume",
    ];
    assert_eq!(words, expected, "{seen:?}");
    assert!(runs > 100, "{runs}");
}
