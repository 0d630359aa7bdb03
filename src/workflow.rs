//! What a workflow is: its text, its declarations, and the graph that they compile to.

mod artifact;
mod bookkeeping;
mod braces;
mod broken;
mod checked;
pub mod declarations;
mod edge;
mod embedded;
mod glob;
mod grammar;
mod graph;
mod ids;
mod infer;
mod model;
mod overlap;
mod phase;
mod policy;
mod reader;
mod resolved;
mod scan;
mod soundness;
mod suggest;
mod syntax;
pub mod topics;

pub use artifact::{Artifact, Contract};
pub(crate) use braces::alternatives;
pub use broken::{WORKFLOW_BROKEN, WORKFLOW_FILE, broken};
pub use checked::Workflow;
pub use edge::{Check, Edge, Event, Guard, GuardTest};
pub use embedded::{DEFAULT, EXAMPLES, Shipped, TEXT as EMBEDDED_TEXT, embedded};
pub use glob::{Glob, GlobError};
pub use grammar::words::{Naming, Word};
pub use graph::{Component, StateGraph, StateSet, strongly_connected};
pub use ids::{ArtifactId, EdgeId, PhaseId, State, SubState};
pub use infer::{NotInferred, infer};
pub use model::Model;
pub use overlap::overlap;
pub(crate) use overlap::witness;
pub use phase::{Approval, Mention, Phase, Subtasks};
pub use policy::{Approvers, Origin, Shell, Terminal, UnknownFiles, Untracked};
pub use resolved::Resolved;
pub use soundness::faults;
pub use suggest::{Suggestions, nearest};

use crate::diagnostic::Topic;

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
        &bookkeeping::FORBIDS_METADATA,
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
