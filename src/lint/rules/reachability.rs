//! Phases that tasks cannot reach, or cannot leave.

use std::collections::HashMap;

use crate::diagnostic::Diagnostic;
use crate::lint::context::Context;
use crate::lint::rule::{Case, Check, Rule};
use crate::source::Span;
use crate::workflow::topics::{DEAD_END, NO_PATH_TO_TERMINAL, UNREACHABLE_PHASE};
use crate::workflow::{PhaseId, State};

pub(super) static RULE: Rule = Rule {
    cases: &[
        Case {
            topic: &UNREACHABLE_PHASE,
            triggers: "workflow w version=1 {
    initial work
    artifact NOTE.md
    artifact REPORT.md
    phase work { produces NOTE.md; forbids REPORT.md; next done; }
    phase review { reads NOTE.md; produces REPORT.md; next done; }
    phase done terminal=success
}
",
            passes: "workflow w version=1 {
    initial work
    artifact NOTE.md
    artifact REPORT.md
    phase work { produces NOTE.md; forbids REPORT.md; next review; }
    phase review { reads NOTE.md; produces REPORT.md; next done; }
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
    let model = context.model;
    let places: HashMap<Span, PhaseId> = model
        .phase_ids()
        .map(|phase| (model.phase(phase).span, phase))
        .collect();
    let unreachable = context.faults(&UNREACHABLE_PHASE).cloned();
    let caught = [&DEAD_END, &NO_PATH_TO_TERMINAL].into_iter();
    let caught = caught.flat_map(|topic| context.faults(topic));
    let caught = caught.map(|found| {
        // The way in, and round where it leads round.
        let exploration = context.exploration();
        let phases = found.spans().filter_map(|span| places.get(&span));
        let configs = phases.filter_map(|&phase| exploration.first_in(State::base(phase)));
        let path = configs
            .min()
            .and_then(|config| exploration.to_stuck(config));
        found.clone().shown(path)
    });
    unreachable.chain(caught).collect()
}
