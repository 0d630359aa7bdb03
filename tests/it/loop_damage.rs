//! The files of loops, as whoever damages them leaves them: no count goes back.

use std::fs;
use std::path::PathBuf;
use std::time::Duration;

use automaton::loops::plan::Plan;
use automaton::loops::{Event, LoopError, LoopFolder, Note};
use automaton::task::Waiter;
use proptest::prelude::*;
use proptest::sample::{Index, select};
use tempfile::TempDir;

use crate::loop_schemas::plan;

/// The files that a loop is read from.
const FILES: &[&str] = &["loop.json", ".state.loop", ".state.journal", ".state.tmp"];

/// A loop's folder, in a project of its own.
struct Shelf {
    automaton: TempDir,
    waiter: Waiter,
}

impl Shelf {
    fn new() -> Self {
        let automaton = TempDir::new().expect("a folder");
        let plan = Plan::parse(plan().to_string().as_bytes()).expect("a plan");
        let (name, actor) = (
            "docs".parse().expect("a name"),
            "ann".parse().expect("a name"),
        );
        LoopFolder::create(automaton.path(), &name, &plan, &actor).expect("made");
        let waiter = Waiter {
            host: "here".to_owned(),
            command: "a test".to_owned(),
            wait: Duration::from_secs(5),
        };
        Self { automaton, waiter }
    }

    fn open(&self) -> Result<LoopFolder, LoopError> {
        LoopFolder::open(self.automaton.path(), &"docs".parse().expect("a name"))
    }

    fn path(&self, file: &str) -> PathBuf {
        self.automaton.path().join("loops/docs").join(file)
    }

    /// Counts an iteration, and says how many there are; nothing where the files are refused.
    fn count(&self) -> Option<u64> {
        let folder = self.open().ok()?;
        let _ = (
            folder.plan(),
            folder.entries(),
            folder.is_as_journaled(),
            folder.state(),
        );
        let note = Note {
            event: Event::Begin,
            actor: "ann".parse().expect("a name"),
            note: None,
        };
        let changed = folder.change(&self.waiter, |state| {
            state.iteration_count += 1;
            Ok(((), Some(note)))
        });
        changed.ok().map(|(state, ())| state.iteration_count)
    }
}

#[derive(Clone, Debug)]
enum Damage {
    Cut(Index),
    Flip(Index, u8),
    Twice,
    Empty,
    Text(Vec<u8>),
}

fn damage() -> impl Strategy<Value = Damage> {
    prop_oneof![
        any::<Index>().prop_map(Damage::Cut),
        (any::<Index>(), 1u8..).prop_map(|(at, bits)| Damage::Flip(at, bits)),
        Just(Damage::Twice),
        Just(Damage::Empty),
        proptest::collection::vec(any::<u8>(), 0..64).prop_map(Damage::Text),
    ]
}

fn damaged(bytes: &[u8], damage: &Damage) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    match damage {
        Damage::Cut(at) => bytes.truncate(at.index(bytes.len() + 1)),
        Damage::Flip(at, bits) if !bytes.is_empty() => {
            let at = at.index(bytes.len());
            bytes[at] ^= bits;
        }
        Damage::Flip(..) => {}
        Damage::Twice => bytes.extend_from_within(..),
        Damage::Empty => bytes.clear(),
        Damage::Text(text) => bytes.clone_from(text),
    }
    bytes
}

/// As many sequences as are asked for, but for these, which wait for the disk.
fn fewer() -> ProptestConfig {
    let config = ProptestConfig::default();
    ProptestConfig {
        cases: config.cases.div_ceil(4),
        ..config
    }
}

proptest! {
    #![proptest_config(fewer())]

    #[test]
    fn a_loop_whose_files_were_damaged_is_as_it_was_or_refused(
        file in select(FILES), damage in damage(), rounds in 1u64..4,
    ) {
        let shelf = Shelf::new();
        for round in 1..=rounds {
            prop_assert_eq!(shelf.count(), Some(round));
        }
        let path = shelf.path(file);
        let before = fs::read(&path).unwrap_or_default();
        let after = damaged(&before, &damage);
        fs::write(&path, &after).expect("written");
        let counted = shelf.count();
        // What is not counted from changes nothing.
        let is_fine = after == before || matches!(file, "loop.json" | ".state.tmp");
        prop_assert!(counted.is_none() || counted == Some(rounds + 1), "{counted:?}");
        prop_assert!(!is_fine || counted == Some(rounds + 1), "{counted:?}");
    }
}
