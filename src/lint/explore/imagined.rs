//! A task folder that exists only in thought, as the engine sees it.

use crate::digest::Digest;
use crate::engine::contract::{Breach, Stated};
use crate::engine::{
    CheckResult, Fact, Facts, Presence, Record, Standing, Subtask, SubtaskStanding,
};
use crate::names::{ArtifactName, StateName, TaskPath};
use crate::workflow::{Artifact, ArtifactId, Check, Model};

use super::alphabet::Content;

/// Facts in which everything goes well that does not depend on the artifacts: commands succeed,
/// sub-tasks are complete, nobody else is at work.
pub(crate) struct Imagined<'a> {
    model: &'a Model,
    task: &'a TaskPath,
    record: &'a Record,
    /// Where a sub-task stands that is complete, if it can be.
    complete: Option<&'a StateName>,
    /// What exists, in the order of the workflow.
    files: &'a [(ArtifactId, &'a Content)],
}

impl<'a> Imagined<'a> {
    pub(crate) fn new(
        model: &'a Model,
        task: &'a TaskPath,
        record: &'a Record,
        complete: Option<&'a StateName>,
        files: &'a [(ArtifactId, &'a Content)],
    ) -> Self {
        Self {
            model,
            task,
            record,
            complete,
            files,
        }
    }

    fn content(&self, name: &ArtifactName) -> Option<&'a Content> {
        let id = self.model.artifact_named(name)?;
        let place = self.files.binary_search_by_key(&id, |(file, _)| *file);
        place.ok().map(|place| self.files[place].1)
    }
}

/// The digest that a content has in thought.
pub(crate) fn digest(content: &Content) -> Digest {
    Digest::of(format!("{content:?}").as_bytes())
}

impl Facts for Imagined<'_> {
    fn task(&self) -> &TaskPath {
        self.task
    }

    fn standing(&self) -> Fact<Standing<'_>> {
        Ok(Standing::Tracked(self.record))
    }

    fn now(&self) -> Fact<String> {
        Ok(String::new())
    }

    fn halted_loop(&self) -> Fact<Option<String>> {
        Ok(None)
    }

    fn presence(&self, name: &ArtifactName) -> Fact<Presence> {
        Ok(match self.content(name) {
            Some(_) => Presence::File,
            None => Presence::Missing,
        })
    }

    fn digest(&self, artifact: &Artifact) -> Fact<Option<Digest>> {
        Ok(self.content(&artifact.name).map(digest))
    }

    fn breaches(&self, artifact: &Artifact) -> Fact<Vec<Breach>> {
        let content = self.content(&artifact.name);
        let unfinished = content.is_some_and(|content| !content.finished);
        Ok(unfinished
            .then(|| Breach::NoOutcome { words: Vec::new() })
            .into_iter()
            .collect())
    }

    fn stated(&self, artifact: &Artifact) -> Fact<Stated> {
        let content = self.content(&artifact.name);
        let word = content.and_then(|content| content.outcome.clone());
        Ok(word.map_or(Stated::Nothing, Stated::Word))
    }

    fn contains(&self, artifact: &Artifact, text: &str) -> Fact<bool> {
        let content = self.content(&artifact.name);
        let held = |content: &Content| content.contains.iter().any(|held| held == text);
        Ok(content.is_some_and(held))
    }

    /// What exists is declared and is what it should be, so that names alone tell nothing.
    fn names(&self) -> Fact<Vec<String>> {
        Ok(Vec::new())
    }

    fn subtasks(&self) -> Fact<Vec<Subtask>> {
        let done = self.complete.map(|state| Subtask {
            task: self.task.clone(),
            at: SubtaskStanding::State(state.clone()),
            parts: Vec::new(),
        });
        Ok(done.into_iter().collect())
    }

    fn parent(&self) -> Fact<Option<Standing<'_>>> {
        Ok(None)
    }

    fn is_kept(&self, _: Digest) -> Fact<bool> {
        Ok(true)
    }

    fn in_attic(&self, _: u64, _: &ArtifactName) -> Fact<Option<Digest>> {
        Ok(None)
    }

    fn place_taken(&self) -> Fact<Option<String>> {
        Ok(None)
    }

    fn check(&self, _: &Check) -> Fact<CheckResult> {
        Ok(CheckResult::Passed)
    }
}
