//! The linter, given any text.

use std::fs;
use std::path::Path;

use proptest::prelude::*;

#[path = "../../fuzz/properties/workflow.rs"]
mod workflow;

/// Words of the language, and what hurts.
const PIECES: &[&str] = &[
    "workflow",
    "w",
    "version=1",
    "initial",
    "phase",
    "artifact",
    "A",
    "B",
    "a",
    "b",
    "reads",
    "produces",
    "forbids",
    "next",
    "rework",
    "approval",
    "terminal=success",
    "optional=#true",
    "edits",
    "\"src/**\"",
    "outcome",
    "YES",
    "NO",
    "contains",
    "check",
    "subtasks",
    "inherit",
    "metadata",
    "{",
    "}",
    ";",
    "\n",
    "\"",
    "\\\n",
    "/-",
    "/*",
    "*/",
    "// automaton: allow(x)",
    "#\"",
    "\"\"\"",
    "=",
    "#true",
    "ä",
    "\u{feff}",
    "\r",
    "1",
    "10m",
    "(",
    "by=human",
    "protects",
];

/// The seeds of the fuzzer.
fn seeds() -> Vec<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz/seeds/workflow");
    let entries = fs::read_dir(folder).expect("the seeds");
    let mut paths: Vec<_> = entries
        .map(|entry| entry.expect("an entry").path())
        .collect();
    paths.sort();
    let texts = paths
        .iter()
        .map(|path| fs::read_to_string(path).expect("a text"));
    texts.collect()
}

proptest! {
    #[test]
    fn any_words_may_stand_in_a_workflow(
        pieces in prop::collection::vec(prop::sample::select(PIECES), 0..60),
    ) {
        let body = pieces.join(" ");
        workflow::holds(body.as_bytes());
        let whole = "workflow w version=1 {\ninitial a\nartifact A\nphase a {\nnext b\n";
        workflow::holds(format!("{whole}{body}\n}}\nphase b terminal=success\n}}\n").as_bytes());
    }

    #[test]
    fn a_workflow_may_be_hurt_in_any_place(
        seed in prop::sample::select(seeds()),
        at in any::<prop::sample::Index>(),
        length in 0..12_usize,
        put in prop::collection::vec(prop::sample::select(PIECES), 0..4),
    ) {
        let mut places: Vec<usize> = seed.char_indices().map(|(at, _)| at).collect();
        places.push(seed.len());
        let at = at.index(places.len());
        let end = (at + length).min(places.len() - 1);
        let mut text = seed.clone();
        text.replace_range(places[at]..places[end], &put.concat());
        workflow::holds(text.as_bytes());
    }
}
