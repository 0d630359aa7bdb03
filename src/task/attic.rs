//! The attic of a task: what steps moved aside, by the number of the step, and the bytes that
//! were approved or frozen, by their digest.

use super::layout::{ATTIC, STAGED_ARTIFACT};
use crate::digest::Digest;
use crate::fs::{Content, Dir, FsError};

/// The folder of kept bytes in the attic.
const BYTES: &str = "bytes";
/// The most bytes that are read back. Contracts allow no larger artifact to be useful.
pub(super) const KEPT_LIMIT: u64 = 1 << 30;

/// Moves `name` to the attic of step `seq`, unless that was done before.
pub(super) fn set_aside(dir: &Dir, seq: u64, name: &str) -> Result<(), FsError> {
    if dir.look(name)?.is_none() {
        return Ok(());
    }
    let shelf = shelf(dir, seq)?;
    match dir.rename_new(name, &shelf, name) {
        // What stands in the folder now came after the step.
        Err(error) if error.is_taken() => Ok(()),
        moved => {
            moved?;
            shelf.sync()
        }
    }
}

/// The attic's folder for step `seq`.
pub(super) fn shelf(dir: &Dir, seq: u64) -> Result<Dir, FsError> {
    dir.ensure_folder(ATTIC)?.ensure_folder(&seq.to_string())
}

/// The attic's folder for step `seq`, if there is one.
pub(super) fn existing_shelf(dir: &Dir, seq: u64) -> Result<Option<Dir>, FsError> {
    match dir.existing_folder(ATTIC)? {
        Some(attic) => attic.existing_folder(&seq.to_string()),
        None => Ok(None),
    }
}

/// The highest step number that the attic knows; 0 where it knows none.
pub(super) fn highest(dir: &Dir) -> Result<u64, FsError> {
    let Some(attic) = dir.existing_folder(ATTIC)? else {
        return Ok(0);
    };
    let numbers = attic.list()?;
    Ok(numbers
        .iter()
        .filter_map(|item| item.name.parse().ok())
        .max()
        .unwrap_or_default())
}

/// Keeps bytes under their digest.
pub(super) fn keep(dir: &Dir, digest: Digest, bytes: &[u8]) -> Result<(), FsError> {
    let folder = dir.ensure_folder(ATTIC)?.ensure_folder(BYTES)?;
    keep_in(&folder, &digest.to_string(), digest, bytes)
}

/// Keeps bytes in `folder` under `name`, unless the bytes of this digest stand there already.
pub(super) fn keep_in(
    folder: &Dir,
    name: &str,
    digest: Digest,
    bytes: &[u8],
) -> Result<(), FsError> {
    match folder.read(name, bytes.len() as u64)? {
        Content::Bytes(old) if Digest::of(&old) == digest => Ok(()),
        _ => folder.keep(name, bytes),
    }
}

/// The folder of kept bytes, if there is one.
pub(super) fn bytes(dir: &Dir) -> Result<Option<Dir>, FsError> {
    match dir.existing_folder(ATTIC)? {
        Some(attic) => attic.existing_folder(BYTES),
        None => Ok(None),
    }
}

/// The kept bytes of this digest; nothing where they are missing or not what they should be.
pub(super) fn kept(dir: &Dir, digest: Digest) -> Result<Option<Vec<u8>>, FsError> {
    let Some(folder) = bytes(dir)? else {
        return Ok(None);
    };
    Ok(match folder.read(&digest.to_string(), KEPT_LIMIT)? {
        Content::Bytes(bytes) if Digest::of(&bytes) == digest => Some(bytes),
        _ => None,
    })
}

/// What step `seq` moved to the attic under this name.
pub(super) fn moved(dir: &Dir, seq: u64, name: &str) -> Result<Content, FsError> {
    match existing_shelf(dir, seq)? {
        Some(shelf) => shelf.read(name, KEPT_LIMIT),
        None => Ok(Content::Missing),
    }
}

/// Puts the kept bytes of `digest` in the place of `name`, as part of step `seq`. What stands
/// there goes to the attic; what came there after the step stays.
pub(super) fn restore(dir: &Dir, seq: u64, name: &str, digest: Digest) -> Result<(), FsError> {
    let Some(bytes) = kept(dir, digest)? else {
        return Err(dir.refuse(name, "restore", "its bytes are not in the attic"));
    };
    if matches!(dir.read(name, bytes.len() as u64)?, Content::Bytes(old) if old == bytes) {
        return Ok(());
    }
    set_aside(dir, seq, name)?;
    dir.unlink(STAGED_ARTIFACT)?;
    dir.create_new(STAGED_ARTIFACT, &bytes)?;
    match dir.rename_new(STAGED_ARTIFACT, dir, name) {
        Err(error) if error.is_taken() => dir.unlink(STAGED_ARTIFACT),
        placed => placed,
    }
}
