//! The world as the engine asks about it.

use automaton::digest::Digest;
use automaton::engine::contract::{self, Breach, Stated};
use automaton::engine::{
    CheckResult, Fact, FactError, Facts, Presence, Standing, Subtask, Tampering,
};
use automaton::names::{ArtifactName, TaskPath};
use automaton::workflow::{Artifact, Check};

use super::{Entry, Place, World};

/// A fact that a test can make unavailable.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Unreadable {
    Standing,
    Now,
    Loop,
    Names,
    Subtasks,
    Parent,
    Kept,
    Attic,
    Place,
    Check,
    /// Whether the file is there.
    Presence(&'static str),
    /// What is in the file.
    Content(&'static str),
}

impl World {
    fn readable<T>(&self, fact: Unreadable, path: &str, value: T) -> Fact<T> {
        if self.unreadable.contains(&fact) {
            return Err(FactError {
                path: format!("{}/{path}", self.task.folder()),
                problem: "permission denied".to_owned(),
            });
        }
        Ok(value)
    }

    fn content(&self, file: &str) -> Fact<Option<&[u8]>> {
        if let Some(&fact) = self
            .unreadable
            .iter()
            .find(|fact| matches!(fact, Unreadable::Content(name) if *name == file))
        {
            return self.readable(fact, file, None);
        }
        Ok(match self.files.get(file) {
            Some(Entry::File(bytes)) => Some(bytes),
            _ => None,
        })
    }

    /// The content of an artifact that is not too large to be read.
    fn small(&self, artifact: &Artifact) -> Fact<Option<&[u8]>> {
        let content = self.content(artifact.name.as_str())?;
        Ok(content.filter(|bytes| bytes.len() as u64 <= artifact.contract.max_bytes))
    }
}

fn standing(place: &Place) -> Standing<'_> {
    match place {
        Place::Absent => Standing::Absent,
        Place::Untracked(state) => Standing::Untracked {
            state: state.clone(),
        },
        Place::Tampered {
            file,
            problem,
            record,
            state,
        } => Standing::Tampered(Tampering {
            file: file.clone(),
            problem: problem.clone(),
            record: record.as_ref(),
            state: state.clone(),
        }),
        Place::Tracked(record) => Standing::Tracked(record),
    }
}

impl Facts for World {
    fn task(&self) -> &TaskPath {
        &self.task
    }

    fn standing(&self) -> Fact<Standing<'_>> {
        self.readable(Unreadable::Standing, ".state.journal", ())?;
        Ok(standing(&self.place))
    }

    fn now(&self) -> Fact<String> {
        self.readable(Unreadable::Now, "", self.now.clone())
    }

    fn halted_loop(&self) -> Fact<Option<String>> {
        self.readable(Unreadable::Loop, ".state.loop", self.halted.clone())
    }

    fn presence(&self, name: &ArtifactName) -> Fact<Presence> {
        let file = name.as_str();
        if let Some(&fact) = self
            .unreadable
            .iter()
            .find(|fact| matches!(fact, Unreadable::Presence(name) if *name == file))
        {
            self.readable(fact, file, ())?;
        }
        let folded = |other: &&String| other.to_lowercase() == file.to_lowercase();
        Ok(match self.files.get(file) {
            Some(Entry::File(bytes)) if bytes.is_empty() => Presence::Empty,
            Some(Entry::File(_)) => Presence::File,
            Some(Entry::Other(kind)) => Presence::Other(kind),
            None => match self.files.keys().find(folded) {
                Some(other) => Presence::OtherCase(other.clone()),
                None => Presence::Missing,
            },
        })
    }

    fn digest(&self, artifact: &Artifact) -> Fact<Option<Digest>> {
        Ok(self.small(artifact)?.map(Digest::of))
    }

    fn breaches(&self, artifact: &Artifact) -> Fact<Vec<Breach>> {
        Ok(match self.small(artifact)? {
            Some(bytes) => contract::breaches(&artifact.contract, bytes),
            None => vec![Breach::TooLarge {
                limit: artifact.contract.max_bytes,
            }],
        })
    }

    fn stated(&self, artifact: &Artifact) -> Fact<Stated> {
        let content = self.small(artifact)?;
        Ok(content.map_or(Stated::Nothing, |bytes| {
            contract::stated(&artifact.contract, bytes)
        }))
    }

    fn contains(&self, artifact: &Artifact, text: &str) -> Fact<bool> {
        let content = self.small(artifact)?;
        Ok(content.is_some_and(|bytes| contract::contains(bytes, text)))
    }

    fn names(&self) -> Fact<Vec<String>> {
        let names = self.files.keys().cloned().collect();
        self.readable(Unreadable::Names, "", names)
    }

    fn subtasks(&self) -> Fact<Vec<Subtask>> {
        self.readable(Unreadable::Subtasks, "subtasks", self.subtasks.clone())
    }

    fn parent(&self) -> Fact<Option<Standing<'_>>> {
        self.readable(Unreadable::Parent, "../../.state.journal", ())?;
        Ok(self.parent.as_ref().map(standing))
    }

    fn is_kept(&self, digest: Digest) -> Fact<bool> {
        let kept = self.bytes.contains_key(&digest);
        self.readable(Unreadable::Kept, ".state.attic/bytes", kept)
    }

    fn in_attic(&self, seq: u64, file: &ArtifactName) -> Fact<Option<Digest>> {
        let moved = self.shelves.get(&(seq, file.to_string()));
        let digest = moved.map(|bytes| Digest::of(bytes));
        self.readable(Unreadable::Attic, ".state.attic", digest)
    }

    fn place_taken(&self) -> Fact<Option<String>> {
        self.readable(Unreadable::Place, "..", self.taken.clone())
    }

    fn check(&self, check: &Check) -> Fact<CheckResult> {
        let result = self.checks.get(&check.command).cloned();
        let result = result.unwrap_or(CheckResult::NotRun);
        self.readable(Unreadable::Check, "", result)
    }
}
