//! A workflow as the engine reads it: phases, artifacts, states and edges behind small ids.
//!
//! A model is locally well formed (every id is in range) and globally unproven: it may have dead
//! ends or unreachable phases. [`Workflow`](super::Workflow) is the proof that it has none.

use std::collections::HashMap;

use super::artifact::Artifact;
use super::edge::Edge;
use super::glob::Glob;
use super::graph::StateGraph;
use super::ids::{ArtifactId, EdgeId, PhaseId, State, SubState};
use super::phase::Phase;
use super::policy::{Origin, Shell, UnknownFiles, Untracked};
use crate::digest::Digest;
use crate::names::{ArtifactName, MetadataName, PhaseName, StateName, SubStateName, WorkflowName};
use crate::source::{SourceFile, Spanned};

/// A whole workflow, locally well formed.
#[derive(Clone, Debug)]
pub struct Model {
    /// The name.
    pub name: WorkflowName,
    /// What the workflow is for.
    pub description: Option<String>,
    /// The text it was read from.
    pub source: SourceFile,
    /// The SHA-256 of that text.
    pub digest: Digest,
    /// Where the text came from.
    pub origin: Origin,
    /// The phase in which tasks start.
    pub initial: PhaseId,
    /// What becomes of untracked folders.
    pub untracked: Untracked,
    /// Bookkeeping beside the artifacts.
    pub metadata: Vec<MetadataName>,
    /// What becomes of files that nothing names.
    pub unknown_files: UnknownFiles,
    /// The name of the pending sub-state.
    pub pending: SubStateName,
    /// The name of the granted sub-state.
    pub granted: SubStateName,
    /// Project files that no phase may edit.
    pub protects: Vec<Spanned<Glob>>,
    /// Build outputs, writable in every phase.
    pub scratch: Vec<Spanned<Glob>>,
    /// What becomes of shell commands.
    pub shell: Shell,
    /// Prompts that belong to no phase: name and path.
    pub prompts: Vec<(String, Spanned<String>)>,
    /// The deliverables.
    pub artifacts: Vec<Artifact>,
    /// The phases.
    pub phases: Vec<Phase>,
    /// The steps, grouped by where they start.
    pub edges: Vec<Edge>,
    /// The states and steps as a graph.
    pub graph: StateGraph,
    /// Phases and artifacts by name.
    pub(super) index: NameIndex,
}

/// Phases and artifacts by name; of equal names the first counts.
#[derive(Clone, Debug, Default)]
pub(super) struct NameIndex {
    pub(super) phases: HashMap<PhaseName, PhaseId>,
    pub(super) artifacts: HashMap<ArtifactName, ArtifactId>,
}

impl Model {
    /// The phase behind an id.
    pub fn phase(&self, id: PhaseId) -> &Phase {
        &self.phases[id.index()]
    }

    /// The artifact behind an id.
    pub fn artifact(&self, id: ArtifactId) -> &Artifact {
        &self.artifacts[id.index()]
    }

    /// The edge behind an id.
    pub fn edge(&self, id: EdgeId) -> &Edge {
        &self.edges[id.index()]
    }

    /// Every phase id, in the order of the text.
    pub fn phase_ids(&self) -> impl Iterator<Item = PhaseId> + use<> {
        (0..).take(self.phases.len()).map(PhaseId)
    }

    /// Every artifact id, in the order of the text.
    pub fn artifact_ids(&self) -> impl Iterator<Item = ArtifactId> + use<> {
        (0..).take(self.artifacts.len()).map(ArtifactId)
    }

    /// The artifact at a position in [`Model::artifacts`].
    pub fn artifact_at(&self, index: usize) -> Option<ArtifactId> {
        let known = index < self.artifacts.len();
        known.then_some(ArtifactId(u32::try_from(index).ok()?))
    }

    /// Every edge id, in the order of the text.
    pub fn edge_ids(&self) -> impl Iterator<Item = EdgeId> + use<> {
        (0..).take(self.edges.len()).map(EdgeId)
    }

    /// The phase of that name.
    pub fn phase_named(&self, name: &PhaseName) -> Option<PhaseId> {
        self.index.phases.get(name).copied()
    }

    /// The artifact of that name.
    pub fn artifact_named(&self, name: &ArtifactName) -> Option<ArtifactId> {
        self.index.artifacts.get(name).copied()
    }

    /// The state of that name, if the workflow has it.
    pub fn state_named(&self, name: &StateName) -> Option<State> {
        let phase = self.phase_named(&name.phase)?;
        let sub = match &name.sub {
            None => SubState::Base,
            Some(_) if self.phase(phase).approval.is_none() => return None,
            Some(sub) if *sub == self.pending => SubState::Pending,
            Some(sub) if *sub == self.granted => SubState::Granted,
            Some(_) => return None,
        };
        Some(State { phase, sub })
    }

    /// The name of a state.
    pub fn state_name(&self, state: State) -> StateName {
        StateName {
            phase: self.phase(state.phase).name.clone(),
            sub: match state.sub {
                SubState::Base => None,
                SubState::Pending => Some(self.pending.clone()),
                SubState::Granted => Some(self.granted.clone()),
            },
        }
    }

    /// The state in which tasks start.
    pub fn start(&self) -> State {
        State::base(self.initial)
    }

    /// Every state, phase by phase.
    pub fn states(&self) -> impl Iterator<Item = State> + '_ {
        self.phase_ids().flat_map(|phase| {
            let subs: &[SubState] = if self.phase(phase).approval.is_some() {
                &[SubState::Base, SubState::Pending, SubState::Granted]
            } else {
                &[SubState::Base]
            };
            subs.iter().map(move |&sub| State { phase, sub })
        })
    }

    /// The steps that leave `state`, in the order of the text.
    pub fn leaving(&self, state: State) -> impl Iterator<Item = (EdgeId, &Edge)> + '_ {
        let edges = self.graph.leaving(state).iter();
        edges.map(|&id| (id, self.edge(id)))
    }

    /// The steps from one state to another, in the order of the text.
    pub fn between(&self, from: State, to: State) -> impl ExactSizeIterator<Item = EdgeId> + '_ {
        self.graph.between(from, to)
    }

    /// The steps that leave any state of `phase`, in the order of the text.
    pub fn leaving_phase(&self, phase: PhaseId) -> &[Edge] {
        let from = |edge: &Edge| edge.from.phase;
        let rest = &self.edges[self.edges.partition_point(|edge| from(edge) < phase)..];
        &rest[..rest.partition_point(|edge| from(edge) == phase)]
    }

    /// Whether the folder rules leave this file name alone.
    pub fn is_metadata(&self, file: &str) -> bool {
        file.starts_with(".state") || self.metadata.iter().any(|name| name.as_str() == file)
    }
}
