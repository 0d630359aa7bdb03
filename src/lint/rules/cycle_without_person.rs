//! Rounds that nobody has to agree to.

use std::collections::{HashMap, HashSet, VecDeque};

use crate::diagnostic::{Diagnostic, Severity, Topic};
use crate::lint::context::{Context, listed};
use crate::lint::rule::{Case, Check, Rule};
use crate::workflow::{Edge, EdgeId, Event, PhaseId, State, strongly_connected};

/// A cycle without a person.
pub static CYCLE_WITHOUT_PERSON: Topic = Topic::finding(
    "cycle-without-person",
    Severity::Warning,
    "`next` edges lead round, and no approval and no person stands on the way",
    "An agent can go round here as often as it likes, which costs time and money and may be taken \
     for progress. Put an approval on one of the phases, let one edge be a `rework`, which a \
     person decides, or accept the cycle with a comment that says what ends it.",
);

pub(super) static RULE: Rule = Rule {
    cases: &[Case {
        topic: &CYCLE_WITHOUT_PERSON,
        triggers: "workflow w version=1 {
    initial write
    artifact CODE.md
    phase write { produces CODE.md; next test; }
    phase test { reads CODE.md; edits \"tests/**\"; next write; next done; }
    phase done terminal=success
}
",
        passes: "workflow w version=1 {
    initial write
    artifact CODE.md
    phase write { produces CODE.md; next test; }
    phase test { reads CODE.md; edits \"tests/**\"; rework write; next done; }
    phase done terminal=success
}
",
    }],
    check: Check::Graph(check),
};

fn check(context: &Context<'_>) -> Vec<Diagnostic> {
    let model = context.model;
    let free = |edge: &Edge| {
        edge.event == Event::Next
            && edge.from.phase != edge.to.phase
            && model.phase(edge.to.phase).approval.is_none()
            && model.phase(edge.from.phase).approval.is_none()
            && context.is_reached(edge.from)
    };
    let phases: Vec<PhaseId> = model.phase_ids().collect();
    let number = |phase: PhaseId| u32::try_from(phase.index()).unwrap_or(u32::MAX);
    let arcs = model.edges.iter().filter(|edge| free(edge));
    let arcs = arcs.map(|edge| (number(edge.from.phase), number(edge.to.phase)));
    let parts = strongly_connected(phases.len(), arcs);
    let mut part_of = vec![0; phases.len()];
    for (part, members) in parts.iter().enumerate() {
        for &phase in members {
            part_of[phase as usize] = part;
        }
    }
    let inside = |edge: &Edge| {
        free(edge) && part_of[edge.from.phase.index()] == part_of[edge.to.phase.index()]
    };
    let cycles = parts.iter().filter(|members| members.len() > 1);
    cycles
        .filter_map(|members| {
            let first = members.iter().min()?;
            let first = phases[*first as usize];
            let cycle = shortest(context, first, inside)?;
            Some(report(context, first, &cycle))
        })
        .collect()
}

/// A shortest cycle through `first` along edges that `keep` names.
fn shortest(
    context: &Context<'_>,
    first: PhaseId,
    keep: impl Fn(&Edge) -> bool,
) -> Option<Vec<EdgeId>> {
    let model = context.model;
    let mut came: HashMap<PhaseId, EdgeId> = HashMap::new();
    let mut queue = VecDeque::from([first]);
    while let Some(phase) = queue.pop_front() {
        for (id, edge) in model.leaving(State::base(phase)) {
            let to = edge.to.phase;
            if !keep(edge) || came.contains_key(&to) {
                continue;
            }
            came.insert(to, id);
            if to != first {
                queue.push_back(to);
                continue;
            }
            let mut cycle = vec![id];
            let mut at = phase;
            while at != first {
                let step = *came.get(&at)?;
                cycle.push(step);
                at = model.edge(step).from.phase;
            }
            cycle.reverse();
            return Some(cycle);
        }
    }
    None
}

fn report(context: &Context<'_>, first: PhaseId, cycle: &[EdgeId]) -> Diagnostic {
    let model = context.model;
    let (closing, others) = match cycle.split_last() {
        Some((closing, others)) => (model.edge(*closing), others),
        None => (&model.edges[0], cycle),
    };
    let phases = cycle
        .iter()
        .map(|&edge| context.phase(model.edge(edge).from.phase));
    let message = format!("an agent can go round in {} without end", listed(phases));
    let mut found = context
        .at(&CYCLE_WITHOUT_PERSON, closing.span, message)
        .label("and round again");
    for &edge in others {
        found = found.also(model.edge(edge).span, "round here");
    }
    let exploration = context.exploration();
    let start = exploration.first_in(State::base(first));
    let inside: HashSet<EdgeId> = cycle.iter().copied().collect();
    let path = start.and_then(|start| exploration.to_round(start, |edge| inside.contains(&edge)));
    found
        .help("add an approval to one of the phases, or make one edge a `rework`")
        .shown(path)
}
