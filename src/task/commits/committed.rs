//! The facts about a task as a commit holds it.

use super::snapshot::{Folder, content, journal};
use crate::digest::Digest;
use crate::engine::contract::{Breach, Stated};
use crate::engine::{CheckResult, Fact, FactError, Facts, Presence, Record, Standing, Subtask};
use crate::fs::{Content, Kind};
use crate::names::{ArtifactName, TaskPath};
use crate::task::found::Found;
use crate::task::git::{Blob, Objects};
use crate::task::journal::Journal;
use crate::task::judged;
use crate::task::layout::{ATTIC, OWN, STATE, SUBTASKS};
use crate::task::records::Records;
use crate::task::state_file::StateFile;
use crate::workflow::{Artifact, Check};

/// The facts about one task in one commit: what is under way or checked is in none.
pub(super) struct Committed<'c> {
    objects: &'c Objects,
    task: &'c TaskPath,
    folder: &'c Folder,
    found: Found,
}

impl<'c> Committed<'c> {
    /// Reads the records of a task, and hands back its journal as far as it is sound.
    pub(super) fn read(
        objects: &'c Objects,
        task: &'c TaskPath,
        folder: &'c Folder,
    ) -> Result<(Self, Option<Journal>), String> {
        let state = StateFile::of(&content(objects, folder, STATE)?);
        let journal = journal(objects, task, folder)?;
        let has_attic = folder.keys().any(|path| path.starts_with(ATTIC));
        let records = Records::committed(task, state, journal, has_attic.then_some(ATTIC));
        let (found, journal) = Found::of(records);
        let facts = Self {
            objects,
            task,
            folder,
            found,
        };
        Ok((facts, journal))
    }

    /// What the journal says about a task whose records are sound.
    pub(super) fn record(&self) -> Option<&Record> {
        match &self.found {
            Found::Tracked(record) => Some(record),
            _ => None,
        }
    }

    /// The names in the folder, with what stands there.
    fn items(&self) -> impl Iterator<Item = (&str, Option<&Blob>)> {
        let items = self.folder.iter();
        items.map(|(path, blob)| match path.split_once('/') {
            Some((folder, _)) => (folder, None),
            None => (path.as_str(), Some(blob)),
        })
    }

    fn content(&self, artifact: &Artifact) -> Fact<Content> {
        let limit = artifact.contract.max_bytes;
        let content = self.blob(artifact.name.as_str())?;
        Ok(match content {
            Content::Bytes(bytes) if bytes.len() as u64 > limit => Content::TooLarge,
            content => content,
        })
    }

    fn blob(&self, path: &str) -> Fact<Content> {
        let content = self.objects.content(self.folder.get(path));
        let content = content.map_err(|problem| FactError {
            path: format!("{}/{path}", self.task.folder()),
            problem,
        })?;
        Ok(Content::clone(&content))
    }

    fn not_asked<T>(&self) -> Fact<T> {
        Err(FactError {
            path: self.task.folder(),
            problem: "a commit does not tell".to_owned(),
        })
    }
}

impl Facts for Committed<'_> {
    fn task(&self) -> &TaskPath {
        self.task
    }

    fn standing(&self) -> Fact<Standing<'_>> {
        Ok(self.found.standing())
    }

    fn now(&self) -> Fact<String> {
        self.not_asked()
    }

    fn halted_loop(&self) -> Fact<Option<String>> {
        Ok(None)
    }

    fn presence(&self, name: &ArtifactName) -> Fact<Presence> {
        let folded = name.as_str().to_lowercase();
        let mut other = None;
        for (item, blob) in self.items() {
            if item == name.as_str() {
                return Ok(match blob.map(|blob| blob.kind) {
                    Some(Kind::File) => match self.blob(item)? {
                        Content::Bytes(bytes) if bytes.is_empty() => Presence::Empty,
                        _ => Presence::File,
                    },
                    kind => Presence::Other(kind.unwrap_or(Kind::Folder).noun()),
                });
            }
            if item.to_lowercase() == folded {
                other = Some(item.to_owned());
            }
        }
        Ok(other.map_or(Presence::Missing, Presence::OtherCase))
    }

    fn digest(&self, artifact: &Artifact) -> Fact<Option<Digest>> {
        Ok(judged::digest(&self.content(artifact)?))
    }

    fn breaches(&self, artifact: &Artifact) -> Fact<Vec<Breach>> {
        Ok(judged::breaches(artifact, &self.content(artifact)?))
    }

    fn stated(&self, artifact: &Artifact) -> Fact<Stated> {
        Ok(judged::stated(artifact, &self.content(artifact)?))
    }

    fn contains(&self, artifact: &Artifact, text: &str) -> Fact<bool> {
        Ok(judged::contains(&self.content(artifact)?, text))
    }

    fn names(&self) -> Fact<Vec<String>> {
        let names = self.items().map(|(name, _)| name);
        let mut names: Vec<String> = names
            .filter(|name| !name.starts_with(OWN) && *name != SUBTASKS)
            .map(str::to_owned)
            .collect();
        names.dedup();
        Ok(names)
    }

    fn subtasks(&self) -> Fact<Vec<Subtask>> {
        self.not_asked()
    }

    fn parent(&self) -> Fact<Option<Standing<'_>>> {
        self.not_asked()
    }

    fn is_kept(&self, digest: Digest) -> Fact<bool> {
        let kept = self.blob(&format!("{ATTIC}/bytes/{digest}"))?;
        Ok(matches!(kept, Content::Bytes(bytes) if Digest::of(&bytes) == digest))
    }

    fn in_attic(&self, _: u64, _: &ArtifactName) -> Fact<Option<Digest>> {
        self.not_asked()
    }

    fn place_taken(&self) -> Fact<Option<String>> {
        self.not_asked()
    }

    fn check(&self, _: &Check) -> Fact<CheckResult> {
        Ok(CheckResult::NotRun)
    }
}
