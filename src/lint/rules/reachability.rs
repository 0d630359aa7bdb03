//! Phases that tasks cannot reach, or cannot leave.

use crate::diagnostic::{Counterexample, Diagnostic};
use crate::lint::context::Context;
use crate::lint::rule::{Case, Check, Rule};
use crate::source::Span;
use crate::workflow::State;
use crate::workflow::topics::{DEAD_END, NO_PATH_TO_TERMINAL, UNREACHABLE_PHASE};

pub(super) static RULE: Rule = Rule {
    cases: &[
        Case {
            topic: &UNREACHABLE_PHASE,
            triggers: "workflow w version=1 {
    initial work
    artifact NOTE.md
    artifact REVIEW.md
    phase work { produces NOTE.md; forbids REVIEW.md; next done; }
    phase review { reads NOTE.md; produces REVIEW.md; next done; }
    phase done terminal=success
}
",
            passes: "workflow w version=1 {
    initial work
    artifact NOTE.md
    artifact REVIEW.md
    phase work { produces NOTE.md; forbids REVIEW.md; next review; }
    phase review { reads NOTE.md; produces REVIEW.md; next done; }
    phase done terminal=success
}
",
        },
        Case {
            topic: &DEAD_END,
            triggers: "workflow w version=1 {
    initial work
    artifact NOTE.md
    phase work { produces NOTE.md; next done; next stuck; }
    phase stuck
    phase done terminal=success
}
",
            passes: "workflow w version=1 {
    initial work
    artifact NOTE.md
    phase work { produces NOTE.md; next done; next stuck; }
    phase stuck { rework work; }
    phase done terminal=success
}
",
        },
        Case {
            topic: &NO_PATH_TO_TERMINAL,
            triggers: "workflow w version=1 {
    initial work
    artifact NOTE.md
    phase work { produces NOTE.md; next done; next ask; }
    phase ask { next wait { check \"test -s answer\"; }; }
    phase wait { rework ask; }
    phase done terminal=success
}
",
            passes: "workflow w version=1 {
    initial work
    artifact NOTE.md
    phase work { produces NOTE.md; next done; next ask; }
    phase ask { next wait { check \"test -s answer\"; }; }
    phase wait { rework ask work; }
    phase done terminal=success
}
",
        },
    ],
    check: Check::Graph(check),
};

fn check(context: &Context<'_>) -> Vec<Diagnostic> {
    let unreachable = context.faults(&UNREACHABLE_PHASE).cloned();
    let caught = [&DEAD_END, &NO_PATH_TO_TERMINAL].into_iter();
    let caught = caught.flat_map(|topic| context.faults(topic));
    unreachable
        .chain(caught.map(|found| found.clone().shown(way_in(context, found))))
        .collect()
}

/// The way to the phase in which tasks are caught, and round where it leads round.
fn way_in(context: &Context<'_>, found: &Diagnostic) -> Option<Counterexample> {
    let (model, exploration) = (context.model, context.exploration());
    let places: Vec<Span> = found.spans().collect();
    let phases = model.phase_ids();
    let phases = phases.filter(|&phase| places.contains(&model.phase(phase).span));
    let configs = phases.filter_map(|phase| exploration.first_in(State::base(phase)));
    configs.min().map(|config| exploration.to_stuck(config))
}
