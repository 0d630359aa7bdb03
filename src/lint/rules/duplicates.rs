//! The same thing said twice.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use crate::diagnostic::{Diagnostic, Severity, Topic};
use crate::lint::context::{Context, mended};
use crate::lint::rule::{Case, Check, Rule};
use crate::lint::rules::same_branches::conditions;
use crate::lint::statements::Statements;
use crate::source::Span;
use crate::workflow::topics::{DUPLICATE_DEFINITION, DUPLICATE_PROPERTY};
use crate::workflow::{Edge, Event, State};

/// An edge that stands there twice.
pub static DUPLICATE_TRANSITION: Topic = Topic::finding(
    "duplicate-transition",
    Severity::Warning,
    "a phase has the same edge twice",
    "The second edge leads to the same phase under the same guards as the first, so it changes \
     nothing. Usually a line was copied and another phase was meant. Two edges to one phase with \
     different guards are no duplicate: either of them opens the way.",
);

pub(super) static RULE: Rule = Rule {
    cases: &[
        Case {
            topic: &DUPLICATE_DEFINITION,
            triggers: "workflow w version=1 {
    initial work
    artifact NOTE.md
    artifact NOTE.md
    phase work { produces NOTE.md; next done; }
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
        },
        Case {
            topic: &DUPLICATE_PROPERTY,
            triggers: "workflow w version=1 {
    initial work
    artifact NOTE.md
    phase work { produces NOTE.md; next done; }
    phase done terminal=failure terminal=success
}
",
            passes: "workflow w version=1 {
    initial work
    artifact NOTE.md
    phase work { produces NOTE.md; next done; }
    phase done terminal=success
}
",
        },
        Case {
            topic: &DUPLICATE_TRANSITION,
            triggers: "workflow w version=1 {
    initial work
    artifact NOTE.md
    phase work { produces NOTE.md; next done; next done; }
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
        },
    ],
    check: Check::Graph(check),
};

fn check(context: &Context<'_>) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    for edges in context
        .model
        .edges
        .chunk_by(|a, b| a.from.phase == b.from.phase)
    {
        // A rework edge leaves from every sub-state; the text has it once.
        let written = edges.iter().filter(|edge| match edge.event {
            Event::Next => true,
            Event::Rework => edge.from == State::base(edge.from.phase),
            _ => false,
        });
        let mut first: HashMap<_, &Edge> = HashMap::new();
        for edge in written {
            let first = first.entry((edge.to, edge.event, conditions(edge)));
            match first {
                Entry::Occupied(first) => found.push(duplicate(context, first.get(), edge)),
                Entry::Vacant(place) => _ = place.insert(edge),
            }
        }
    }
    found
}

fn duplicate(context: &Context<'_>, first: &Edge, second: &Edge) -> Diagnostic {
    let message = format!(
        "`{}` leads to `{}` twice",
        context.phase(second.from.phase),
        context.phase(second.to.phase)
    );
    let found = context
        .at(&DUPLICATE_TRANSITION, second.span, message)
        .label("again here")
        .also(first.span, "first here")
        .help("remove one of the two, or name another phase");
    let edit = context.statements().without_value(second.span);
    mended(found, "remove the second", first.by == second.by, edit)
}

/// Offers to remove the second of two equal things that were found while the text was read. Only
/// where both are the same to the letter it is safe.
pub(in crate::lint) fn offered(found: Diagnostic, statements: &Statements<'_>) -> Diagnostic {
    let spans: Vec<Span> = found.spans().collect();
    let twice = found.topic == &DUPLICATE_DEFINITION || found.topic == &DUPLICATE_PROPERTY;
    let offer = match spans.as_slice() {
        [second, first] if twice => statements.without_second(*first, *second),
        _ => None,
    };
    match offer {
        Some((edit, equal)) => mended(found, "remove the second", equal, Some(edit)),
        None => found,
    }
}
