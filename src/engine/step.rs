//! What the engine allows, in the ids of one model.

use super::folder::Notice;
use crate::workflow::{ArtifactId, Event, PhaseId, State};

/// A step that may be taken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// What kind of step it is.
    pub kind: StepKind,
    /// Where the task stood; nothing when it is made, or when that cannot be known.
    pub from: Option<State>,
    /// Where the task stands afterwards; nothing where the workflow no longer has that state.
    pub to: Option<State>,
    /// The artifacts that go to the attic.
    pub moves: Vec<ArtifactId>,
    /// The artifacts that get their recorded bytes back.
    pub restores: Vec<ArtifactId>,
    /// The phases whose approval is void afterwards.
    pub voids: Vec<PhaseId>,
    /// What is worth saying although it does not stand in the way.
    pub notices: Vec<Notice>,
}

impl Step {
    /// A step that leaves the task in `state`, and does nothing besides.
    pub(super) fn staying(kind: StepKind, state: Option<State>) -> Self {
        Self {
            kind,
            from: state,
            to: state,
            moves: Vec::new(),
            restores: Vec::new(),
            voids: Vec::new(),
            notices: Vec::new(),
        }
    }
}

/// What kind of step it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum StepKind {
    /// The task is made.
    Create,
    /// The task moves along an edge.
    Edge(Event),
    /// A signature is added to a pending approval, which needs more.
    Sign,
    /// The task ends where it stands.
    Abandon,
    /// The task is claimed, or the claim renewed.
    Claim,
    /// The claim on the task ends.
    Release,
    /// It is said which project files the task is about.
    Scope,
    /// The task goes to the archive.
    Archive,
    /// The task comes back from the archive.
    Restore,
    /// An artifact comes back from the attic.
    RestoreArtifact,
    /// It goes on record that something was changed that the phase may not.
    Violation,
    /// Nothing happens: the folder is valid.
    Validate,
    /// A folder is put under the workflow.
    Adopt,
    /// The task leaves a state that the workflow lost.
    Map,
    /// Broken records are settled.
    Repair,
}
