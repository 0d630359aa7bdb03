//! A phase: what it reads, writes, forbids and edits, and how it ends.

use super::glob::Glob;
use super::ids::{ArtifactId, SubState};
use super::policy::{Approvers, Terminal};
use crate::names::{MetadataName, PhaseName};
use crate::source::{Span, Spanned};

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
