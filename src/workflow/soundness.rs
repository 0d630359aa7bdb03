//! What a graph must have so that every task can be finished.

use super::edge::Event;
use super::ids::{PhaseId, State};
use super::model::Model;
use super::policy::Terminal;
use crate::diagnostic::{Diagnostic, Exit, Severity, Topic};

/// No way to succeed.
pub static NO_TERMINAL: Topic = Topic {
    code: "no-terminal",
    severity: Severity::Error,
    exit: Exit::Refused,
    summary: "no phase is a terminal success",
    explanation: "A task ends well when it reaches a phase that is declared `terminal=success`. \
        Without one, no task can ever be complete, and `subtasks complete` can never hold.",
};

/// A phase that no task can reach.
pub static UNREACHABLE_PHASE: Topic = Topic {
    code: "unreachable-phase",
    severity: Severity::Error,
    exit: Exit::Refused,
    summary: "no path leads from the initial phase to this phase",
    explanation: "Reachability is judged from the initial phase, so phases that only lead to each \
        other are found too. Where several phases hang together, only the one that the others \
        follow from is reported. Lead a `next` or `rework` to it, or remove it.",
};

/// A phase that no task can leave.
pub static DEAD_END: Topic = Topic {
    code: "dead-end",
    severity: Severity::Error,
    exit: Exit::Refused,
    summary: "a phase is not terminal and no `next` or `rework` leaves it",
    explanation: "A task that comes here could only be abandoned. Add a `next`, or declare how the \
        phase ends a task: `terminal=success` or `terminal=failure`.",
};

/// A cycle that no task can leave.
pub static NO_PATH_TO_TERMINAL: Topic = Topic {
    code: "no-path-to-terminal",
    severity: Severity::Error,
    exit: Exit::Refused,
    summary: "tasks can go round in these phases for ever, and never reach a terminal phase",
    explanation: "Every phase here has a way on, and all ways lead back. Add a `next` from one of \
        them to a phase from which a terminal phase can be reached.",
};

/// An edge out of an end.
pub static TERMINAL_WITH_NEXT: Topic = Topic {
    code: "terminal-with-next",
    severity: Severity::Error,
    exit: Exit::Refused,
    summary: "a terminal phase has an approval, or an edge that leaves it",
    explanation: "A task in a terminal phase has ended: it may be archived, and its parent counts \
        it. What can still move is not an end. Remove `terminal`, or what leaves the phase.",
};

/// An edge from a phase to itself.
pub static SELF_TRANSITION: Topic = Topic {
    code: "self-transition",
    severity: Severity::Error,
    exit: Exit::Refused,
    summary: "an edge leads from a phase to itself",
    explanation: "A step that changes nothing hides that no progress is made. To repeat work, go \
        through another phase; to take a submission back, withdraw or revise it.",
};

/// Everything that makes the graph of `model` unfit to be run, in the order of the text.
pub fn faults(model: &Model) -> Vec<Diagnostic> {
    let mut faults = Vec::new();
    let at = |topic, span, message: String| Diagnostic::at(topic, &model.source, span, message);
    let name = |phase: PhaseId| &model.phase(phase).name;

    if !model
        .phases
        .iter()
        .any(|p| p.terminal == Some(Terminal::Success))
    {
        let span = model.phase(model.initial).span;
        let message = "no phase is declared `terminal=success`".to_owned();
        let found = at(&NO_TERMINAL, span, message);
        faults.push(found.help("declare the phase in which a task has reached its goal"));
    }
    for edge in &model.edges {
        let (from, to) = (edge.from.phase, edge.to.phase);
        let declared_once = edge.event != Event::Rework || edge.from == State::base(from);
        if from == to && matches!(edge.event, Event::Next | Event::Rework) && declared_once {
            let message = format!("`{}` leads to itself", name(from));
            let found = at(&SELF_TRANSITION, edge.span, message);
            faults.push(found.help("remove the edge, or name another phase"));
        }
        let leaves = matches!(edge.event, Event::Next | Event::Rework | Event::Submit);
        if model.phase(from).terminal.is_some() && leaves && declared_once {
            let what = if edge.event == Event::Submit {
                "has an approval"
            } else {
                "has a way on"
            };
            let message = format!("`{}` is terminal and {what}", name(from));
            faults.push(
                at(&TERMINAL_WITH_NEXT, edge.span, message)
                    .also(model.phase(from).span, "declared terminal here")
                    .help("remove `terminal`, or this line"),
            );
        }
    }
    reachability(model, &mut faults);
    faults.sort_by_key(Diagnostic::span);
    faults
}

fn reachability(model: &Model, faults: &mut Vec<Diagnostic>) {
    let graph = &model.graph;
    let reached = graph.reachable([model.start()], |_| true);
    let ends = model
        .states()
        .filter(|s| model.phase(s.phase).terminal.is_some());
    let finishing = graph.reaching(ends, |_| true);
    for component in graph.components() {
        let first = component.states[0];
        let phase = model.phase(first.phase);
        if !graph.holds(&reached, first) {
            if !component.entered {
                let message = format!("`{}` cannot be reached", phase.name);
                faults.push(
                    Diagnostic::at(&UNREACHABLE_PHASE, &model.source, phase.span, message)
                        .label(format!("no path leads here from `{}`", start(model)))
                        .help("lead a `next` or `rework` to it, or remove it"),
                );
            }
        } else if !graph.holds(&finishing, first) && !component.left {
            let phases = phases_of(&component.states);
            faults.push(match phases.as_slice() {
                [only] if is_dead_end(model, *only) => {
                    let message = format!("no `next` or `rework` leaves `{}`", phase.name);
                    Diagnostic::at(&DEAD_END, &model.source, phase.span, message)
                        .label("tasks stay here for ever")
                        .help("add a `next`, or declare `terminal=success` or `terminal=failure`")
                }
                phases => livelock(model, phases),
            });
        }
    }
}

fn livelock(model: &Model, phases: &[PhaseId]) -> Diagnostic {
    let names = phases.iter().map(|&p| format!("`{}`", model.phase(p).name));
    let message = format!(
        "tasks never leave {}: no path leads to a terminal phase",
        names.collect::<Vec<_>>().join(", ")
    );
    let first = model.phase(phases[0]).span;
    let mut found = Diagnostic::at(&NO_PATH_TO_TERMINAL, &model.source, first, message);
    for &phase in &phases[1..] {
        found = found.also(model.phase(phase).span, "and here");
    }
    found.help("add a `next` to a phase from which a terminal phase can be reached")
}

fn is_dead_end(model: &Model, phase: PhaseId) -> bool {
    let mut edges = model.leaving_phase(phase).iter();
    !edges.any(|edge| matches!(edge.event, Event::Next | Event::Rework))
}

fn phases_of(states: &[State]) -> Vec<PhaseId> {
    let mut phases: Vec<PhaseId> = states.iter().map(|state| state.phase).collect();
    phases.dedup();
    phases
}

fn start(model: &Model) -> &crate::names::PhaseName {
    &model.phase(model.initial).name
}
