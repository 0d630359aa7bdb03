//! What a workflow file declares: parsed and spanned, names not yet bound.

use std::time::Duration;

use super::artifact::Contract;
use super::glob::Glob;
use super::policy::{Approvers, Shell, Terminal, UnknownFiles, Untracked};
use crate::names::{ArtifactName, MetadataName, PhaseName, SubStateName, WorkflowName};
use crate::source::{Span, Spanned};

/// A whole file.
#[derive(Clone, Debug)]
pub struct Declarations {
    /// The workflow's name.
    pub name: Spanned<WorkflowName>,
    /// What it is for.
    pub description: Option<String>,
    /// Where tasks start.
    pub initial: Option<Spanned<PhaseName>>,
    /// What becomes of untracked folders.
    pub untracked: Untracked,
    /// Bookkeeping beside the artifacts.
    pub metadata: Vec<Spanned<MetadataName>>,
    /// What becomes of files that nothing names.
    pub unknown_files: UnknownFiles,
    /// The names of the approval sub-states.
    pub sub_states: SubStates,
    /// The default of the phases' approvals.
    pub approval: ApprovalPolicy,
    /// Files that no phase may edit.
    pub protects: Vec<Spanned<Glob>>,
    /// Build outputs.
    pub scratch: Vec<Spanned<Glob>>,
    /// What becomes of shell commands.
    pub shell: Shell,
    /// Prompts that belong to no phase.
    pub prompts: Vec<(String, Spanned<String>)>,
    /// The deliverables.
    pub artifacts: Vec<ArtifactDeclaration>,
    /// The phases.
    pub phases: Vec<PhaseDeclaration>,
}

/// The names of the two approval sub-states.
#[derive(Clone, Debug)]
pub struct SubStates {
    /// Submitted.
    pub pending: SubStateName,
    /// Approved.
    pub granted: SubStateName,
}

/// What an `approval` node says about who may decide.
#[derive(Clone, Copy, Debug, Default)]
pub struct ApprovalPolicy {
    /// Who may decide, where it is said.
    pub by: Option<Approvers>,
    /// How many are needed, where it is said.
    pub signers: Option<u32>,
}

/// An `artifact` node.
#[derive(Clone, Debug)]
pub struct ArtifactDeclaration {
    /// The file name.
    pub name: Spanned<ArtifactName>,
    /// Whether later phases must leave it as it is.
    pub frozen: bool,
    /// What its content has to satisfy.
    pub contract: Contract,
}

/// A `phase` node.
#[derive(Clone, Debug)]
pub struct PhaseDeclaration {
    /// The name.
    pub name: Spanned<PhaseName>,
    /// How it ends a task.
    pub terminal: Option<Terminal>,
    /// What it is for.
    pub description: Option<String>,
    /// The prompt's path.
    pub prompt: Option<Spanned<String>>,
    /// What must exist on entry.
    pub reads: Vec<Reference>,
    /// What it writes.
    pub produces: Vec<Reference>,
    /// What must not exist.
    pub forbids: Vec<Reference>,
    /// What may be edited.
    pub edits: Vec<Spanned<Glob>>,
    /// Exceptions to it.
    pub protects: Vec<Spanned<Glob>>,
    /// The approval that ends it.
    pub approval: Option<(ApprovalPolicy, Span)>,
    /// The sub-tasks that it allows.
    pub subtasks: Option<SubtasksDeclaration>,
    /// The edges onward.
    pub next: Vec<NextDeclaration>,
    /// The edges back.
    pub rework: Vec<ReworkDeclaration>,
    /// What the prompt allows.
    pub allowed: Vec<String>,
    /// What the prompt forbids.
    pub forbidden: Vec<String>,
}

/// A mention of an artifact by name.
#[derive(Clone, Debug)]
pub struct Reference {
    /// The artifact.
    pub name: Spanned<ArtifactName>,
    /// Whether it may be missing.
    pub optional: bool,
}

/// A `subtasks` node.
#[derive(Clone, Debug)]
pub struct SubtasksDeclaration {
    /// How deep they may nest.
    pub depth: u32,
    /// What each inherits, and under which name.
    pub inherit: Vec<(Spanned<ArtifactName>, Spanned<MetadataName>)>,
    /// The node.
    pub span: Span,
}

/// A `next` node.
#[derive(Clone, Debug)]
pub struct NextDeclaration {
    /// The phase that it leads to.
    pub to: Spanned<PhaseName>,
    /// Its guards.
    pub guards: Vec<Spanned<GuardDeclaration>>,
}

/// One phase of a `rework` node.
#[derive(Clone, Debug)]
pub struct ReworkDeclaration {
    /// The phase that it leads back to.
    pub to: Spanned<PhaseName>,
    /// Who may take it.
    pub by: Approvers,
}

/// A guard.
#[derive(Clone, Debug)]
pub enum GuardDeclaration {
    /// `outcome ARTIFACT WORD...`
    Outcome(Spanned<ArtifactName>, Vec<Spanned<String>>),
    /// `contains ARTIFACT "TEXT"`
    Contains(Spanned<ArtifactName>, String),
    /// `subtasks complete`
    SubtasksComplete,
    /// `check "COMMAND" timeout="10m"`
    Check(String, Duration),
}
