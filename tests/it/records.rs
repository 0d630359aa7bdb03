//! The readers of state files and journals, given anything.

use std::fs;

use proptest::prelude::*;

use crate::sources::root;

#[path = "../../fuzz/properties/journal.rs"]
mod journal;
#[path = "../../fuzz/properties/state.rs"]
mod state;

fn seed(path: &str) -> Vec<u8> {
    fs::read(root().join("fuzz/seeds").join(path)).expect("a seed")
}

#[test]
fn the_sound_seeds_are_sound() {
    let bytes = seed("journal/sound");
    let (lines, sound) = automaton::task::fuzzing::journal(&bytes);
    assert_eq!((lines.len(), sound), (3, bytes.len()));
    let (lines, sound) = automaton::task::fuzzing::journal(&seed("journal/torn"));
    assert_eq!(lines.len(), 2);
    assert!(bytes[..sound].ends_with(b"}\n"));
    let state = automaton::task::fuzzing::state(&seed("state/mark"));
    assert_eq!(state.as_deref(), Some("plan\n"));
}

proptest! {
    #[test]
    fn any_bytes_may_lie_in_a_state_file(bytes in prop::collection::vec(any::<u8>(), 0..80)) {
        state::holds(&bytes);
    }

    #[test]
    fn anything_like_a_state_may_lie_in_a_state_file(text in "\u{feff}?[a-z:_ ]{0,20}[\r\n]{0,3}") {
        state::holds(text.as_bytes());
    }

    #[test]
    fn any_bytes_may_lie_in_a_journal(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        journal::holds(&bytes);
    }

    #[test]
    fn a_journal_may_be_hurt_in_any_place(
        at in any::<prop::sample::Index>(),
        end in any::<prop::sample::Index>(),
        put in prop::collection::vec(any::<u8>(), 0..4),
    ) {
        let mut bytes = seed("journal/sound");
        let (at, end) = (at.index(bytes.len()), end.index(bytes.len()));
        bytes.splice(at.min(end)..at.max(end), put);
        journal::holds(&bytes);
    }
}
