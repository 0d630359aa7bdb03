//! Tasks that get caught although every phase has a way on.

use std::collections::HashSet;

use crate::diagnostic::{Diagnostic, Severity, Topic};
use crate::engine::Obstacle;
use crate::lint::context::{Context, listed};
use crate::lint::existence::is_arrival;
use crate::lint::explore::Trap;
use crate::lint::rule::{Case, Check, Rule};
use crate::source::Span;
use crate::workflow::topics::{DEAD_END, NO_PATH_TO_TERMINAL};
use crate::workflow::{Model, State};

/// A task that can never finish.
pub static DEADLOCK: Topic = Topic::finding(
    "deadlock",
    Severity::Error,
    "a task can come to where nothing that it may do leads to a terminal phase",
    "The graph has a way on, but the artifacts that the task has by then close it: each step is \
     refused, or leads round for ever. The path is a shortest way into the trap, taken as the \
     engine takes it; only abandoning the task would end it. Change what stands in the way of one \
     of the steps that are marked, or add a `rework` that moves the artifact aside.",
);

pub(super) static RULE: Rule = Rule {
    cases: &[Case {
        topic: &DEADLOCK,
        triggers: "workflow w version=1 {
    initial triage
    artifact PLAN.md
    artifact HOTFIX.md
    phase triage { produces PLAN.md HOTFIX.md optional=#true; next fix; }
    phase fix { edits \"**\"; next review; next deploy; }
    phase review { reads PLAN.md; forbids HOTFIX.md; next done; }
    phase deploy { reads HOTFIX.md; forbids PLAN.md; next done; }
    phase done terminal=success
}
",
        passes: "workflow w version=1 {
    initial triage
    artifact PLAN.md
    phase triage { produces PLAN.md; next fix; }
    phase fix { reads PLAN.md; edits \"**\"; next review; }
    phase review { reads PLAN.md; next done; }
    phase done terminal=success
}
",
    }],
    check: Check::Graph(check),
};

fn check(context: &Context<'_>) -> Vec<Diagnostic> {
    let exploration = context.exploration();
    if !exploration.complete {
        return Vec::new();
    }
    let excused = excused(context);
    let traps = exploration.traps(|state| excused[context.model.graph.position(state)]);
    traps.iter().map(|trap| report(context, trap)).collect()
}

/// The states of which another finding says already that tasks cannot go on as they should.
fn excused(context: &Context<'_>) -> Vec<bool> {
    let model = context.model;
    let mut excused = vec![false; model.graph.len()];
    for id in context.reached_edges() {
        // That no submission is possible is nobody else's finding.
        if is_arrival(model.edge(id)) && context.exploration().is_dead(id) {
            excused[model.graph.position(model.edge(id).from)] = true;
        }
    }
    let caught: HashSet<Span> = [&DEAD_END, &NO_PATH_TO_TERMINAL]
        .into_iter()
        .flat_map(|topic| context.faults(topic))
        .flat_map(Diagnostic::spans)
        .collect();
    for phase in model.phase_ids() {
        if caught.contains(&model.phase(phase).span) {
            excused[model.graph.position(State::base(phase))] = true;
        }
    }
    excused
}

fn report(context: &Context<'_>, trap: &Trap) -> Diagnostic {
    let model = context.model;
    let state = context.exploration().state(trap.config);
    let phase = model.phase(state.phase);
    let message = match trap.phases.as_slice() {
        [_] => format!("a task can come to `{}` and never leave it", phase.name),
        phases => {
            let names = listed(phases.iter().map(|&phase| context.phase(phase)));
            format!(
                "a task can come to `{}` and go round in {names} for ever",
                phase.name
            )
        }
    };
    let mut found = context.at(&DEADLOCK, phase.span, message);
    let refusals = context.exploration().refusals(trap.config);
    for (edge, refused) in &refusals {
        let mut obstacles = refused.obstacles.iter();
        let why = obstacles.find_map(|obstacle| in_the_way(model, *obstacle));
        let why = why.unwrap_or_else(|| format!("refused: {}", refused.code));
        found = found.also(model.edge(*edge).span, why);
    }
    found
        .help("remove what stands in the way of one of these steps, or add a `rework`")
        .shown(context.exploration().to_stuck(trap.config))
}

fn in_the_way(model: &Model, obstacle: Obstacle) -> Option<String> {
    match obstacle {
        Obstacle::Present(artifact) => {
            let name = &model.artifact(artifact).name;
            Some(format!("closed: `{name}` exists, and is forbidden there"))
        }
        Obstacle::Missing(artifact) => {
            let name = &model.artifact(artifact).name;
            Some(format!("closed: `{name}` is missing"))
        }
        Obstacle::Guard(_) => Some("closed: a guard does not hold".to_owned()),
        Obstacle::Other => None,
    }
}
