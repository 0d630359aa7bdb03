//! Whether anything that a page about tasks rests on may have changed, by a look at names and times.

use std::fs::{self, Metadata};
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::os::unix::fs::MetadataExt as _;
use std::path::Path;

use super::layout::{ATTIC, LOCK};

/// A number for all that stands in `folder`, by what the system says of each file: nothing is read.
/// Two equal numbers mean that nothing was written in between, as far as file times tell.
pub fn watched(folder: &Path) -> u64 {
    let mut seen = DefaultHasher::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        let Ok(items) = fs::read_dir(&folder) else {
            // What cannot be looked at now is a change once it can.
            0u8.hash(&mut seen);
            continue;
        };
        let mut items: Vec<_> = items.filter_map(Result::ok).collect();
        items.sort_by_key(fs::DirEntry::file_name);
        for item in items {
            let name = item.file_name();
            if name == ATTIC || name == LOCK {
                continue;
            }
            name.hash(&mut seen);
            let Ok(found) = item.metadata() else {
                continue;
            };
            if found.is_dir() {
                folders.push(item.path());
            } else {
                of(&found).hash(&mut seen);
            }
        }
    }
    seen.finish()
}

fn of(found: &Metadata) -> (u64, u64, i64, i64) {
    (found.ino(), found.size(), found.mtime(), found.mtime_nsec())
}
