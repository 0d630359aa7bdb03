//! Looking at the attic of a task: what lies there, whose step moved it, and the bytes themselves.

use std::collections::BTreeMap;

use super::attic;
use super::layout::ATTIC;
use super::namespace::TaskFolder;
use crate::digest::Digest;
use crate::fs::{Content, Dir, FsError, Kind};

/// Something that lies in the attic.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stored {
    /// Its name.
    pub name: String,
    /// Its digest and its size in bytes; nothing for what is no file, or too large to be read.
    pub file: Option<(Digest, u64)>,
}

impl TaskFolder {
    /// What each step moved to the attic, by the number of the step.
    pub fn shelves(&self) -> Result<BTreeMap<u64, Vec<Stored>>, FsError> {
        let Some(attic) = self.dir.existing_folder(ATTIC)? else {
            return Ok(BTreeMap::new());
        };
        let mut shelves = BTreeMap::new();
        for item in attic.list()? {
            if let Ok(seq) = item.name.parse::<u64>()
                && item.kind == Kind::Folder
            {
                shelves.insert(seq, stored(&attic.folder(&item.name)?)?);
            }
        }
        Ok(shelves)
    }

    /// What step `seq` moved to the attic under this name.
    pub fn moved(&self, seq: u64, name: &str) -> Result<Content, FsError> {
        attic::moved(&self.dir, seq, name)
    }

    /// The bytes that were kept because they were approved or frozen.
    pub fn kept(&self, digest: Digest) -> Result<Option<Vec<u8>>, FsError> {
        attic::kept(&self.dir, digest)
    }

    /// The digests of the bytes that were kept, with their sizes.
    pub fn kept_bytes(&self) -> Result<Vec<(Digest, u64)>, FsError> {
        let kept = attic::bytes(&self.dir)?
            .map(|folder| stored(&folder))
            .transpose()?;
        let files = kept.into_iter().flatten().filter_map(|item| item.file);
        Ok(files.collect())
    }
}

fn stored(folder: &Dir) -> Result<Vec<Stored>, FsError> {
    let items = folder.list()?.into_iter();
    let look = |name: String| {
        let file = match folder.read(&name, attic::KEPT_LIMIT)? {
            Content::Bytes(bytes) => Some((Digest::of(&bytes), bytes.len() as u64)),
            _ => None,
        };
        Ok(Stored { name, file })
    };
    items.map(|item| look(item.name)).collect()
}
