//! A workflow as a picture or as data: one renderer for each format.

mod dot;
mod json;
mod layout;
mod mermaid;
mod svg;
mod walk;

pub use dot::dot;
pub use json::json;
pub use layout::{Layout, TooLarge};
pub use mermaid::mermaid;
pub use svg::{Marks, SVG_STYLE, svg, svg_inline};
pub use walk::Walk;

use crate::engine::conditions;
use crate::workflow::{Approval, Edge, Event, Model, PhaseId, State};

/// The steps between phases, each once: a `rework` that leaves from every sub-state is one arrow.
fn between(model: &Model) -> impl Iterator<Item = &Edge> {
    model.edges.iter().filter(|edge| match edge.event {
        Event::Next => true,
        Event::Rework => edge.from == State::base(edge.from.phase),
        _ => false,
    })
}

/// The steps inside the approval of a phase; several between the same two states are one arrow.
fn within(model: &Model, phase: PhaseId) -> Vec<(State, State, String)> {
    let mut arrows: Vec<(State, State, String)> = Vec::new();
    for edge in model.leaving_phase(phase) {
        if matches!(edge.event, Event::Next | Event::Rework) {
            continue;
        }
        let word = match (edge.event, &model.phase(phase).approval) {
            (Event::Approve, Some(approval)) => approved(approval),
            (event, _) => event.word().to_owned(),
        };
        let mut known = arrows.iter_mut();
        match known.find(|(from, to, _)| (*from, *to) == (edge.from, edge.to)) {
            Some((_, _, words)) => {
                words.push_str(", ");
                words.push_str(&word);
            }
            None => arrows.push((edge.from, edge.to, word)),
        }
    }
    arrows
}

fn approved(approval: &Approval) -> String {
    match approval.signers {
        1 => format!("approve by {}", approval.by.word()),
        signers => format!("approve by {signers} signers"),
    }
}

/// What stands at the arrow of a step: its guards, or who goes back along it.
pub(super) fn label(model: &Model, edge: &Edge) -> String {
    if edge.event == Event::Rework {
        return format!("rework by {}", edge.by.word());
    }
    conditions(model, edge)
}
