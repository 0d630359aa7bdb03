//! The artifacts of one task folder, each read at most once.

use std::cell::{OnceCell, RefCell};
use std::collections::BTreeMap;
use std::rc::Rc;

use super::layout::{OWN, SUBTASKS};
use crate::digest::Digest;
use crate::engine::Presence;
use crate::fs::{Content, Dir, FsError, Item, Kind};
use crate::names::ArtifactName;

/// What stands in a task folder under the names of artifacts.
#[derive(Debug)]
pub(super) struct Artifacts {
    dir: Dir,
    items: OnceCell<Vec<Item>>,
    read: RefCell<BTreeMap<ArtifactName, Rc<Content>>>,
    digests: RefCell<BTreeMap<ArtifactName, Option<Digest>>>,
}

impl Artifacts {
    /// Looks at a task folder, when it is first asked.
    pub(super) fn new(dir: Dir) -> Self {
        Self {
            dir,
            items: OnceCell::new(),
            read: RefCell::default(),
            digests: RefCell::default(),
        }
    }

    /// What stands under an artifact's name.
    pub(super) fn presence(&self, name: &ArtifactName) -> Result<Presence, FsError> {
        let items = self.items()?;
        if let Some(item) = items.iter().find(|item| item.name == name.as_str()) {
            return Ok(match item.kind {
                Kind::File => match self.dir.look(name.as_str())? {
                    None => Presence::Missing,
                    Some((Kind::File, 0)) => Presence::Empty,
                    Some((Kind::File, _)) => Presence::File,
                    Some((kind, _)) => Presence::Other(kind.noun()),
                },
                kind => Presence::Other(kind.noun()),
            });
        }
        let folded = name.as_str().to_lowercase();
        let other = items.iter().find(|item| item.name.to_lowercase() == folded);
        Ok(other.map_or(Presence::Missing, |item| {
            Presence::OtherCase(item.name.clone())
        }))
    }

    /// The names in the folder, but for this program's own and the folder of sub-tasks.
    pub(super) fn names(&self) -> Result<Vec<String>, FsError> {
        let others = self.items()?.iter().map(|item| &item.name);
        Ok(others
            .filter(|name| !name.starts_with(OWN) && *name != SUBTASKS)
            .cloned()
            .collect())
    }

    /// What the artifact holds, if it has at most `limit` bytes.
    pub(super) fn content(&self, name: &ArtifactName, limit: u64) -> Result<Rc<Content>, FsError> {
        if let Some(content) = self.read.borrow().get(name) {
            return Ok(Rc::clone(content));
        }
        let content = Rc::new(self.dir.read(name.as_str(), limit)?);
        let mut read = self.read.borrow_mut();
        read.insert(name.clone(), Rc::clone(&content));
        Ok(content)
    }

    /// The digest of the artifact, if it is a file of at most `limit` bytes.
    pub(super) fn digest(
        &self,
        name: &ArtifactName,
        limit: u64,
    ) -> Result<Option<Digest>, FsError> {
        if let Some(digest) = self.digests.borrow().get(name) {
            return Ok(*digest);
        }
        let digest = match &*self.content(name, limit)? {
            Content::Bytes(bytes) => Some(Digest::of(bytes)),
            _ => None,
        };
        self.digests.borrow_mut().insert(name.clone(), digest);
        Ok(digest)
    }

    /// The artifact's bytes, as they were read before, if they have this digest.
    pub(super) fn bytes_of(
        &self,
        name: &ArtifactName,
        digest: Digest,
    ) -> Result<Option<Rc<Content>>, FsError> {
        let content = self.content(name, u64::MAX)?;
        let same = matches!(&*content, Content::Bytes(bytes) if Digest::of(bytes) == digest);
        Ok(same.then_some(content))
    }

    fn items(&self) -> Result<&[Item], FsError> {
        if self.items.get().is_none() {
            // Nothing else fills the cell in between, so this keeps what was listed.
            let _ = self.items.set(self.dir.list()?);
        }
        Ok(self.items.get().map_or(&[], Vec::as_slice))
    }
}
