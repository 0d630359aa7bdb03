//! In which phase a folder must be, judging by its artifacts alone.

use super::edge::{Edge, Event};
use super::ids::{ArtifactId, PhaseId, State};
use super::model::Model;

/// Why no phase could be inferred.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NotInferred {
    /// Every phase that produces something present also forbids something present.
    Contradicted(Vec<(PhaseId, Vec<ArtifactId>)>),
    /// Phases at the same distance fit equally.
    Tied(Vec<PhaseId>),
}

/// The base state of the phase that produces the most advanced of the artifacts present: among
/// phases that produce one of them and forbid none, the one farthest from the initial phase.
/// Without artifacts it is the initial phase. It is never a granted state: what was not approved
/// here is not approved.
pub fn infer(model: &Model, present: &[ArtifactId]) -> Result<State, NotInferred> {
    if present.is_empty() {
        return Ok(model.start());
    }
    let forbidden_in = |phase: PhaseId| -> Vec<ArtifactId> {
        let forbidden =
            |&artifact: &ArtifactId| model.phase(phase).forbidden_at(artifact).is_some();
        present.iter().copied().filter(forbidden).collect()
    };
    let producers: Vec<PhaseId> = model
        .phase_ids()
        .filter(|&phase| {
            present
                .iter()
                .any(|&artifact| model.phase(phase).writes(artifact))
        })
        .collect();
    let onward = |edge: &Edge| edge.event == Event::Next;
    let distances = model
        .graph
        .phase_distances(model.initial, &model.edges, onward);
    let distance = |phase: PhaseId| distances[phase.index()];
    let fitting: Vec<PhaseId> = producers
        .iter()
        .copied()
        .filter(|&phase| forbidden_in(phase).is_empty())
        .collect();
    let Some(farthest) = fitting.iter().map(|&phase| distance(phase)).max() else {
        let contradicted = producers.iter().map(|&phase| (phase, forbidden_in(phase)));
        return Err(NotInferred::Contradicted(contradicted.collect()));
    };
    let best: Vec<PhaseId> = fitting
        .into_iter()
        .filter(|&phase| distance(phase) == farthest)
        .collect();
    match best.as_slice() {
        [only] => Ok(State::base(*only)),
        _ => Err(NotInferred::Tied(best)),
    }
}
