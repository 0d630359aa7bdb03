//! The gate, given anything: payloads and paths.

use proptest::prelude::*;

#[path = "../../fuzz/properties/path.rs"]
mod path;
#[path = "../../fuzz/properties/payload.rs"]
mod payload;

/// The recorded payloads, which are hurt in random places.
fn recorded() -> Vec<String> {
    let files = [
        include_str!("../data/hooks/claude.json"),
        include_str!("../data/hooks/cline.json"),
        include_str!("../data/hooks/codex.json"),
        include_str!("../data/hooks/copilot.json"),
        include_str!("../data/hooks/cursor.json"),
    ];
    let cases = files.iter().flat_map(|file| {
        let cases: Vec<serde_json::Value> = serde_json::from_str(file).expect("cases");
        cases.into_iter().map(|case| case["payload"].to_string())
    });
    cases.collect()
}

proptest! {
    #[test]
    fn any_bytes_may_be_a_payload(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        payload::holds(&bytes);
    }

    #[test]
    fn a_payload_may_be_hurt_in_any_place(
        which in any::<prop::sample::Index>(),
        at in any::<prop::sample::Index>(),
        end in any::<prop::sample::Index>(),
        put in "[\"{}\\[\\],:a0\\\\]{0,4}",
    ) {
        let recorded = recorded();
        let mut bytes = recorded[which.index(recorded.len())].clone().into_bytes();
        let (at, end) = (at.index(bytes.len()), end.index(bytes.len()));
        let (at, end) = (at.min(end), at.max(end).min(at.min(end) + 8));
        bytes.splice(at..end, put.into_bytes());
        payload::holds(&bytes);
    }

    #[test]
    fn any_text_may_be_a_path(given in any::<String>()) {
        path::holds(&given);
    }

    #[test]
    fn anything_like_a_path_may_be_one(
        parts in prop::collection::vec(
            prop::sample::select(vec![
                "..", ".", "", "src", "deep", "link", ".automaton", "tasks", "t", "subtasks",
                ".state", ".git", "a.rs", "SRC", "/", "proc", "self", "tmp",
            ]),
            0..8,
        ),
        absolute in any::<bool>(),
    ) {
        let path = parts.join("/");
        path::holds(&if absolute { format!("/{path}") } else { path });
    }
}
