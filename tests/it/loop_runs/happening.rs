//! What can happen to a loop, in any order.

use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;

/// One thing that happens to a loop.
#[derive(Clone, Debug)]
pub enum Happening {
    Tick(Tick),
    Pause(Cut),
    Resume(Cut),
    /// A person lets it go on.
    Approve(Limits, Cut),
    /// Somebody sets the clock, by so many seconds.
    Clock(i64),
}

/// How far a write gets before the machine stops.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cut {
    /// To its end.
    Not,
    /// What the loop would be is staged, and nothing is journaled.
    Staged,
    /// A part of the journal's line is written.
    Torn,
    /// The line is written, and the state is not in its place.
    Journaled,
}

/// One call of `loop tick`.
#[derive(Clone, Debug)]
pub struct Tick {
    /// The write that settles what a tick before left.
    pub settling: Cut,
    /// The write that counts the iteration.
    pub beginning: Cut,
    /// What the harness did; nothing where the machine stops while it runs.
    pub harness: Option<Harness>,
    /// Whether a person has to act on the task first.
    pub waits: bool,
}

/// A harness that came to an end.
#[derive(Clone, Debug)]
pub struct Harness {
    pub seconds: u64,
    /// The tokens that it used; nothing where it does not say.
    pub tokens: Option<u64>,
    /// In millionths.
    pub money: u64,
    pub score: Option<i64>,
    /// The write that counts what it used.
    pub ending: Cut,
}

/// How much a loop may use at first, or how much more of it a person allows.
#[derive(Clone, Debug)]
pub struct Limits {
    pub iterations: Option<u64>,
    pub seconds: Option<u64>,
    pub tokens: Option<u64>,
    /// In millionths.
    pub money: Option<u64>,
}

/// Limits with at least one of those that need no meter.
pub fn limits() -> impl Strategy<Value = Limits> {
    let bounds = prop_oneof![
        (0..5u64).prop_map(|runs| (Some(runs), None)),
        (0..12u64).prop_map(|seconds| (None, Some(seconds))),
        (0..5u64, 0..40u64).prop_map(|(runs, seconds)| (Some(runs), Some(seconds))),
    ];
    (bounds, option::of(0..60u64), option::of(0..60u64)).prop_map(|(bounds, tokens, money)| {
        Limits {
            iterations: bounds.0,
            seconds: bounds.1,
            tokens,
            money,
        }
    })
}

pub fn sequence() -> impl Strategy<Value = Vec<Happening>> {
    vec(happening(), 1..24)
}

fn happening() -> impl Strategy<Value = Happening> {
    prop_oneof![
        12 => tick().prop_map(Happening::Tick),
        1 => cut().prop_map(Happening::Pause),
        2 => cut().prop_map(Happening::Resume),
        3 => (raise(), cut()).prop_map(|(raise, cut)| Happening::Approve(raise, cut)),
        2 => (-100_000..100_000i64).prop_map(Happening::Clock),
    ]
}

fn tick() -> impl Strategy<Value = Tick> {
    let harness = option::weighted(0.8, harness());
    let rest = (harness, prop::bool::weighted(0.05));
    (cut(), cut(), rest).prop_map(|(settling, beginning, (harness, waits))| Tick {
        settling,
        beginning,
        harness,
        waits,
    })
}

fn harness() -> impl Strategy<Value = Harness> {
    let used = (option::weighted(0.9, 0..20u64), 0..20u64);
    (0..4u64, used, option::of(0..3i64), cut()).prop_map(|(seconds, used, score, ending)| Harness {
        seconds,
        tokens: used.0,
        money: used.1,
        score,
        ending,
    })
}

fn raise() -> impl Strategy<Value = Limits> {
    let more = |most: u64| option::of(0..most);
    (more(3), more(6), more(20), more(20)).prop_map(|(iterations, seconds, tokens, money)| Limits {
        iterations,
        seconds,
        tokens,
        money,
    })
}

fn cut() -> impl Strategy<Value = Cut> {
    prop_oneof![
        8 => Just(Cut::Not),
        1 => Just(Cut::Staged),
        1 => Just(Cut::Torn),
        1 => Just(Cut::Journaled),
    ]
}
