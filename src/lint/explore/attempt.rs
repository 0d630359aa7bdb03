//! Attempts to take an edge, and what became of them.

use std::cell::OnceCell;
use std::collections::BTreeMap;
use std::rc::Rc;

use super::Value;
use super::asking::Refused;
use crate::engine::Obstacle;
use crate::workflow::{ArtifactId, EdgeId};

/// A configuration, by the order in which it was found.
pub(in crate::lint) type ConfigId = u32;

/// What a phase wrote before a step, as far as the step or what follows depends on it.
pub(in crate::lint) type Choices = Vec<(ArtifactId, Value)>;

/// A task in `config` that made `choices` and wants to take `edge`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::lint) struct Attempt {
    pub(in crate::lint) config: ConfigId,
    pub(in crate::lint) edge: EdgeId,
    pub(in crate::lint) choices: Choices,
}

/// What became of all attempts to take one edge.
#[derive(Clone, Debug, Default)]
pub(in crate::lint) struct Outcome {
    /// The first one that the engine let pass.
    pub(in crate::lint) taken: Option<Attempt>,
    /// The first one in whose way each thing stood.
    pub(in crate::lint) refused: BTreeMap<Obstacle, Rc<Attempt>>,
    /// How many there were.
    attempts: usize,
    /// How often each thing stood in the way.
    count: BTreeMap<Obstacle, usize>,
}

impl Outcome {
    /// Counts an attempt that the engine let pass.
    pub(super) fn pass(&mut self, attempt: &Attempt) {
        self.attempts += 1;
        self.taken.get_or_insert_with(|| attempt.clone());
    }

    /// Counts an attempt that the engine refused.
    pub(super) fn refuse(&mut self, attempt: &Attempt, refused: &Refused) {
        self.attempts += 1;
        // Thousands of artifacts may be in the way of one attempt that chose all of them.
        let shared = OnceCell::new();
        let shared = || Rc::clone(shared.get_or_init(|| Rc::new(attempt.clone())));
        for &obstacle in &refused.obstacles {
            *self.count.entry(obstacle).or_default() += 1;
            self.refused.entry(obstacle).or_insert_with(shared);
        }
    }

    /// What stood in the way of every single attempt.
    pub(in crate::lint) fn always(&self) -> impl Iterator<Item = (Obstacle, &Attempt)> {
        let everywhere = |obstacle: &Obstacle| self.count.get(obstacle) == Some(&self.attempts);
        self.refused
            .iter()
            .filter(move |(obstacle, _)| everywhere(obstacle))
            .map(|(&obstacle, attempt)| (obstacle, &**attempt))
    }

    /// What stood in the way of the first attempt.
    pub(in crate::lint) fn first_refusal(&self) -> Option<(Obstacle, &Attempt)> {
        let first = self
            .refused
            .iter()
            .min_by_key(|(_, attempt)| attempt.config);
        first.map(|(&obstacle, attempt)| (obstacle, &**attempt))
    }

    /// Whether tasks come to where the edge leaves, and none can take it.
    pub(in crate::lint) fn is_dead(&self) -> bool {
        self.taken.is_none() && self.attempts > 0
    }
}
