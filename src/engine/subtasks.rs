//! Whether the sub-tasks of a task are over.

use super::facts::{Fact, Facts, Subtask, SubtaskStanding};
use super::refusal::{OpenSubtask, Reason};
use crate::workflow::Model;

/// The sub-tasks that are under way, theirs included, as a reason against what cannot be done
/// meanwhile.
pub(super) fn open(model: &Model, facts: &impl Facts) -> Vec<Reason> {
    match under_way(model, facts) {
        Ok(open) if open.is_empty() => Vec::new(),
        Ok(open) => vec![Reason::OpenSubtasks(open)],
        Err(error) => vec![error.into()],
    }
}

/// The sub-tasks that are under way, theirs included.
pub(super) fn under_way(model: &Model, facts: &impl Facts) -> Fact<Vec<OpenSubtask>> {
    let mut open = Vec::new();
    gather(model, &facts.subtasks()?, &mut open);
    Ok(open)
}

/// The sub-tasks, theirs included, whose records cannot be read: they may be under way or over.
pub(super) fn broken(facts: &impl Facts) -> Vec<Reason> {
    fn gather(subtasks: &[Subtask], reasons: &mut Vec<Reason>) {
        for subtask in subtasks {
            if let SubtaskStanding::Broken(problem) = &subtask.at {
                reasons.push(Reason::BrokenSubtask {
                    task: subtask.task.clone(),
                    problem: problem.clone(),
                });
            }
            gather(&subtask.parts, reasons);
        }
    }
    let mut reasons = Vec::new();
    match facts.subtasks() {
        Ok(subtasks) => gather(&subtasks, &mut reasons),
        Err(error) => reasons.push(error.into()),
    }
    reasons
}

fn gather(model: &Model, subtasks: &[Subtask], open: &mut Vec<OpenSubtask>) {
    for subtask in subtasks {
        let is_over = match &subtask.at {
            SubtaskStanding::Abandoned => true,
            SubtaskStanding::State(name) => model
                .state_named(name)
                .is_some_and(|state| model.phase(state.phase).terminal.is_some()),
            SubtaskStanding::Broken(_) => false,
        };
        if !is_over {
            open.push(OpenSubtask {
                task: subtask.task.clone(),
                at: subtask.at.clone(),
            });
        }
        gather(model, &subtask.parts, open);
    }
}
