//! Which task is the best one to claim.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use super::facts::Facts;
use super::outlook::{Condition, outlook};
use crate::diagnostic::By;
use crate::names::{ActorName, TaskPath};
use crate::workflow::{Event, Model, State};

/// What a task is to somebody who looks for work.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Work {
    /// It can be claimed; the least is the best.
    Free(Rank),
    /// It could be, once the claim that stands ends: at this time in UTC, if it is not renewed.
    Claimed(String),
    /// There is nothing to do on it, or a person has to act first.
    None,
}

/// The order in which tasks are claimed: those that are furthest along first, then those that have
/// waited longest, then by name.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Rank {
    along: Reverse<usize>,
    since: String,
    task: TaskPath,
}

impl Rank {
    /// The task.
    pub fn task(&self) -> &TaskPath {
        &self.task
    }
}

/// How far the states of a workflow are from its start, in steps onward.
#[derive(Clone, Debug)]
pub struct Distances(BTreeMap<State, usize>);

impl Distances {
    /// The distances in one workflow.
    pub fn of(model: &Model) -> Self {
        let mut known = BTreeMap::from([(model.start(), 0)]);
        let mut reached = vec![model.start()];
        for steps in 1.. {
            let mut next = Vec::new();
            for state in reached {
                for (_, edge) in model.leaving(state) {
                    let onward = matches!(edge.event, Event::Submit | Event::Approve | Event::Next);
                    if onward && !known.contains_key(&edge.to) {
                        known.insert(edge.to, steps);
                        next.push(edge.to);
                    }
                }
            }
            if next.is_empty() {
                break;
            }
            reached = next;
        }
        Self(known)
    }
}

/// What a task is to `actor`, who looks for work.
pub fn work(model: &Model, distances: &Distances, facts: &impl Facts, actor: &ActorName) -> Work {
    let outlook = outlook(model, facts, actor);
    let Some(record) = outlook.record else {
        return Work::None;
    };
    if outlook.condition != Condition::Open || outlook.waiting_on != Some(By::Anyone) {
        return Work::None;
    }
    if let Some(claim) = outlook.claim {
        return Work::Claimed(claim.until);
    }
    let state = model.state_named(&record.state);
    let along = state.and_then(|state| distances.0.get(&state)).copied();
    Work::Free(Rank {
        along: Reverse(along.unwrap_or_default()),
        since: record.since,
        task: facts.task().clone(),
    })
}
