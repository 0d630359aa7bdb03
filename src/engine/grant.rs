//! The only key that the store accepts.

use std::collections::{BTreeMap, BTreeSet};

use super::claim::Claim;
use super::request::Authority;
use super::signature::Signature;
use super::step::{Step, StepKind};
use crate::digest::Digest;
use crate::names::{ActorName, ArtifactName, MetadataName, PhaseName, StateName};
use crate::source::SourceFile;
use crate::workflow::{Glob, Origin};

/// Leave to take one step, bound to the facts that it was decided on.
///
/// Only [`decide`](super::decide) makes one. It is consumed by the store, and facts that borrow a
/// task's lock keep it from outliving that lock.
#[derive(Debug)]
#[must_use = "a grant changes nothing until the store commits it"]
pub struct Grant<F> {
    facts: F,
    step: Step,
    order: Order,
}

impl<F> Grant<F> {
    pub(super) fn new(facts: F, step: Step, order: Order) -> Self {
        Self { facts, step, order }
    }

    /// A grant of `order`, for tests of the store, which does not look at the step.
    #[cfg(test)]
    pub(crate) fn for_tests(facts: F, order: Order) -> Self {
        Self::new(facts, Step::staying(order.kind, None), order)
    }

    /// The step in the model's ids.
    pub fn step(&self) -> &Step {
        &self.step
    }

    /// What the store is to write.
    pub fn order(&self) -> &Order {
        &self.order
    }

    /// The facts that the step was decided on.
    pub fn facts(&self) -> &F {
        &self.facts
    }

    /// Gives up the grant for its parts: the facts and what to write.
    pub fn into_parts(self) -> (F, Order) {
        (self.facts, self.order)
    }
}

/// What a granted step writes, in names that outlive the workflow.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Order {
    /// What kind of step it is.
    pub kind: StepKind,
    /// When it was decided, in UTC.
    pub at: String,
    /// Where the task stood, if it existed and that is known.
    pub from: Option<StateName>,
    /// Where the task stands afterwards.
    pub to: StateName,
    /// Who asked.
    pub actor: ActorName,
    /// Whether a person is known to have asked.
    pub authority: Authority,
    /// Whether the approval was decided by signatures.
    pub by_signatures: bool,
    /// The signature that the step adds.
    pub signature: Option<Signature>,
    /// The reason that was given.
    pub note: Option<String>,
    /// The workflow that decided.
    pub workflow: Digest,
    /// Where that workflow came from.
    pub origin: Origin,
    /// The text of that workflow, kept so that the step can be checked later.
    pub workflow_text: SourceFile,
    /// The artifacts of the task after the step, with their digests.
    pub artifacts: BTreeMap<ArtifactName, Digest>,
    /// The artifacts whose bytes must be kept.
    pub keeps: BTreeSet<ArtifactName>,
    /// The artifacts that go to the attic.
    pub moves: Vec<ArtifactName>,
    /// The artifacts that get their recorded bytes back.
    pub restores: BTreeMap<ArtifactName, Digest>,
    /// The step that moved those bytes to the attic; nothing where they were kept.
    pub shelf: Option<u64>,
    /// The phases whose approval is void afterwards.
    pub voids: Vec<PhaseName>,
    /// What a new sub-task inherits: the parent's artifact and the name of the copy.
    pub inherits: Vec<(ArtifactName, MetadataName)>,
    /// How often the task has changed hands.
    pub epoch: u64,
    /// The claim that is in force afterwards.
    pub claim: Option<Claim>,
    /// The claim that is in force on the parent afterwards, where a sub-task is made.
    pub parent_claim: Option<Claim>,
    /// The project files that the task is about afterwards.
    pub scope: Vec<Glob>,
}
