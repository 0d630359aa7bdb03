//! The ways out of a refusal: which commands lead on from each of its reasons.

use super::next_steps;
use super::refusal::{Reason, Refusal, Unmet};
use crate::diagnostic::NextStep;
use crate::workflow::{Event, Guard, GuardTest, Model, NotInferred, PhaseId, State};

impl Refusal {
    /// The commands that lead on from one reason.
    pub(super) fn ways_out(&self, model: &Model, reason: &Reason) -> Vec<NextStep> {
        let task = &self.task;
        let here = self.at(model);
        match reason {
            Reason::NoTask => vec![NextStep::anyone("automaton status"), create(self)],
            Reason::Untracked | Reason::NotByAgent => {
                vec![NextStep::human(format!("automaton upgrade --task {task}"))]
            }
            Reason::Tampered { .. } | Reason::WorkflowMissing => {
                vec![next_steps::repair(task, ""), next_steps::status(task)]
            }
            Reason::Orphan | Reason::NothingSaysWhere => {
                let start = model.phase(model.initial).name.to_string();
                if self.asked.starts_with("upgrade") {
                    let run = format!("automaton upgrade --task {task} --as {start}");
                    return vec![NextStep::human(run)];
                }
                vec![next_steps::repair(task, &format!(" --as {start}"))]
            }
            Reason::BytesLost { .. } => vec![next_steps::repair(task, " --accept")],
            Reason::UnknownState(_) | Reason::NoEdge { .. } | Reason::NothingPending => {
                here.map_or_else(Vec::new, |state| next_steps::from(model, task, state))
            }
            Reason::ApprovalPending => {
                here.map_or_else(Vec::new, |state| next_steps::from(model, task, state))
            }
            Reason::NeedsPerson { edge: Some(edge) } => {
                vec![next_steps::along(model, task, model.edge(*edge))]
            }
            Reason::NeedsPerson { edge: None } => match self.asked.as_str() {
                "abandon" => {
                    vec![NextStep::human(format!(
                        "automaton abandon --task {task} --reason \"...\""
                    ))]
                }
                asked => vec![NextStep::human(format!("automaton {asked} --task {task}"))],
            },
            Reason::AlreadyThere { .. } => {
                here.map_or_else(Vec::new, |state| next_steps::onward(model, task, state))
            }
            Reason::NotSettled { .. } | Reason::NoSubtasks { .. } => task
                .parent()
                .map(|parent| next_steps::status(&parent))
                .into_iter()
                .collect(),
            Reason::Changed { pending: true, .. } => {
                here.map_or_else(Vec::new, |state| going_back(model, self, state))
            }
            Reason::Changed { .. } => {
                let mut steps = here.map_or_else(Vec::new, |state| going_back(model, self, state));
                steps.push(next_steps::repair(task, ""));
                steps
            }
            Reason::Forbidden { .. }
            | Reason::NotAFile { .. }
            | Reason::OtherCase { .. }
            | Reason::UnknownFile(_)
            | Reason::TargetForbids { .. } => vec![next_steps::validate(task)],
            Reason::Guard {
                why: Unmet::States(word),
                ..
            } => here.map_or_else(Vec::new, |state| stating(model, self, state, word)),
            Reason::NotInferred(why) => inferred_candidates(model, why)
                .into_iter()
                .map(|phase| {
                    NextStep::human(format!("automaton upgrade --task {task} --as {phase}"))
                })
                .collect(),
            Reason::Missing { .. } | Reason::Contract { .. } | Reason::CheckNotRun { .. } => {
                self.again(model).into_iter().collect()
            }
            _ => vec![next_steps::status(task)],
        }
    }

    /// The refused command itself, to be run again once the reason is gone.
    fn again(&self, model: &Model) -> Option<NextStep> {
        let task = &self.task;
        match self.asked.as_str() {
            "approve" => {
                let pending = self.at(model)?;
                let mut leaving = model.leaving(pending);
                let (_, edge) = leaving.find(|(_, edge)| edge.event == Event::Approve)?;
                Some(next_steps::along(model, task, edge))
            }
            asked => {
                let (_, to) = asked.split_once(" -> ")?;
                Some(NextStep::anyone(format!(
                    "automaton transition {to} --task {task}"
                )))
            }
        }
    }
}

fn create(refusal: &Refusal) -> NextStep {
    let task = &refusal.task;
    NextStep::anyone(match task.parent() {
        None => format!("automaton create-task {task}"),
        Some(parent) => format!("automaton create-task {} --parent {parent}", task.name()),
    })
}

/// The steps from `state` back to where its artifacts may be written.
fn going_back(model: &Model, refusal: &Refusal, state: State) -> Vec<NextStep> {
    let back = |event| matches!(event, Event::Withdraw | Event::Revise | Event::Rework);
    let leaving = model.leaving(state).filter(|(_, edge)| back(edge.event));
    leaving
        .map(|(_, edge)| next_steps::along(model, &refusal.task, edge))
        .collect()
}

/// The steps from `state` whose guards accept the outcome `word`.
fn stating(model: &Model, refusal: &Refusal, state: State, word: &str) -> Vec<NextStep> {
    let accepts = |guard: &Guard| match &guard.test {
        GuardTest::Outcome { words, .. } => words.iter().any(|known| known.value == word),
        _ => false,
    };
    let leaving = model
        .leaving(state)
        .filter(|(_, edge)| edge.guards.iter().any(accepts));
    leaving
        .map(|(_, edge)| next_steps::along(model, &refusal.task, edge))
        .collect()
}

fn inferred_candidates(model: &Model, why: &NotInferred) -> Vec<String> {
    let phases: Vec<PhaseId> = match why {
        NotInferred::Contradicted(candidates) => {
            candidates.iter().map(|(phase, _)| *phase).collect()
        }
        NotInferred::Tied(phases) => phases.clone(),
    };
    phases
        .into_iter()
        .map(|phase| model.phase(phase).name.to_string())
        .collect()
}
