//! What a loop lets its harness edit, read from the loop's plan.

use std::path::Path;

use serde::Deserialize;

use super::halts::{LIMIT, LOOPS, STATE};
use super::layout::HOME;
use crate::engine::edit::Bounds;
use crate::engine::{Fact, FactError};
use crate::fs::{Content, Dir};
use crate::names::LoopName;
use crate::workflow::Glob;

/// What a person decided about a loop.
const PLAN: &str = "loop.json";

/// As much of it as matters to an edit.
#[derive(Deserialize)]
struct Plan {
    blast_radius: BlastRadius,
}

#[derive(Deserialize)]
struct BlastRadius {
    file_scope: Vec<Glob>,
}

/// The bounds of a loop, in the folder `automaton` of a workflow. One that is not there, or that only a
/// folder makes look like one, is an error: whoever says that it runs in it is held by nothing else.
pub fn bounds(automaton: &Path, name: &LoopName) -> Fact<Bounds> {
    let wrong = |file: &str, problem: &str| FactError {
        path: format!("{LOOPS}/{name}/{file}"),
        problem: problem.to_owned(),
    };
    let loops = Dir::open(automaton, HOME)?.existing_folder(LOOPS)?;
    let dir = loops.map(|loops| loops.existing_folder(name.as_str()));
    let Some(dir) = dir.transpose()?.flatten() else {
        return Err(wrong("", "there is no such loop"));
    };
    if dir.look(STATE)?.is_none() {
        return Err(wrong(STATE, "it is missing: `loop create` makes loops"));
    }
    let bytes = match dir.read(PLAN, LIMIT)? {
        Content::Bytes(bytes) => bytes,
        Content::Missing => return Err(wrong(PLAN, "it is missing")),
        Content::TooLarge => return Err(wrong(PLAN, "it is too large")),
        Content::Not(kind) => return Err(wrong(PLAN, &format!("it is {}", kind.noun()))),
    };
    let plan: Plan =
        serde_json::from_slice(&bytes).map_err(|error| wrong(PLAN, &error.to_string()))?;
    Ok(Bounds {
        by: name.clone(),
        file_scope: plan.blast_radius.file_scope,
    })
}
