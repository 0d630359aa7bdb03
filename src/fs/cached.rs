//! Files that can be made again at any time: written whole but not durably, and read only where
//! nobody else could have written them.

use std::fs::{DirBuilder, File};
use std::io::{self, Read as _, Write as _};
use std::os::unix::fs::{DirBuilderExt as _, MetadataExt as _};
use std::path::Path;

/// The largest file that is read.
const LIMIT: u64 = 4 << 20;

/// Reads the file `name` in `folder`; nothing where there is none that is this user's alone to
/// write.
pub(crate) fn read(folder: &Path, name: &str) -> Option<Vec<u8>> {
    let mut file = File::open(folder.join(name)).ok()?;
    let found = file.metadata().ok()?;
    let own = found.uid() == rustix::process::geteuid().as_raw() && found.mode() & 0o022 == 0;
    if !own || !found.is_file() || found.len() > LIMIT {
        return None;
    }
    let mut bytes = Vec::with_capacity(usize::try_from(found.len()).ok()? + 1);
    file.read_to_end(&mut bytes).ok()?;
    Some(bytes)
}

/// Puts the file `name` into `folder`, which is made where it is missing.
pub(crate) fn put(folder: &Path, name: &str, bytes: &[u8]) -> io::Result<()> {
    DirBuilder::new()
        .recursive(true)
        .mode(0o700)
        .create(folder)?;
    let mut staged = tempfile::Builder::new().tempfile_in(folder)?;
    staged.write_all(bytes)?;
    staged.persist(folder.join(name))?;
    Ok(())
}
