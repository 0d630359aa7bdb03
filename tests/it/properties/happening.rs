//! Random sequences of what agents, people and programs do to a task.

use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;

use super::content::Content;
use super::plan::{ARTIFACTS, CHECKS};

/// Something that happens to a task. Numbers that are too large are taken round.
#[derive(Clone, Debug)]
pub enum Happening {
    Write(usize, Content),
    Delete(usize),
    Folder(usize),
    OtherCase(usize),
    UnknownFile(bool),
    Check(usize, Option<bool>),
    Child(usize),
    Claim(bool),
    /// Everything is written that the phase has to write, and nothing else is in the way.
    Finish(u8, bool),
    /// The step with this number, of those that leave the state.
    Follow(usize),
    Transition(usize, bool),
    Approve(bool),
    Reject(bool),
    Rework(usize, bool),
    Abandon(bool),
    Validate,
}

fn content() -> impl Strategy<Value = Content> {
    let says = prop_oneof![
        Just((false, false)),
        Just((true, false)),
        Just((false, true)),
        Just((true, true)),
    ];
    let empty = prop::bool::weighted(0.1);
    (empty, says, any::<bool>(), 0..3_u8).prop_map(|(empty, says, token, version)| Content {
        empty,
        says: if empty { (false, false) } else { says },
        token: token && !empty,
        version: if empty { 0 } else { version },
    })
}

fn happening() -> impl Strategy<Value = Happening> {
    use Happening as H;
    let artifact = || 0..ARTIFACTS;
    prop_oneof![
        6 => (artifact(), content()).prop_map(|(a, content)| H::Write(a, content)),
        2 => artifact().prop_map(H::Delete),
        1 => artifact().prop_map(H::Folder),
        1 => artifact().prop_map(H::OtherCase),
        1 => any::<bool>().prop_map(H::UnknownFile),
        2 => (0..CHECKS, option::of(any::<bool>())).prop_map(|(c, result)| H::Check(c, result)),
        1 => (0_usize..8).prop_map(H::Child),
        1 => prop::bool::weighted(0.2).prop_map(H::Claim),
        12 => (0..3_u8, any::<bool>()).prop_map(|(version, yes)| H::Finish(version, yes)),
        16 => (0_usize..8).prop_map(H::Follow),
        4 => (0_usize..20, any::<bool>()).prop_map(|(to, person)| H::Transition(to, person)),
        2 => any::<bool>().prop_map(H::Approve),
        1 => any::<bool>().prop_map(H::Reject),
        1 => (0_usize..6, any::<bool>()).prop_map(|(to, person)| H::Rework(to, person)),
        1 => prop::bool::weighted(0.1).prop_map(H::Abandon),
        2 => Just(H::Validate),
    ]
}

/// A whole sequence.
pub fn sequence() -> impl Strategy<Value = Vec<Happening>> {
    vec(happening(), 1..60)
}
