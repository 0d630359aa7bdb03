//! Claims: one actor at a time works on a task, for as long as a lease runs.
//!
//! Safety comes from the epoch and not from the clock. The epoch only grows: whoever takes a task
//! over raises it, and whoever lost a claim that way changes nothing until they claim again.

use std::collections::BTreeMap;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::facts::{Fact, Facts, Record};
use super::refusal::Reason;
use super::request::{Action, Authority, Request};
use super::step::{Step, StepKind};
use crate::clock;
use crate::names::ActorName;
use crate::workflow::{Approvers, Event, Model, State};

/// How long a claim lasts that does not say so, unless it is renewed.
pub const DEFAULT_LEASE: Duration = Duration::from_mins(30);
/// The shortest lease.
pub const SHORTEST_LEASE: Duration = Duration::from_mins(1);
/// The longest lease.
pub const LONGEST_LEASE: Duration = Duration::from_hours(24);

/// What a journal says about the claims on its task.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Claims {
    /// How often the task has changed hands. It never goes down.
    pub epoch: u64,
    /// The last claim, if nobody has ended it. It may have run out.
    pub last: Option<Claim>,
    /// Whose last claim somebody else ended, and how.
    pub lost: BTreeMap<ActorName, Loss>,
}

/// A claim on a task.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Claim {
    /// Who works on the task.
    pub owner: ActorName,
    /// Since when, in UTC.
    pub since: String,
    /// Until when, in UTC, unless it is renewed.
    pub until: String,
    /// How long it lasts from each renewal on, in seconds.
    pub lease: u32,
}

/// How a claim was lost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Loss {
    /// Who took the task over, or freed it.
    pub by: ActorName,
    /// When, in UTC.
    pub at: String,
}

impl Claim {
    /// Whether the claim stands at `now`, a time as the clock writes it.
    ///
    /// A clock that was set back by more than the lease would keep it standing for as long as that,
    /// so it has run out then, too. Where the times cannot be read, it stands.
    pub fn stands(&self, now: &str) -> bool {
        let lease = i64::from(self.lease);
        clock::seconds_between(now, &self.until).is_none_or(|left| 0 < left && left <= 2 * lease)
    }

    /// The same claim, renewed at `now`.
    fn renewed(&self, now: &str) -> Self {
        let lease = Duration::from_secs(u64::from(self.lease));
        let until = clock::after(now, lease);
        Self {
            until: until.unwrap_or_else(|| self.until.clone()),
            ..self.clone()
        }
    }
}

impl Claims {
    /// The claim that stands at `now`.
    pub fn standing(&self, now: &str) -> Option<&Claim> {
        self.last.as_ref().filter(|claim| claim.stands(now))
    }

    /// Keeps what an entry by `actor`, which leaves `last` in force, means for who lost a claim.
    pub fn follow(&mut self, actor: &ActorName, at: &str, epoch: u64, last: Option<&Claim>) {
        if let Some(before) = &self.last
            && before.owner != *actor
            && last.is_none_or(|after| after.owner != before.owner)
        {
            let (by, at) = (actor.clone(), at.to_owned());
            self.lost.insert(before.owner.clone(), Loss { by, at });
        }
        if let Some(claim) = last {
            self.lost.remove(&claim.owner);
        }
        self.epoch = self.epoch.max(epoch);
        self.last = last.cloned();
    }

    /// The last claim after a step that `actor` takes at `now`, which changes no claim but by
    /// showing that its owner is at work.
    pub fn after_work(&self, actor: &ActorName, now: &str) -> Option<Claim> {
        let last = self.last.as_ref()?;
        let at_work = last.owner == *actor && last.stands(now);
        Some(if at_work {
            last.renewed(now)
        } else {
            last.clone()
        })
    }

    /// The epoch and the claim after `actor` claims the task at `now`. A claim that the actor still
    /// holds is renewed; any other is a new one.
    pub fn after_claim(
        &self,
        actor: &ActorName,
        lease: Duration,
        now: &str,
    ) -> (u64, Option<Claim>) {
        let own = self.standing(now).filter(|claim| claim.owner == *actor);
        let claim = Claim {
            owner: actor.clone(),
            since: own.map_or(now, |own| &own.since).to_owned(),
            until: now.to_owned(),
            lease: u32::try_from(lease.as_secs()).unwrap_or(u32::MAX),
        };
        let epoch = self.epoch + u64::from(own.is_none());
        (epoch, Some(claim.renewed(now)))
    }
}

/// What the claims on a task have against a request about it.
pub(super) fn against(
    model: &Model,
    facts: &impl Facts,
    request: &Request,
    record: &Record,
) -> Fact<Option<Reason>> {
    let (claims, actor) = (&record.claims, &request.actor);
    if request.epoch.is_none() && is_above(model, request, record) {
        return Ok(None);
    }
    let standing = match &claims.last {
        Some(claim) if claim.stands(&facts.now()?) => Some(claim),
        _ => None,
    };
    if let Some(asked) = request.epoch
        && (asked != claims.epoch || standing.is_none_or(|claim| claim.owner != *actor))
    {
        return Ok(Some(Reason::StaleEpoch {
            asked,
            epoch: claims.epoch,
            holder: standing.cloned(),
        }));
    }
    if is_above(model, request, record) {
        return Ok(None);
    }
    Ok(match (standing, claims.lost.get(actor)) {
        (Some(claim), _) if claim.owner != *actor => Some(Reason::Claimed(claim.clone())),
        (_, Some(loss)) if !matches!(request.action, Action::Claim { .. }) => {
            Some(Reason::ClaimLost(loss.clone()))
        }
        _ => None,
    })
}

/// Whether a request is one that no claim stands in the way of: what only a person or signatures
/// decide. An agent that claims a task must not lock out those who approve it.
fn is_above(model: &Model, request: &Request, record: &Record) -> bool {
    let state = model.state_named(&record.state);
    match &request.action {
        Action::ApproveSigned(_)
        | Action::Abandon { .. }
        | Action::Repair { .. }
        | Action::RestoreArtifact { .. }
        | Action::Map { .. }
        | Action::Violation { .. }
        | Action::Release => true,
        Action::Approve | Action::Reject { .. } => {
            let approval = state.and_then(|state| model.phase(state.phase).approval.as_ref());
            approval.is_some_and(|approval| approval.by != Approvers::Anyone)
        }
        Action::Rework { to, .. } => {
            let mut edges = state.into_iter().flat_map(|state| model.leaving(state));
            edges.any(|(_, edge)| {
                let leads_there = model.phase(edge.to.phase).name == *to;
                edge.event == Event::Rework && leads_there && edge.by != Approvers::Anyone
            })
        }
        Action::Scope { .. } => request.authority == Authority::Person,
        Action::Create { .. }
        | Action::Transition { .. }
        | Action::Validate
        | Action::Adopt { .. }
        | Action::Archive { .. }
        | Action::Restore
        | Action::Claim { .. } => false,
    }
}

/// Whether the actor may claim the task for `lease`.
pub(super) fn judge(model: &Model, state: State, lease: Duration) -> Result<Step, Vec<Reason>> {
    if !(SHORTEST_LEASE..=LONGEST_LEASE).contains(&lease) {
        return Err(vec![Reason::LeaseOutOfBounds]);
    }
    if model.phase(state.phase).terminal.is_some() {
        return Err(vec![Reason::Ended]);
    }
    Ok(Step::staying(StepKind::Claim, Some(state)))
}

/// Whether the claim on the task may be ended: by its owner, or by a person.
pub(super) fn judge_release(
    request: &Request,
    state: State,
    record: &Record,
) -> Result<Step, Vec<Reason>> {
    match &record.claims.last {
        None => Err(vec![Reason::NotClaimed]),
        Some(claim) if claim.owner != request.actor && request.authority != Authority::Person => {
            Err(vec![Reason::NotTheOwner(claim.clone())])
        }
        Some(_) => Ok(Step::staying(StepKind::Release, Some(state))),
    }
}

/// The epoch and the claim that a step at `now` leaves in force.
pub(super) fn after(
    model: &Model,
    request: &Request,
    step: &Step,
    record: Option<&Record>,
    now: &str,
) -> (u64, Option<Claim>) {
    let Some(claims) = record.map(|record| &record.claims) else {
        return (0, None);
    };
    let is_over = |state: State| model.phase(state.phase).terminal.is_some();
    let ends = step.kind == StepKind::Abandon || step.to.is_some_and(is_over);
    match &request.action {
        Action::Claim { lease } => claims.after_claim(&request.actor, *lease, now),
        Action::Release => (claims.epoch, None),
        // What is over is nobody's work.
        _ if ends => (claims.epoch, None),
        _ => (claims.epoch, claims.after_work(&request.actor, now)),
    }
}
