//! Judging a request under a sound workflow, and making the grant.

use std::collections::{BTreeMap, BTreeSet};

use super::claim;
use super::facts::{Fact, Facts, Presence, Record, Standing};
use super::folder::is_fixed;
use super::grant::{Grant, Order};
use super::judge::{judge, refusal};
use super::refusal::Refusal;
use super::request::{Action, Request};
use super::step::{Step, StepKind};
use crate::digest::Digest;
use crate::names::{ArtifactName, PhaseName, StateName};
use crate::workflow::{Event, Glob, Model, State, Workflow};

/// Decides a request: a grant that owns `facts`, or the facts back with every reason against it.
pub fn decide<F: Facts>(
    workflow: &Workflow,
    facts: F,
    request: &Request,
) -> Result<Grant<F>, (F, Box<Refusal>)> {
    let step = match judge(workflow, &facts, request) {
        Ok(step) => step,
        Err(refused) => return Err((facts, refused)),
    };
    match order(workflow, &facts, request, &step) {
        Ok(order) => Ok(Grant::new(facts, step, order)),
        Err(error) => {
            let state = step.from.map(|state| workflow.state_name(state));
            let refused = refusal(&facts, request, state, vec![error.into()]);
            Err((facts, refused))
        }
    }
}

fn order(model: &Model, facts: &impl Facts, request: &Request, step: &Step) -> Fact<Order> {
    let standing = facts.standing()?;
    let record = match &standing {
        Standing::Tracked(record) => Some(*record),
        Standing::Tampered(found) => found.record,
        Standing::Absent | Standing::Taken { .. } | Standing::Untracked { .. } => None,
    };
    let name_of = |state: State| model.state_name(state);
    let from = match step.kind {
        StepKind::Create | StepKind::Adopt => None,
        _ => record.map(|record| record.state.clone()),
    };
    let artifacts = snapshot(model, facts, request, step, record)?;
    let at = facts.now()?;
    let (epoch, claim) = claim::after(model, request, step, record, &at);
    let names = |ids: &[crate::workflow::ArtifactId]| -> Vec<ArtifactName> {
        ids.iter()
            .map(|&id| model.artifact(id).name.clone())
            .collect()
    };
    let restores = step
        .restores
        .iter()
        .filter_map(|&id| artifacts.get_key_value(&model.artifact(id).name));
    let restores = restores
        .map(|(name, digest)| (name.clone(), *digest))
        .collect();
    Ok(Order {
        kind: step.kind,
        to: step
            .to
            .map(name_of)
            .or_else(|| from.clone())
            .unwrap_or_else(|| start(model)),
        from,
        actor: request.actor.clone(),
        authority: request.authority,
        by_signatures: matches!(request.action, Action::ApproveSigned(_)),
        signature: match &request.action {
            Action::ApproveSigned(evidence) => evidence.signature.clone(),
            _ => None,
        },
        note: note(request),
        workflow: model.digest,
        origin: model.origin,
        workflow_text: model.source.clone(),
        keeps: keeps(model, step, &artifacts),
        moves: names(&step.moves),
        restores,
        shelf: match request.action {
            Action::RestoreArtifact { seq, .. } => Some(seq),
            _ => None,
        },
        voids: voids(model, step, record),
        inherits: inherits(model, facts, step)?,
        parent_claim: parent_claim(facts, request, &at)?,
        scope: scope(request, record),
        artifacts,
        epoch,
        claim,
        at,
    })
}

fn start(model: &Model) -> StateName {
    model.state_name(model.start())
}

fn note(request: &Request) -> Option<String> {
    match &request.action {
        Action::Reject { reason } | Action::Rework { reason, .. } | Action::Abandon { reason } => {
            Some(reason.clone())
        }
        Action::Violation { found } => Some(found.clone()),
        _ => None,
    }
}

/// The scope that the step leaves in force.
fn scope(request: &Request, record: Option<&Record>) -> Vec<Glob> {
    match (&request.action, record) {
        (Action::Scope { globs: scope } | Action::Create { scope }, _) => scope.clone(),
        (_, Some(record)) => record.scope.clone(),
        (_, None) => Vec::new(),
    }
}

/// The claim that is in force on the parent once a sub-task is made there.
fn parent_claim(facts: &impl Facts, request: &Request, now: &str) -> Fact<Option<claim::Claim>> {
    Ok(match (&request.action, facts.parent()?) {
        (Action::Create { .. }, Some(Standing::Tracked(parent))) => {
            parent.claims.after_work(&request.actor, now)
        }
        _ => None,
    })
}

/// The phases whose approval is void after the step.
fn voids(model: &Model, step: &Step, record: Option<&Record>) -> Vec<PhaseName> {
    let names = step.voids.iter().map(|&id| model.phase(id).name.clone());
    let mut voids: Vec<PhaseName> = names.collect();
    // The workflow may have no id for the phase that the task was in.
    let lost = record.filter(|_| step.kind == StepKind::Map);
    let lost = lost.map(|record| &record.state.phase);
    voids.extend(
        lost.filter(|phase| {
            record.is_some_and(|record| record.approved.contains_key(*phase))
                && !voids.contains(phase)
        })
        .cloned(),
    );
    voids
}

/// The digests that the step records.
///
/// Steps that judged the folder record it as it is. The others carry on what was recorded about
/// artifacts that nobody could change lawfully, so that going back never launders a change. What
/// the state forbids is never recorded: it is to be moved away, and must not be missed then.
fn snapshot(
    model: &Model,
    facts: &impl Facts,
    request: &Request,
    step: &Step,
    record: Option<&Record>,
) -> Fact<BTreeMap<ArtifactName, Digest>> {
    let carries = match step.kind {
        StepKind::Edge(event) => {
            matches!(
                event,
                Event::Withdraw | Event::Reject | Event::Revise | Event::Rework
            )
        }
        StepKind::Abandon
        | StepKind::Sign
        | StepKind::Map
        | StepKind::Archive
        | StepKind::Restore
        | StepKind::RestoreArtifact
        | StepKind::Violation => true,
        StepKind::Create | StepKind::Validate | StepKind::Adopt | StepKind::Repair => false,
        // These say nothing about the folder.
        StepKind::Claim | StepKind::Release | StepKind::Scope => {
            return Ok(record.map_or_else(BTreeMap::new, |record| record.artifacts.clone()));
        }
    };
    let mut artifacts = BTreeMap::new();
    for id in model.artifact_ids() {
        let artifact = model.artifact(id);
        let recorded = record.and_then(|record| record.artifacts.get(&artifact.name));
        let fixed_in = |state: Option<State>| state.is_none_or(|s| is_fixed(model, s, id));
        let forbidden = step
            .to
            .is_some_and(|to| model.phase(to.phase).forbidden_at(id).is_some());
        let digest = if forbidden {
            None
        } else if let Action::RestoreArtifact { seq, name } = &request.action
            && step.restores.contains(&id)
        {
            facts.in_attic(*seq, name)?
        } else if step.restores.contains(&id)
            || carries && recorded.is_some() && fixed_in(step.from) && fixed_in(step.to)
        {
            recorded.copied()
        } else {
            match facts.presence(&artifact.name)? {
                Presence::File => facts.digest(artifact)?,
                _ => None,
            }
        };
        artifacts.extend(digest.map(|digest| (artifact.name.clone(), digest)));
    }
    Ok(artifacts)
}

/// The artifacts whose bytes the store keeps: what is approved, and what a phase leaves behind.
fn keeps(
    model: &Model,
    step: &Step,
    artifacts: &BTreeMap<ArtifactName, Digest>,
) -> BTreeSet<ArtifactName> {
    let phase = match (step.kind, step.from) {
        (StepKind::Edge(Event::Submit | Event::Approve | Event::Next), Some(state)) => state.phase,
        _ => return BTreeSet::new(),
    };
    let produced = model.phase(phase).produces.iter();
    produced
        .map(|mention| model.artifact(mention.artifact).name.clone())
        .filter(|name| artifacts.contains_key(name))
        .collect()
}

/// What a new sub-task gets from its parent.
fn inherits(
    model: &Model,
    facts: &impl Facts,
    step: &Step,
) -> Fact<Vec<(ArtifactName, crate::names::MetadataName)>> {
    if step.kind != StepKind::Create {
        return Ok(Vec::new());
    }
    let Some(Standing::Tracked(parent)) = facts.parent()? else {
        return Ok(Vec::new());
    };
    let phase = model
        .state_named(&parent.state)
        .map(|state| model.phase(state.phase));
    let subtasks = phase.and_then(|phase| phase.subtasks.as_ref());
    let inherit = subtasks
        .map(|subtasks| subtasks.inherit.as_slice())
        .unwrap_or_default();
    let named = inherit
        .iter()
        .map(|(artifact, copy)| (model.artifact(*artifact).name.clone(), copy.clone()));
    Ok(named.collect())
}
