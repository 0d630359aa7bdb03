//! A workflow as the engine reads it: phases, artifacts, states and edges behind small ids.
//!
//! A model is locally well formed (every id is in range) and globally unproven: it may have dead
//! ends or unreachable phases. [`Workflow`](super::Workflow) is the proof that it has none.

use std::collections::HashMap;
use std::time::Duration;

use super::glob::Glob;
use super::graph::StateGraph;
use crate::digest::Digest;
use crate::names::{ArtifactName, MetadataName, PhaseName, StateName, SubStateName, WorkflowName};
use crate::source::{SourceFile, Span, Spanned};

/// A phase of one model, by position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PhaseId(pub(super) u32);

/// An artifact of one model, by position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ArtifactId(pub(super) u32);

/// An edge of one model, by position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct EdgeId(pub(super) u32);

impl PhaseId {
    /// The position in [`Model::phases`].
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

impl ArtifactId {
    /// The position in [`Model::artifacts`].
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

impl EdgeId {
    /// The position in [`Model::edges`].
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// Where in a phase's approval a task stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum SubState {
    /// The phase itself: work goes on.
    Base,
    /// Submitted, waiting for a decision.
    Pending,
    /// Approved.
    Granted,
}

/// A phase with its sub-state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct State {
    /// The phase.
    pub phase: PhaseId,
    /// The sub-state.
    pub sub: SubState,
}

impl State {
    /// The base state of `phase`.
    pub fn base(phase: PhaseId) -> Self {
        Self {
            phase,
            sub: SubState::Base,
        }
    }
}

/// Where the text of a workflow came from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Origin {
    /// The default that is built into the program.
    Embedded,
    /// A project's own file.
    File,
}

/// How a terminal phase ends a task.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Terminal {
    /// The task reached its goal.
    Success,
    /// The task ended without it.
    Failure,
}

impl Terminal {
    /// The word that the workflow file uses.
    pub fn word(self) -> &'static str {
        match self {
            Self::Success => "success",
            Self::Failure => "failure",
        }
    }
}

/// What becomes of a task folder without a state and a journal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Untracked {
    /// Refused until `upgrade`.
    #[default]
    Refuse,
    /// Adopted by the first mutating command.
    Infer,
}

/// What becomes of files in a task folder that the workflow does not name.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum UnknownFiles {
    /// Nothing.
    #[default]
    Allow,
    /// They are reported.
    Warn,
    /// They are refused.
    Refuse,
}

/// What becomes of shell commands that a harness reports.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Shell {
    /// They run under `exec`.
    #[default]
    Sandbox,
    /// They run.
    Allow,
    /// They are refused.
    Refuse,
}

/// Who may decide an approval.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Approvers {
    /// A person at a terminal.
    #[default]
    Human,
    /// Listed approvers, by signature.
    Signed,
    /// Anyone who relays a decision.
    Anyone,
}

impl Approvers {
    /// The word that the workflow file uses.
    pub fn word(self) -> &'static str {
        match self {
            Self::Human => "human",
            Self::Signed => "signed",
            Self::Anyone => "anyone",
        }
    }
}

/// The approval of a phase.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Approval {
    /// Who may decide.
    pub by: Approvers,
    /// How many different approvers are needed.
    pub signers: u32,
    /// The `approval` node.
    pub span: Span,
}

/// A mention of an artifact in a phase.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mention {
    /// The artifact.
    pub artifact: ArtifactId,
    /// Whether the file may be missing.
    pub optional: bool,
    /// The name in the text.
    pub span: Span,
}

/// Sub-tasks that a phase allows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Subtasks {
    /// How deep they may nest.
    pub depth: u32,
    /// What each inherits: the parent's artifact, and the metadata name it gets.
    pub inherit: Vec<(ArtifactId, MetadataName)>,
    /// The `subtasks` node.
    pub span: Span,
}

/// A declared deliverable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Artifact {
    /// The file name.
    pub name: ArtifactName,
    /// Whether later phases must leave it as it is.
    pub frozen: bool,
    /// What the file has to satisfy to count as produced.
    pub contract: Contract,
    /// The name in the text.
    pub span: Span,
}

/// What an artifact's content has to satisfy.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Contract {
    /// The words of which the file states exactly one; none means no such rule.
    pub outcomes: Vec<Spanned<String>>,
    /// Markdown headings that must exist.
    pub headings: Vec<Spanned<String>>,
    /// Texts that must occur.
    pub contains: Vec<Spanned<String>>,
    /// Where the text says that no unticked box may remain.
    pub checklist: Option<Span>,
    /// The largest size in bytes.
    pub max_bytes: u64,
}

/// A declared phase.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Phase {
    /// The name.
    pub name: PhaseName,
    /// The name in the text.
    pub span: Span,
    /// What the phase is for.
    pub description: Option<String>,
    /// How it ends a task, where it does.
    pub terminal: Option<Terminal>,
    /// The prompt's path, relative to the workflow file.
    pub prompt: Option<Spanned<String>>,
    /// What must exist on entry.
    pub reads: Vec<Mention>,
    /// What the phase writes.
    pub produces: Vec<Mention>,
    /// What must not exist.
    pub forbids: Vec<Mention>,
    /// Project files that may be edited.
    pub edits: Vec<Spanned<Glob>>,
    /// Exceptions to `edits`.
    pub protects: Vec<Spanned<Glob>>,
    /// The approval that ends the phase.
    pub approval: Option<Approval>,
    /// The sub-tasks that it allows.
    pub subtasks: Option<Subtasks>,
    /// Sentences for the prompt: what to do.
    pub allowed: Vec<String>,
    /// Sentences for the prompt: what not to do.
    pub forbidden: Vec<String>,
}

impl Phase {
    /// The sub-state from which the phase's `next` edges leave.
    pub fn settled(&self) -> SubState {
        if self.approval.is_some() {
            SubState::Granted
        } else {
            SubState::Base
        }
    }

    /// Whether the phase writes `artifact`.
    pub fn writes(&self, artifact: ArtifactId) -> bool {
        self.produces.iter().any(|m| m.artifact == artifact)
    }

    /// Where the phase forbids `artifact`, if it does.
    pub fn forbidden_at(&self, artifact: ArtifactId) -> Option<Span> {
        let found = self.forbids.iter().find(|m| m.artifact == artifact);
        found.map(|m| m.span)
    }
}

/// Why a task moves along an edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Event {
    /// From the phase to its pending approval.
    Submit,
    /// From the pending approval to the granted one.
    Approve,
    /// From the pending approval back to the phase, by an approver.
    Reject,
    /// From the pending approval back to the phase, by anyone.
    Withdraw,
    /// From the granted approval back to the phase.
    Revise,
    /// To another phase.
    Next,
    /// Back to an earlier phase.
    Rework,
}

impl Event {
    /// The word that output uses.
    pub fn word(self) -> &'static str {
        match self {
            Self::Submit => "submit",
            Self::Approve => "approve",
            Self::Reject => "reject",
            Self::Withdraw => "withdraw",
            Self::Revise => "revise",
            Self::Next => "next",
            Self::Rework => "rework",
        }
    }
}

/// A condition on an edge.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Guard {
    /// What must hold.
    pub test: GuardTest,
    /// The node in the text.
    pub span: Span,
}

/// What a guard asks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GuardTest {
    /// The artifact states one of these words.
    Outcome {
        /// The artifact.
        artifact: ArtifactId,
        /// The words.
        words: Vec<Spanned<String>>,
    },
    /// The artifact contains this text.
    Contains {
        /// The artifact.
        artifact: ArtifactId,
        /// The text.
        text: String,
    },
    /// There is at least one sub-task, and all are in a terminal success.
    SubtasksComplete,
    /// A command exits with 0.
    Check(Check),
}

/// A command that must succeed.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Check {
    /// The command, run by the shell in the project root.
    pub command: String,
    /// The time limit.
    pub timeout: Duration,
}

/// A step that a task may take.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edge {
    /// Where it starts.
    pub from: State,
    /// Where it leads.
    pub to: State,
    /// Why it is taken.
    pub event: Event,
    /// What must hold.
    pub guards: Vec<Guard>,
    /// Who may take a rework edge.
    pub by: Approvers,
    /// Where the text declares it.
    pub span: Span,
}

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
        let edges = self.graph.leaving(state);
        edges.map(|id| (id, self.edge(id)))
    }

    /// Whether the folder rules leave this file name alone.
    pub fn is_metadata(&self, file: &str) -> bool {
        file.starts_with(".state") || self.metadata.iter().any(|name| name.as_str() == file)
    }
}
