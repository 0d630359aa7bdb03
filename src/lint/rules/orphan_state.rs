//! Tasks in states that the workflow no longer has.

use crate::diagnostic::{Diagnostic, NextStep};
use crate::engine::topics::{FACT_UNAVAILABLE, ORPHAN_STATE};
use crate::lint::context::Context;
use crate::lint::rule::{Check, Rule};

pub(super) static RULE: Rule = Rule {
    // Tasks are no part of a text, so no example can show it; the engine documents the topic.
    cases: &[],
    check: Check::Graph(check),
};

fn check(context: &Context<'_>) -> Vec<Diagnostic> {
    let tasks = match context.outside.tasks() {
        Ok(tasks) => tasks,
        Err(error) => {
            return vec![Diagnostic::about(
                &FACT_UNAVAILABLE,
                error.path,
                error.problem,
            )];
        }
    };
    let orphans = tasks
        .into_iter()
        .filter(|(_, state)| context.model.state_named(state).is_none());
    orphans
        .map(|(task, state)| {
            let place = format!("{}/.state", task.folder());
            let message = format!("`{task}` stands in `{state}`, which the workflow does not have");
            Diagnostic::about(&ORPHAN_STATE, place, message)
                .help("keep the phase, or let a person say where its tasks go on")
                .next(NextStep::human(format!("automaton repair --task {task}")))
        })
        .collect()
}
