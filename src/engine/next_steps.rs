//! The commands that lead on, as agents and people type them.

use std::fmt::Display;

use crate::diagnostic::NextStep;
use crate::names::TaskPath;
use crate::workflow::{Approvers, Edge, Event, Model, State};

/// The command that takes `edge`, and who may run it.
pub fn along(model: &Model, task: &dyn Display, edge: &Edge) -> NextStep {
    let to = model.state_name(edge.to);
    match edge.event {
        Event::Submit | Event::Withdraw | Event::Revise | Event::Next => {
            NextStep::anyone(format!("automaton transition {to} --task {task}"))
        }
        Event::Approve => {
            let approval = model.phase(edge.from.phase).approval.as_ref();
            let how = match approval.map(|approval| approval.by) {
                Some(Approvers::Signed) => " --sign KEY",
                _ => "",
            };
            deciding(model, edge, format!("automaton approve --task {task}{how}"))
        }
        Event::Reject => {
            let run = format!("automaton reject --task {task} --reason \"...\"");
            deciding(model, edge, run)
        }
        Event::Rework => {
            let run = format!("automaton rework {to} --task {task} --reason \"...\"");
            match edge.by {
                Approvers::Anyone => NextStep::anyone(run),
                Approvers::Human | Approvers::Signed => NextStep::human(run),
            }
        }
    }
}

fn deciding(model: &Model, edge: &Edge, run: String) -> NextStep {
    match &model.phase(edge.from.phase).approval {
        Some(approval) if approval.by == Approvers::Anyone => NextStep::anyone(run),
        _ => NextStep::human(run),
    }
}

/// Every command that the workflow has for a task in `state`, in the order of the file.
pub fn all(model: &Model, task: &dyn Display, state: State) -> Vec<NextStep> {
    from(model, task, state, |_| true)
}

/// The commands for a task in `state` along the edges that `which` names, in the order of the file.
pub(super) fn from(
    model: &Model,
    task: &dyn Display,
    state: State,
    which: impl Fn(&Edge) -> bool,
) -> Vec<NextStep> {
    let mut steps = Vec::new();
    for (_, edge) in model.leaving(state).filter(|(_, edge)| which(edge)) {
        let step = along(model, task, edge);
        if !steps.contains(&step) {
            steps.push(step);
        }
    }
    steps
}

/// Printing what has to be signed, to have it signed elsewhere.
pub(super) fn print_statement(task: &TaskPath) -> NextStep {
    NextStep::anyone(format!("automaton approve --task {task} --print-statement"))
}

/// Looking at a task.
pub(super) fn status(task: &TaskPath) -> NextStep {
    NextStep::anyone(format!("automaton status {task}"))
}

/// Checking a task's folder once it was put right.
pub(super) fn validate(task: &TaskPath) -> NextStep {
    NextStep::anyone(format!("automaton validate-folder --task {task}"))
}

/// Claiming a task.
pub(super) fn claim(task: &TaskPath) -> NextStep {
    NextStep::anyone(format!("automaton claim --task {task}"))
}

/// Ending a task where it stands.
pub(super) fn abandon(task: &TaskPath) -> NextStep {
    NextStep::human(format!("automaton abandon --task {task} --reason \"...\""))
}

/// Settling a task's records.
pub(super) fn repair(task: &TaskPath, how: &str) -> NextStep {
    NextStep::human(format!("automaton repair --task {task}{how}"))
}
