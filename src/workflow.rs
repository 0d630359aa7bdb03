//! What a workflow is: its text, its declarations, and the graph that they compile to.

mod checked;
pub mod declarations;
mod embedded;
mod glob;
mod grammar;
mod graph;
mod infer;
mod model;
mod reader;
mod resolved;
mod scan;
mod soundness;
mod suggest;
mod syntax;

pub use checked::Workflow;
pub use embedded::{EXAMPLES, TEXT as EMBEDDED_TEXT, embedded};
pub use glob::{Glob, GlobError};
pub use grammar::words::{Naming, Word};
pub use graph::{Component, StateGraph, StateSet, strongly_connected};
pub use infer::{NotInferred, infer};
pub use model::{
    Approval, Approvers, Artifact, ArtifactId, Check, Contract, Edge, EdgeId, Event, Guard,
    GuardTest, Mention, Model, Origin, Phase, PhaseId, Shell, State, SubState, Subtasks, Terminal,
    UnknownFiles, Untracked,
};
pub use resolved::Resolved;
pub use soundness::faults;
pub use suggest::nearest;

use crate::diagnostic::Topic;

/// The kinds of finding that keep a workflow from compiling.
pub mod topics {
    pub use super::reader::{
        DUPLICATE_DEFINITION, DUPLICATE_PROPERTY, UNKNOWN_NODE, UNKNOWN_PROPERTY, WRONG_VALUE,
    };
    pub use super::resolved::{FORBIDS_METADATA, NO_INITIAL, UNDEFINED_REFERENCE};
    pub use super::scan::{COMMENT_IN_GLOB, SYNTAX, TOO_DEEP};
    pub use super::soundness::{
        DEAD_END, NO_PATH_TO_TERMINAL, NO_TERMINAL, SELF_TRANSITION, TERMINAL_WITH_NEXT,
        UNREACHABLE_PHASE,
    };
}

/// Every finding of reading and compiling a workflow.
pub fn topics() -> Vec<&'static Topic> {
    let mut topics = scan::TOPICS.to_vec();
    topics.extend([
        &reader::UNKNOWN_NODE,
        &reader::UNKNOWN_PROPERTY,
        &reader::WRONG_VALUE,
        &reader::DUPLICATE_DEFINITION,
        &reader::DUPLICATE_PROPERTY,
        &resolved::UNDEFINED_REFERENCE,
        &resolved::NO_INITIAL,
        &resolved::FORBIDS_METADATA,
        &soundness::NO_TERMINAL,
        &soundness::UNREACHABLE_PHASE,
        &soundness::DEAD_END,
        &soundness::NO_PATH_TO_TERMINAL,
        &soundness::TERMINAL_WITH_NEXT,
        &soundness::SELF_TRANSITION,
    ]);
    topics
}

#[cfg(test)]
mod tests;
