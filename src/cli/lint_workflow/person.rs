//! Asking a person before a file is fixed that holds agents to their workflow.

use std::path::{Component, Path};

use super::write::Mended;
use crate::approval::person;
use crate::cli::session::Session;
use crate::diagnostic::{Diagnostic, NextStep};
use crate::engine::topics::PERSON_REQUIRED;
use crate::task::root::FOLDER;

/// Whether only a person may have this file changed: it lies in the folder that belongs to the
/// workflow of some project. What cannot be told is taken to be so.
pub(super) fn needed(path: &Path) -> bool {
    let Ok(path) = path.canonicalize() else {
        return true;
    };
    let is_folder = |part: Component| part.as_os_str().eq_ignore_ascii_case(FOLDER);
    path.components().any(is_folder)
}

/// Asks with the whole change before the person's eyes. `again` is the call that led here.
pub(super) fn ask(session: &Session, mended: &Mended, again: &str) -> Result<(), Diagnostic> {
    let name = mended.name();
    let refused = |why: String| {
        let message = format!("refused: only a person may fix `{name}`");
        Diagnostic::about(&PERSON_REQUIRED, name, message)
            .reason("it holds agents to their workflow")
            .reason(why)
            .next(NextStep::human(again))
            .next(NextStep::anyone(format!("{again} --dry-run")))
    };
    let terminal = person(&session.environment).map_err(|why| refused(why.to_string()))?;
    let preview = format!("{}change {name}", mended.diff());
    match terminal.confirm(&preview, "fix") {
        Ok(true) => Ok(()),
        Ok(false) => Err(refused("`fix` was not typed, so it is a no".to_owned())),
        Err(error) => Err(refused(format!("the terminal failed: {error}"))),
    }
}
