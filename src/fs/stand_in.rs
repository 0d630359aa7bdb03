//! Empty files and folders that stand where something may be made, until it is.
#![expect(
    clippy::disallowed_methods,
    reason = "fs owns making and removing files"
)]

use std::fs::{DirBuilder, File};
use std::io;
use std::os::unix::fs::{DirBuilderExt as _, MetadataExt as _};
use std::path::{Path, PathBuf};

/// Makes an empty file, unless something stands there.
pub(crate) fn file(path: &Path) -> io::Result<Vec<PathBuf>> {
    match File::create_new(path) {
        Ok(_) => Ok(vec![path.to_owned()]),
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Ok(Vec::new()),
        Err(error) => Err(error),
    }
}

/// Makes a folder and those above it that are missing; says which were made, the topmost first.
pub(crate) fn folder(path: &Path) -> io::Result<Vec<PathBuf>> {
    let missing = path.ancestors().take_while(|above| !above.exists());
    let mut missing: Vec<PathBuf> = missing.map(Path::to_owned).collect();
    missing.reverse();
    for folder in &missing {
        std::fs::create_dir(folder)?;
    }
    Ok(missing)
}

/// Takes away what is still as empty as it was made.
pub(crate) fn take_away(path: &Path) {
    let Ok(found) = path.symlink_metadata() else {
        return;
    };
    // What is in use is not empty, and stays.
    let _ = if found.is_dir() {
        std::fs::remove_dir(path)
    } else if found.is_file() && found.len() == 0 {
        std::fs::remove_file(path)
    } else {
        Ok(())
    };
}

/// Makes a folder that is this user's alone, unless it is there; one that is not is an error.
pub(crate) fn own_folder(path: &Path) -> io::Result<()> {
    match DirBuilder::new().mode(0o700).create(path) {
        Err(error) if error.kind() != io::ErrorKind::AlreadyExists => return Err(error),
        _ => {}
    }
    let found = path.symlink_metadata()?;
    let own = found.uid() == rustix::process::geteuid().as_raw()
        && found.mode() & 0o777 == found.mode() & 0o700;
    if found.is_dir() && own {
        Ok(())
    } else {
        Err(io::Error::other("it is not this user's own folder"))
    }
}
