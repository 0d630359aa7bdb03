//! What a workflow says about edits, and nothing else: small enough to be kept compiled.

use serde::{Deserialize, Serialize};

use crate::diagnostic::{By, NextStep};
use crate::engine::next_steps;
use crate::names::{ArtifactName, MetadataName, PhaseName, StateName, TaskPath};
use crate::source::{Span, Spanned};
use crate::workflow::{
    ArtifactId, Glob, Mention, Model, Origin, PhaseId, Shell, State, SubState, UnknownFiles,
};

/// The rules of one workflow, bound to nothing but its text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct EditRules {
    /// Where the text came from.
    pub origin: Origin,
    /// What becomes of shell commands.
    pub shell: Shell,
    pub(super) metadata: Vec<MetadataName>,
    pub(super) unknown_files: UnknownFiles,
    pub(super) protects: Vec<Spanned<Glob>>,
    pub(super) scratch: Vec<Spanned<Glob>>,
    pub(super) artifacts: Vec<ArtifactRule>,
    pub(super) phases: Vec<PhaseRule>,
}

/// What counts for a deliverable wherever it is written.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct ArtifactRule {
    pub(super) name: ArtifactName,
    pub(super) span: Span,
    /// Whether phases other than those that write it leave it alone.
    pub(super) frozen: bool,
}

/// What may be written in a phase. Artifacts are positions in [`EditRules::artifacts`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct PhaseRule {
    pub(super) name: PhaseName,
    pub(super) span: Span,
    pub(super) edits: Vec<Spanned<Glob>>,
    pub(super) protects: Vec<Spanned<Glob>>,
    pub(super) produces: Vec<Spanned<u32>>,
    pub(super) forbids: Vec<Spanned<u32>>,
    /// The base state first.
    pub(super) states: Vec<StateRule>,
}

/// A state and the commands that lead on from it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct StateRule {
    pub(super) name: StateName,
    /// One command a line, each behind the mark of who may run it: the gate reads all of them
    /// before every edit, and shows few.
    ways: String,
}

/// The mark of a command that only a person may run; any other mark is of one for anybody.
const BY_HUMAN: char = '!';
const BY_ANYONE: char = ' ';

/// Stands for the task in the commands that are kept.
const TASK: &str = "{task}";

impl EditRules {
    /// The rules that a workflow states.
    pub fn of(model: &Model) -> Self {
        let artifact = |id: ArtifactId| {
            let artifact = model.artifact(id);
            ArtifactRule {
                name: artifact.name.clone(),
                span: artifact.span,
                frozen: artifact.frozen,
            }
        };
        Self {
            origin: model.origin,
            shell: model.shell,
            metadata: model.metadata.clone(),
            unknown_files: model.unknown_files,
            protects: model.protects.clone(),
            scratch: model.scratch.clone(),
            artifacts: model.artifact_ids().map(artifact).collect(),
            phases: model.phase_ids().map(|id| phase(model, id)).collect(),
        }
    }

    /// The phase of a state, and whether the state is the phase's base; nothing where the workflow
    /// has no such state.
    pub(super) fn state(&self, name: &StateName) -> Option<(&PhaseRule, &StateRule, bool)> {
        let phase = self.phases.iter().find(|phase| phase.name == name.phase)?;
        let at = phase.states.iter().position(|state| state.name == *name)?;
        Some((phase, &phase.states[at], at == 0))
    }

    /// The position of an artifact.
    pub(super) fn artifact(&self, name: &str) -> Option<u32> {
        let at = self.artifacts.iter().position(|a| a.name.as_str() == name);
        at.and_then(|at| u32::try_from(at).ok())
    }

    /// The artifact at a position.
    pub(super) fn artifact_at(&self, at: u32) -> &ArtifactRule {
        &self.artifacts[at as usize]
    }

    /// The phases that may edit `path`, a file of the project.
    pub(super) fn editing<'r>(&'r self, path: &'r str) -> impl Iterator<Item = &'r PhaseRule> {
        self.phases
            .iter()
            .filter(move |phase| phase.covers(path).is_some())
    }
}

impl PhaseRule {
    /// The glob by which the phase may edit `path`.
    pub(super) fn covers(&self, path: &str) -> Option<&Spanned<Glob>> {
        let covers = |glob: &&Spanned<Glob>| glob.value.matches(path);
        if self.protects.iter().any(|glob| covers(&glob)) {
            return None;
        }
        self.edits.iter().find(covers)
    }
}

impl StateRule {
    fn of(name: StateName, steps: &[NextStep]) -> Self {
        let line = |step: &NextStep| {
            let mark = match step.by {
                By::Human => BY_HUMAN,
                By::Anyone => BY_ANYONE,
            };
            format!("{mark}{}\n", step.run)
        };
        let ways = steps.iter().map(line).collect();
        Self { name, ways }
    }

    /// The commands that lead on, for one task.
    pub(super) fn ways_for<'r>(&'r self, task: &TaskPath) -> impl Iterator<Item = NextStep> + 'r {
        let task = task.to_string();
        self.ways.lines().map(move |line| {
            let by = if line.starts_with(BY_HUMAN) {
                By::Human
            } else {
                By::Anyone
            };
            let run = line.trim_start_matches([BY_HUMAN, BY_ANYONE]);
            NextStep {
                run: run.replace(TASK, &task),
                by,
            }
        })
    }
}

fn phase(model: &Model, id: PhaseId) -> PhaseRule {
    let phase = model.phase(id);
    let position = |mention: &Mention| {
        let at = u32::try_from(mention.artifact.index()).unwrap_or(u32::MAX);
        Spanned::new(at, mention.span)
    };
    let subs: &[SubState] = match phase.approval {
        Some(_) => &[SubState::Base, SubState::Pending, SubState::Granted],
        None => &[SubState::Base],
    };
    let state = |&sub: &SubState| {
        let state = State { phase: id, sub };
        StateRule::of(
            model.state_name(state),
            &next_steps::all(model, &TASK, state),
        )
    };
    PhaseRule {
        name: phase.name.clone(),
        span: phase.span,
        edits: phase.edits.clone(),
        protects: phase.protects.clone(),
        produces: phase.produces.iter().map(position).collect(),
        forbids: phase.forbids.iter().map(position).collect(),
        states: subs.iter().map(state).collect(),
    }
}
