//! The ways out of a refusal: which commands lead on from each of its reasons.

use std::fmt::Write as _;

use super::facts::SubtaskStanding;
use super::next_steps;
use super::refusal::{Fixed, OpenSubtask, Reason, Refusal, Unmet};
use super::request::{Action, Keep};
use super::signing::Fault;
use crate::diagnostic::NextStep;
use crate::workflow::{
    ArtifactId, Edge, EdgeId, Event, Glob, Guard, GuardTest, Model, NotInferred, PhaseId, State,
    nearest,
};

/// What stands for a state that only a person can name.
const SOME_STATE: &str = "STATE";

impl Refusal {
    /// The commands that lead on from one reason; at least one.
    #[expect(
        clippy::too_many_lines,
        reason = "one arm for each reason; the compiler sees that none is missing"
    )]
    pub(super) fn ways_out(&self, model: &Model, reason: &Reason) -> Vec<NextStep> {
        let task = &self.task;
        let steps = match reason {
            Reason::Parent(reason) => self.of_parent().ways_out(model, reason),
            Reason::NoTask => vec![NextStep::anyone("automaton status"), create(self)],
            Reason::Untracked(_) | Reason::NotByAgent => {
                vec![NextStep::human(format!("automaton upgrade --task {task}"))]
            }
            Reason::Tampered { .. } | Reason::WorkflowMissing => {
                vec![next_steps::repair(task, ""), next_steps::status(task)]
            }
            Reason::Orphan => match self.action {
                Action::Adopt { .. } => {
                    vec![self.adopt(self.successor(model))]
                }
                // A map would be refused too, until it is settled which workflow counts.
                _ if self.reasons.contains(&Reason::WorkflowMissing) => {
                    let to = format!(" --as {}", self.successor(model));
                    vec![next_steps::repair(task, &to)]
                }
                _ => vec![self.map(model)],
            },
            Reason::NothingSaysWhere => {
                vec![next_steps::repair(task, &format!(" --as {SOME_STATE}"))]
            }
            Reason::BytesLost { .. } => vec![next_steps::repair(task, " --accept")],
            Reason::Claimed(_) | Reason::NotTheOwner(_) => vec![
                NextStep::anyone("automaton claims"),
                NextStep::human(format!("automaton release --task {task}")),
            ],
            Reason::ClaimLost(_) | Reason::NotClaimed | Reason::LeaseOutOfBounds => {
                vec![next_steps::claim(task)]
            }
            Reason::StaleEpoch { .. } => vec![NextStep::anyone("automaton claims")],
            Reason::LoopHalted(name) => {
                vec![NextStep::human(format!(
                    "automaton loop approve {name} --reason \"...\""
                ))]
            }
            Reason::UnknownState(_)
                if self.state.is_none() || matches!(self.action, Action::Map { .. }) =>
            {
                vec![NextStep::anyone("automaton graph")]
            }
            Reason::UnknownState(_)
            | Reason::NoEdge { .. }
            | Reason::NothingPending
            | Reason::ApprovalPending => self.leaving(model, |_| true),
            Reason::NeedsPerson { edge: Some(edge) } => {
                vec![next_steps::along(model, task, model.edge(*edge))]
            }
            Reason::NeedsSignatures { .. } => {
                let mut steps = self.leaving(model, |edge| edge.event == Event::Approve);
                steps.push(next_steps::print_statement(task));
                steps
            }
            Reason::Signature(Fault::Expired(_)) => self.leaving(model, going_back),
            Reason::Signature(_) => self.leaving(model, |edge| edge.event == Event::Approve),
            Reason::AlreadyThere { .. } => self.leaving(model, going_on),
            Reason::Changed {
                artifact, since, ..
            } => {
                let mut steps = self.unfreezing(model, *artifact, *since);
                steps.push(next_steps::repair(task, ""));
                steps
            }
            Reason::Guard { edge, guard, why } => {
                self.past_guard(model, &model.edge(*edge).guards[*guard], why)
            }
            Reason::TargetReads { artifact, .. } => self.producing(model, *artifact),
            Reason::NotInferred(why) => inferred_candidates(model, why)
                .into_iter()
                .map(|phase| self.adopt(&phase))
                .collect(),
            Reason::RenamedToNothing { .. } => {
                vec![NextStep::anyone("automaton graph"), self.adopt(SOME_STATE)]
            }
            Reason::NotABaseState(state) => vec![self.settle(state.phase.as_str())],
            Reason::NeedsPerson { edge: None }
            | Reason::ScopeNeedsPerson
            | Reason::Fact(_)
            | Reason::Forbidden { .. }
            | Reason::NotAFile { .. }
            | Reason::OtherCase { .. }
            | Reason::UnknownFile(_)
            | Reason::TargetForbids { .. }
            | Reason::Missing { .. }
            | Reason::Contract { .. }
            | Reason::CheckNotRun { .. } => self.again(model).into_iter().collect(),
            Reason::OpenSubtasks(_)
            | Reason::BrokenSubtask { .. }
            | Reason::Archived
            | Reason::PartOfTask
            | Reason::NotOver
            | Reason::NotInAttic { .. }
            | Reason::NotWritable { .. } => self.of_whole_tasks(model, reason),
            Reason::NotArchived
            | Reason::TooRecent { .. }
            | Reason::PlaceTaken { .. }
            | Reason::SameBytes { .. }
            | Reason::Abandoned { .. }
            | Reason::Ended
            | Reason::TaskExists
            | Reason::NameTaken { .. }
            | Reason::NoSubtasks { .. }
            | Reason::NotSettled { .. }
            | Reason::Inherited(_)
            | Reason::TooDeep { .. }
            | Reason::NotMapped
            | Reason::NothingToRepair => Vec::new(),
        };
        if steps.is_empty() {
            vec![next_steps::status(task)]
        } else {
            steps
        }
    }

    /// The commands that lead on where whole tasks, or what was moved aside, are in question.
    fn of_whole_tasks(&self, model: &Model, reason: &Reason) -> Vec<NextStep> {
        let task = &self.task;
        match reason {
            Reason::OpenSubtasks(open) => open
                .iter()
                .flat_map(|subtask| closing(model, subtask))
                .collect(),
            Reason::BrokenSubtask { task, .. } => {
                vec![next_steps::repair(task, ""), next_steps::status(task)]
            }
            Reason::Archived => vec![NextStep::anyone(format!(
                "automaton cleanup-done --restore {}",
                task.outermost()
            ))],
            Reason::NotOver => vec![next_steps::status(task), next_steps::abandon(task)],
            Reason::NotInAttic { .. } => vec![NextStep::anyone(format!(
                "automaton attic list --task {task}"
            ))],
            Reason::NotWritable { artifact } => self.writing(model, *artifact),
            _ => self.again(model).into_iter().collect(),
        }
    }

    /// The refused command itself, to be run again once the reason is gone.
    fn again(&self, model: &Model) -> Option<NextStep> {
        let task = &self.task;
        let along = |id: EdgeId| Some(next_steps::along(model, task, model.edge(id)));
        let leaving = |event, to: Option<State>| {
            let mut leaving = model.leaving(self.at(model)?);
            let meant = |e: &Edge| e.event == event && to.is_none_or(|to| to == e.to);
            leaving.find(|(_, edge)| meant(edge)).map(|(id, _)| id)
        };
        match &self.action {
            Action::Create { .. } => Some(create(self)),
            Action::Transition { to } => Some(NextStep::anyone(format!(
                "automaton transition {to} --task {task}"
            ))),
            Action::Approve | Action::ApproveSigned(_) => along(leaving(Event::Approve, None)?),
            Action::Reject { .. } => along(leaving(Event::Reject, None)?),
            Action::Rework { to, .. } => {
                let to = State::base(model.phase_named(to)?);
                along(leaving(Event::Rework, Some(to))?)
            }
            Action::Abandon { .. } => Some(next_steps::abandon(task)),
            Action::Archive { .. } => Some(NextStep::anyone(format!(
                "automaton cleanup-done --task {}",
                task.outermost()
            ))),
            Action::Restore => Some(NextStep::anyone(format!(
                "automaton cleanup-done --restore {}",
                task.outermost()
            ))),
            Action::RestoreArtifact { seq, name } => Some(NextStep::human(format!(
                "automaton attic restore {seq} {name} --task {task}"
            ))),
            Action::Claim { .. } => Some(next_steps::claim(task)),
            Action::Release => Some(NextStep::anyone(format!("automaton release --task {task}"))),
            Action::Scope { globs } => Some(self.scope(globs)),
            // It is not a call that anybody could make again.
            Action::Violation { .. } => None,
            Action::Validate => Some(next_steps::validate(task)),
            Action::Adopt {
                state: Some(state), ..
            } => Some(self.adopt(&state.to_string())),
            Action::Adopt { state: None, .. } => {
                Some(NextStep::human(format!("automaton upgrade --task {task}")))
            }
            Action::Map { old, new } => Some(NextStep::human(format!(
                "automaton upgrade --map {old}={new}"
            ))),
            Action::Repair { keep } => Some(match keep {
                Keep::Journal => next_steps::repair(task, ""),
                Keep::Folder => next_steps::repair(task, " --accept"),
                Keep::State(state) => next_steps::repair(task, &format!(" --as {state}")),
            }),
        }
    }

    /// The steps that leave the task's state along the edges that `which` names.
    fn leaving(&self, model: &Model, which: impl Fn(&Edge) -> bool) -> Vec<NextStep> {
        let Some(state) = self.at(model) else {
            return Vec::new();
        };
        next_steps::from(model, &self.task, state, which)
    }

    /// The steps to where an artifact may be written.
    fn writing(&self, model: &Model, artifact: ArtifactId) -> Vec<NextStep> {
        self.leaving(model, |edge| {
            going_back(edge) && model.phase(edge.to.phase).writes(artifact)
        })
    }

    /// The steps to where a changed artifact may be written, or out of whose way it moves.
    fn unfreezing(&self, model: &Model, artifact: ArtifactId, since: Fixed) -> Vec<NextStep> {
        self.leaving(model, |edge| match (since, edge.event) {
            (Fixed::Submitted, Event::Withdraw) | (Fixed::Approved, Event::Revise) => true,
            (_, Event::Rework) => {
                let target = model.phase(edge.to.phase);
                target.writes(artifact) || target.forbidden_at(artifact).is_some()
            }
            _ => false,
        })
    }

    /// What to do about a guard that does not hold.
    fn past_guard(&self, model: &Model, guard: &Guard, why: &Unmet) -> Vec<NextStep> {
        let task = &self.task;
        match (&guard.test, why) {
            (GuardTest::Outcome { artifact, .. }, Unmet::States(word)) => {
                let open = self.leaving(model, |edge| {
                    edge.guards.iter().any(|g| accepts(g, *artifact, word))
                });
                if open.is_empty() {
                    self.again(model).into_iter().collect()
                } else {
                    open
                }
            }
            (_, Unmet::NoSubtasks) => vec![NextStep::anyone(format!(
                "automaton create-task NAME --parent {task}"
            ))],
            (_, Unmet::Subtasks(_)) => vec![next_steps::status(task)],
            _ => self.again(model).into_iter().collect(),
        }
    }

    /// What to do about an artifact that the next phase reads and that is not there.
    fn producing(&self, model: &Model, artifact: ArtifactId) -> Vec<NextStep> {
        let writes = |state: State| model.phase(state.phase).writes(artifact);
        let mut steps = self.leaving(model, |edge| writes(edge.to));
        if self.at(model).is_some_and(writes) || steps.is_empty() {
            steps.extend(self.again(model));
        }
        steps
    }

    /// Settling where the task stands, by the command that was refused.
    fn settle(&self, phase: &str) -> NextStep {
        match self.action {
            Action::Repair { .. } => next_steps::repair(&self.task, &format!(" --as {phase}")),
            _ => self.adopt(phase),
        }
    }

    /// Setting the scope that was asked for, by a person.
    fn scope(&self, globs: &[Glob]) -> NextStep {
        let mut run = format!("automaton scope set --task {}", self.task);
        for glob in globs {
            _ = write!(run, " '{glob}'");
        }
        NextStep::human(run)
    }

    fn adopt(&self, state: &str) -> NextStep {
        let task = &self.task;
        NextStep::human(format!("automaton upgrade --task {task} --as {state}"))
    }

    /// Moving every task that stands in the phase which the workflow no longer has.
    fn map(&self, model: &Model) -> NextStep {
        let old = self.gone();
        let new = self.successor(model);
        NextStep::human(format!("automaton upgrade --map {old}={new}"))
    }

    /// The phase whose name is nearest to the one that the workflow no longer has.
    fn successor<'m>(&self, model: &'m Model) -> &'m str {
        let mut known = model.phases.iter().map(|phase| phase.name.as_str());
        // Only a sub-state may be gone.
        let same = known.clone().find(|name| *name == self.gone());
        let near = || nearest(self.gone(), known.by_ref());
        same.or_else(near).unwrap_or(SOME_STATE)
    }

    fn gone(&self) -> &str {
        self.state.as_ref().map_or("", |state| state.phase.as_str())
    }
}

/// What leads a sub-task that is under way to its end.
fn closing(model: &Model, subtask: &OpenSubtask) -> Vec<NextStep> {
    let task = &subtask.task;
    let mut steps = match &subtask.at {
        SubtaskStanding::State(name) => match model.state_named(name) {
            Some(state) => next_steps::from(model, task, state, going_on),
            None => vec![next_steps::status(task)],
        },
        SubtaskStanding::Broken(_) => vec![next_steps::repair(task, "")],
        SubtaskStanding::Abandoned => Vec::new(),
    };
    steps.push(next_steps::abandon(task));
    steps
}

fn create(refusal: &Refusal) -> NextStep {
    let task = &refusal.task;
    NextStep::anyone(match task.parent() {
        None => format!("automaton create-task {task}"),
        Some(parent) => format!("automaton create-task {} --parent {parent}", task.name()),
    })
}

fn going_back(edge: &Edge) -> bool {
    matches!(edge.event, Event::Withdraw | Event::Revise | Event::Rework)
}

fn going_on(edge: &Edge) -> bool {
    matches!(edge.event, Event::Submit | Event::Approve | Event::Next)
}

/// Whether a guard lets `artifact` pass when it states `word`.
fn accepts(guard: &Guard, artifact: ArtifactId, word: &str) -> bool {
    match &guard.test {
        GuardTest::Outcome {
            artifact: of,
            words,
        } => *of == artifact && words.iter().any(|known| known.value == word),
        _ => false,
    }
}

fn inferred_candidates(model: &Model, why: &NotInferred) -> Vec<String> {
    let phases: Vec<PhaseId> = match why {
        NotInferred::Contradicted(candidates) => {
            candidates.iter().map(|(phase, _)| *phase).collect()
        }
        NotInferred::Tied(phases) => phases.clone(),
    };
    if phases.is_empty() {
        return vec![SOME_STATE.to_owned()];
    }
    let names = phases
        .into_iter()
        .map(|phase| model.phase(phase).name.to_string());
    names.collect()
}
