//! What a workflow is: its text, its declarations, and the graph that they compile to.

mod glob;
mod graph;
mod model;

pub use glob::{Glob, GlobError};
pub use graph::{StateGraph, StateSet};
pub use model::{
    Approval, Approvers, Artifact, ArtifactId, Check, Contract, Edge, EdgeId, Event, Guard,
    GuardTest, Mention, Model, Origin, Phase, PhaseId, Shell, State, SubState, Subtasks, Terminal,
    UnknownFiles, Untracked,
};
