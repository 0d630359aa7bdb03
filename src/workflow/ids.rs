//! Phases, artifacts, edges and states of one model, by position.

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
    /// The position in [`Model::phases`](super::Model::phases).
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

impl ArtifactId {
    /// The position in [`Model::artifacts`](super::Model::artifacts).
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

impl EdgeId {
    /// The position in [`Model::edges`](super::Model::edges).
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
