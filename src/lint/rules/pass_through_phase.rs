//! Phases in which nothing happens.

use crate::diagnostic::{Diagnostic, Severity, Topic};
use crate::lint::context::Context;
use crate::lint::rule::{Case, Check, Rule};
use crate::workflow::{EdgeId, Event, PhaseId, State};

/// A phase without work.
pub static PASS_THROUGH_PHASE: Topic = Topic::finding(
    "pass-through-phase",
    Severity::Pedantic,
    "a phase has one way in, one way out, and nothing to do",
    "Nothing is produced, read, forbidden, edited, approved or split here, so that the phase only \
     adds a step. It may be there for its name, or for a guard. If not, lead the edge before it to \
     the phase after it.",
);

pub(super) static RULE: Rule = Rule {
    cases: &[Case {
        topic: &PASS_THROUGH_PHASE,
        triggers: "workflow w version=1 {
    initial work
    artifact NOTE.md
    phase work { produces NOTE.md; next hand_over; }
    phase hand_over { next done; }
    phase done terminal=success
}
",
        passes: "workflow w version=1 {
    initial work
    artifact NOTE.md
    phase work { produces NOTE.md; next done; }
    phase done terminal=success
}
",
    }],
    check: Check::Graph(check),
};

fn check(context: &Context<'_>) -> Vec<Diagnostic> {
    let phases = context.reached_phases();
    phases
        .filter(|&phase| is_idle(context, phase))
        .map(|phase| {
            let message = format!("nothing happens in `{}`", context.phase(phase));
            let span = context.model.phase(phase).span;
            let found = context.at(&PASS_THROUGH_PHASE, span, message);
            found.help("lead the edge before it to the phase after it")
        })
        .collect()
}

fn is_idle(context: &Context<'_>, id: PhaseId) -> bool {
    let (model, phase) = (context.model, context.model.phase(id));
    let ways = |edges: &[EdgeId]| {
        let events = edges.iter().map(|&edge| model.edge(edge).event);
        let ways = events.filter(|event| matches!(event, Event::Next | Event::Rework));
        ways.count()
    };
    let state = State::base(id);
    id != model.initial
        && phase.terminal.is_none()
        && phase.approval.is_none()
        && phase.subtasks.is_none()
        && phase.reads.is_empty()
        && phase.produces.is_empty()
        && phase.forbids.is_empty()
        && phase.edits.is_empty()
        && ways(model.graph.entering(state)) == 1
        && ways(model.graph.leaving(state)) == 1
}
