//! What stands in a project, as far as grants depend on it.

use std::os::unix::fs::MetadataExt as _;
use std::path::Path;

use crate::fs::{Dir, Kind};

/// What stands at a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Thing {
    /// A folder.
    Folder,
    /// A regular file that has no other name.
    File,
    /// Anything else: a link, or a file that would change under a name that nobody looked at.
    Other,
}

/// The files around a project. No link is followed on the way to a path.
pub(super) trait Tree {
    /// What stands at an absolute path.
    fn thing(&self, path: &Path) -> Option<Thing>;

    /// What stands in a folder, by name; nothing of one that cannot be read.
    fn list(&self, folder: &Path) -> Vec<(String, Thing)>;
}

/// The files of this machine.
pub(super) struct Files;

impl Tree for Files {
    fn thing(&self, path: &Path) -> Option<Thing> {
        let found = match path.symlink_metadata() {
            Ok(found) => found,
            // What cannot be looked at is there, and is nothing that could be granted.
            Err(error) => {
                return (error.kind() != std::io::ErrorKind::NotFound).then_some(Thing::Other);
            }
        };
        let direct = || path.canonicalize().is_ok_and(|real| real == path);
        Some(if found.is_dir() && direct() {
            Thing::Folder
        } else if found.is_file() && found.nlink() == 1 && direct() {
            Thing::File
        } else {
            Thing::Other
        })
    }

    fn list(&self, folder: &Path) -> Vec<(String, Thing)> {
        let listed = Dir::open(folder, "").and_then(|dir| dir.list());
        let listed = listed.unwrap_or_default().into_iter();
        let thing = |kind| match kind {
            Kind::Folder => Thing::Folder,
            Kind::File => Thing::File,
            Kind::Link | Kind::Special => Thing::Other,
        };
        listed.map(|item| (item.name, thing(item.kind))).collect()
    }
}
