//! Reading the workflow file, and nothing in its place.

use std::fs::{self, File};
use std::io::{ErrorKind, Read as _};
use std::os::unix::fs::MetadataExt as _;
use std::path::Path;

use super::RootError;

/// A workflow file is no longer than this.
pub const MAX_WORKFLOW_BYTES: u64 = 1 << 20;

/// The text of `path`; nothing where nothing has that name.
pub(super) fn read(path: &Path) -> Result<Option<String>, RootError> {
    let unreadable = |error| RootError::unreadable(path, &error);
    let named = match fs::symlink_metadata(path) {
        Ok(named) => named,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(unreadable(error)),
    };
    if let Some(other) = other_kind(&named) {
        return Err(RootError::not_a_file(
            path,
            format!("is {other}, where a regular file is due"),
        ));
    }
    let mut file = File::open(path).map_err(unreadable)?;
    let opened = file.metadata().map_err(unreadable)?;
    if (opened.dev(), opened.ino()) != (named.dev(), named.ino()) {
        return Err(RootError::not_a_file(
            path,
            "was replaced while it was read",
        ));
    }
    let expected = opened.len().min(MAX_WORKFLOW_BYTES) + 1;
    let mut bytes = Vec::with_capacity(usize::try_from(expected).unwrap_or_default());
    file.by_ref()
        .take(MAX_WORKFLOW_BYTES + 1)
        .read_to_end(&mut bytes)
        .map_err(unreadable)?;
    if bytes.len() as u64 > MAX_WORKFLOW_BYTES {
        return Err(RootError::not_a_file(path, "is longer than 1 MiB"));
    }
    String::from_utf8(bytes).map(Some).map_err(|error| {
        let offset = error.utf8_error().valid_up_to();
        RootError::not_a_file(path, format!("is not UTF-8 at byte {offset}"))
    })
}

/// What stands there, where it is not a regular file.
fn other_kind(metadata: &fs::Metadata) -> Option<&'static str> {
    let kind = metadata.file_type();
    if kind.is_file() {
        None
    } else if kind.is_symlink() {
        Some("a symbolic link")
    } else if kind.is_dir() {
        Some("a folder")
    } else {
        Some("a device, pipe or socket")
    }
}
