//! Which loop has a task and is halted, read from what loops write.

use serde::Deserialize;

use crate::engine::{Fact, FactError};
use crate::fs::{Content, Dir, FsError};
use crate::names::TaskPath;

/// The folder of all loops, beside that of all tasks.
pub(super) const LOOPS: &str = "loops";
/// What a loop writes about itself.
pub(super) const STATE: &str = ".state.loop";
/// The largest file that is read.
pub(super) const LIMIT: u64 = 1 << 20;

/// As much of it as matters to a task.
#[derive(Deserialize)]
struct Loop {
    status: String,
    current_task: Option<TaskPath>,
}

/// The halted loop that works on the task, if one does. What cannot be read might be one.
pub(super) fn halted_loop(home: &Dir, task: &TaskPath) -> Fact<Option<String>> {
    let Some(loops) = home.existing_folder(LOOPS)? else {
        return Ok(None);
    };
    for item in loops.list()? {
        let name = item.name;
        let Some(bytes) = state(&loops, &name)? else {
            continue;
        };
        let path = format!("{}/{STATE}", loops.path_of(&name));
        let found: Loop = serde_json::from_slice(&bytes).map_err(|error| FactError {
            path,
            problem: error.to_string(),
        })?;
        if found.status == "halted" && found.current_task.as_ref() == Some(task) {
            return Ok(Some(name));
        }
    }
    Ok(None)
}

/// What a loop wrote; nothing where the folder is none that a loop writes in.
fn state(loops: &Dir, name: &str) -> Result<Option<Vec<u8>>, FsError> {
    match loops
        .existing_folder(name)?
        .map(|dir| dir.read(STATE, LIMIT))
    {
        Some(Ok(Content::Bytes(bytes))) => Ok(Some(bytes)),
        // Not to be read as what it should be: the same as one that says nothing.
        Some(Ok(Content::TooLarge | Content::Not(_))) => Ok(Some(Vec::new())),
        Some(Ok(Content::Missing)) | None => Ok(None),
        Some(Err(error)) => Err(error),
    }
}
