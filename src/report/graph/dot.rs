//! The graph in the language of Graphviz.

use std::fmt::Write as _;

use super::walk::{HERE, Walk, times};
use super::{between, label, within};
use crate::workflow::{Event, Model, PhaseId, State, SubState, Terminal};

/// The whole graph. A phase with an approval is a box around its sub-states; the way back is
/// dashed, and leaves from the box where it is open in every sub-state. The way of a task is filled
/// in, and told by how often each arrow was taken.
pub fn dot(model: &Model, walk: Option<&Walk>) -> String {
    let mut text = format!("digraph {} {{\n", quoted(model.name.as_str()));
    text.push_str("    compound=true;\n    node [shape=box, style=rounded];\n");
    for phase in model.phase_ids() {
        declare(&mut text, model, phase, walk);
    }
    text.push_str("    start [shape=point];\n");
    _ = writeln!(text, "    start -> {};", id(State::base(model.initial)));
    for edge in between(model) {
        let mut attributes = Vec::new();
        let taken = walk.map_or(0, |walk| walk.along(model, edge));
        let label = times(&label(model, edge), taken);
        if !label.is_empty() {
            attributes.push(format!("label={}", quoted(&label)));
        }
        if taken > 0 {
            attributes.push("penwidth=2".to_owned());
        }
        if edge.event == Event::Rework {
            // The way back does not decide what stands above what.
            attributes.push("style=dashed, constraint=false".to_owned());
            if model.phase(edge.from.phase).approval.is_some() {
                attributes.push(format!("ltail={}", cluster(edge.from.phase)));
            }
        }
        let (from, to) = (id(edge.from), id(edge.to));
        if attributes.is_empty() {
            _ = writeln!(text, "    {from} -> {to};");
        } else {
            _ = writeln!(text, "    {from} -> {to} [{}];", attributes.join(", "));
        }
    }
    for (state, style) in walk.into_iter().flat_map(|walk| walk.styled(model)) {
        let (fill, pen) = if style == HERE {
            ("#ffcc66", 3)
        } else {
            ("#ddeeff", 1)
        };
        let id = id(state);
        _ = writeln!(
            text,
            "    {id} [style=\"rounded,filled\", fillcolor=\"{fill}\", penwidth={pen}];"
        );
    }
    text.push_str("}\n");
    text
}

fn declare(text: &mut String, model: &Model, phase: PhaseId, walk: Option<&Walk>) {
    let name = quoted(model.phase(phase).name.as_str());
    let base = id(State::base(phase));
    if model.phase(phase).approval.is_none() {
        let end = match model.phase(phase).terminal {
            Some(Terminal::Success) => ", peripheries=2",
            Some(Terminal::Failure) => ", peripheries=2, style=\"rounded,dotted\"",
            None => "",
        };
        _ = writeln!(text, "    {base} [label={name}{end}];");
        return;
    }
    _ = writeln!(text, "    subgraph {} {{", cluster(phase));
    _ = writeln!(text, "        label={name};");
    for (sub, shown) in [
        (SubState::Base, name.as_str()),
        (SubState::Pending, &quoted(model.pending.as_str())),
        (SubState::Granted, &quoted(model.granted.as_str())),
    ] {
        let state = id(State { phase, sub });
        _ = writeln!(text, "        {state} [label={shown}];");
    }
    for (from, to, words) in within(model, phase) {
        let words = times(&words, walk.map_or(0, |walk| walk.between(model, from, to)));
        let (from, to) = (id(from), id(to));
        _ = writeln!(text, "        {from} -> {to} [label=\"{words}\"];");
    }
    text.push_str("    }\n");
}

fn cluster(phase: PhaseId) -> String {
    format!("cluster_p{}", phase.index())
}

fn id(state: State) -> String {
    let phase = state.phase.index();
    match state.sub {
        SubState::Base => format!("p{phase}"),
        SubState::Pending => format!("p{phase}_pending"),
        SubState::Granted => format!("p{phase}_granted"),
    }
}

/// A quoted string; a backslash in a label would start an escape of Graphviz's own, and `&` an
/// entity.
fn quoted(text: &str) -> String {
    let mut quoted = String::from("\"");
    for character in text.chars() {
        match character {
            '"' => quoted.push_str("\\\""),
            '\\' => quoted.push_str("\\\\"),
            '&' => quoted.push_str("&amp;"),
            _ if character.is_control() => quoted.push(' '),
            _ if character.is_ascii() || character.is_alphanumeric() => quoted.push(character),
            // Some of the others are invisible and turn the text around them.
            _ => _ = write!(quoted, "&#{};", u32::from(character)),
        }
    }
    quoted.push('"');
    quoted
}
