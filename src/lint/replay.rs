//! Feeding a counterexample to the engine, step by step: it must show what was claimed.

use std::collections::BTreeMap;

use super::explore::{Asker, Content, digest};
use crate::diagnostic::{Counterexample, Ending, Passage};
use crate::engine::{Record, Step};
use crate::names::{ArtifactName, StateName};
use crate::workflow::{ArtifactId, Edge, Event, Model};

/// Where a path differs from what the engine does.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("step {step}: {problem}")]
pub struct Mismatch {
    /// The number of the step, from one.
    pub step: usize,
    /// What is different.
    pub problem: String,
}

/// Takes every step of `path` and answers with the state that the task is in at the end.
///
/// A record is kept as the store keeps it, so that frozen and approved artifacts count.
pub fn replay(model: &Model, path: &Counterexample) -> Result<StateName, Mismatch> {
    let mut run = Run {
        model,
        asker: Asker::new(model),
        files: BTreeMap::new(),
        record: Asker::new(model).record(model.start()),
    };
    let at = |step, problem| Mismatch { step, problem };
    if path.start != run.record.state {
        return Err(at(0, format!("tasks start in `{}`", run.record.state)));
    }
    for (number, passage) in (1..).zip(&path.steps) {
        let refused = match path.ending {
            Ending::Refused(code) if number == path.steps.len() => Some(code),
            _ => None,
        };
        run.pass(passage, refused)
            .map_err(|problem| at(number, problem))?;
    }
    if let Ending::Round(first) = path.ending {
        let before = first.checked_sub(2).map(|step| path.steps.get(step));
        let state = match before {
            None => Some(&path.start),
            Some(step) => step.map(|step| &step.to),
        };
        if state != Some(&run.record.state) {
            let problem = format!("the path ends in `{}`, elsewhere", run.record.state);
            return Err(at(path.steps.len(), problem));
        }
    }
    Ok(run.record.state)
}

struct Run<'m> {
    model: &'m Model,
    asker: Asker<'m>,
    files: BTreeMap<ArtifactId, Content>,
    record: Record,
}

impl Run<'_> {
    fn pass(&mut self, passage: &Passage, refused: Option<&str>) -> Result<(), String> {
        self.work(passage)?;
        let edge = self.edge(passage)?;
        let files: Vec<(ArtifactId, &Content)> = self
            .files
            .iter()
            .map(|(&id, content)| (id, content))
            .collect();
        match (self.asker.ask(&self.record, &files, &edge), refused) {
            (Ok(step), None) => self.take(&edge, step, passage),
            (Err(found), Some(code)) if found.code == code => Ok(()),
            (Err(found), None) => Err(format!("the engine refuses: {}", found.code)),
            (Err(found), Some(code)) => Err(format!("refused: {}, not {code}", found.code)),
            (Ok(_), Some(code)) => Err(format!("the engine does not refuse with {code}")),
        }
    }

    fn work(&mut self, passage: &Passage) -> Result<(), String> {
        for writing in &passage.written {
            let content = Content {
                outcome: writing.outcome.clone(),
                contains: writing.contains.clone(),
                finished: writing.finished,
            };
            let artifact = self.artifact(&writing.artifact)?;
            self.files.insert(artifact, content);
        }
        for name in &passage.removed {
            let artifact = self.artifact(name)?;
            self.files.remove(&artifact);
        }
        Ok(())
    }

    fn artifact(&self, name: &ArtifactName) -> Result<ArtifactId, String> {
        let found = self.model.artifact_named(name);
        found.ok_or_else(|| format!("there is no artifact `{name}`"))
    }

    fn edge(&self, passage: &Passage) -> Result<Edge, String> {
        let from = self.model.state_named(&self.record.state);
        let mut leaving = from.into_iter().flat_map(|state| self.model.leaving(state));
        let found = leaving.find(|(_, edge)| {
            edge.event.word() == passage.event && self.model.state_name(edge.to) == passage.to
        });
        found.map(|(_, edge)| edge.clone()).ok_or_else(|| {
            let (event, here) = (passage.event, &self.record.state);
            format!("no `{event}` leads from `{here}` to `{}`", passage.to)
        })
    }

    fn take(&mut self, edge: &Edge, step: Option<Step>, passage: &Passage) -> Result<(), String> {
        let (moves, voids) = step
            .map(|step| (step.moves, step.voids))
            .unwrap_or_default();
        let names: Vec<&ArtifactName> = moves
            .iter()
            .map(|&artifact| &self.model.artifact(artifact).name)
            .collect();
        if names != passage.archived.iter().collect::<Vec<_>>() {
            return Err(format!("the step moves {names:?} aside"));
        }
        for artifact in moves {
            self.files.remove(&artifact);
        }
        let record = &mut self.record;
        record.state = self.model.state_name(edge.to);
        record.artifacts = self
            .files
            .iter()
            .map(|(&id, content)| (self.model.artifact(id).name.clone(), digest(content)))
            .collect();
        let phase = self.model.phase(edge.from.phase);
        if edge.event == Event::Approve {
            let approved = record.artifacts.iter();
            let approved = approved.filter(|(name, _)| {
                self.model
                    .artifact_named(name)
                    .is_some_and(|id| phase.writes(id))
            });
            let approved = approved
                .map(|(name, digest)| (name.clone(), *digest))
                .collect();
            record.approved.insert(phase.name.clone(), approved);
        }
        for phase in voids {
            record.approved.remove(&self.model.phase(phase).name);
        }
        Ok(())
    }
}
