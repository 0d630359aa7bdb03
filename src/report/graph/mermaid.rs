//! The graph as a Mermaid state diagram, which forges draw in Markdown.

use std::fmt::Write as _;

use super::walk::{HERE, WALKED, Walk, is_box, times};
use super::{between, label, within};
use crate::workflow::{Model, PhaseId, State, SubState};

/// The whole diagram. A phase with an approval holds its sub-states.
///
/// Names can be words of Mermaid's own, so states go by numbers and show their names. Arrows lead
/// from phase to phase, because Mermaid draws none between the insides of two of them. It has no
/// dashed arrows: the way back is told by its word. The way of a task is told by styles, and by how
/// often each arrow was taken.
pub fn mermaid(model: &Model, walk: Option<&Walk>) -> String {
    let mut text = String::from("stateDiagram-v2\n");
    for phase in model.phase_ids() {
        declare(&mut text, model, phase, walk);
    }
    _ = writeln!(text, "    [*] --> {}", id(model.initial));
    for edge in between(model) {
        let (from, to) = (id(edge.from.phase), id(edge.to.phase));
        let label = times(
            &label(model, edge),
            walk.map_or(0, |walk| walk.along(model, edge)),
        );
        if label.is_empty() {
            _ = writeln!(text, "    {from} --> {to}");
        } else {
            _ = writeln!(text, "    {from} --> {to} : {}", escaped(&label));
        }
    }
    for phase in model.phase_ids() {
        if model.phase(phase).terminal.is_some() {
            _ = writeln!(text, "    {} --> [*]", id(phase));
        }
    }
    if let Some(walk) = walk {
        _ = writeln!(
            text,
            "    classDef {HERE} fill:#fc6,stroke:#630,stroke-width:3px"
        );
        _ = writeln!(text, "    classDef {WALKED} fill:#def,stroke:#369");
        for (state, style) in walk.styled(model) {
            let id = if is_box(model, state) {
                inner(state)
            } else {
                id(state.phase)
            };
            _ = writeln!(text, "    class {id} {style}");
        }
    }
    text
}

fn declare(text: &mut String, model: &Model, phase: PhaseId, walk: Option<&Walk>) {
    let name = escaped(model.phase(phase).name.as_str());
    if model.phase(phase).approval.is_none() {
        _ = writeln!(text, "    state \"{name}\" as {}", id(phase));
        return;
    }
    _ = writeln!(text, "    state \"{name}\" as {} {{", id(phase));
    for (sub, shown) in [
        (SubState::Base, name.as_str()),
        (SubState::Pending, &escaped(model.pending.as_str())),
        (SubState::Granted, &escaped(model.granted.as_str())),
    ] {
        let inner = inner(State { phase, sub });
        _ = writeln!(text, "        state \"{shown}\" as {inner}");
    }
    _ = writeln!(text, "        [*] --> {}", inner(State::base(phase)));
    for (from, to, words) in within(model, phase) {
        let words = times(&words, walk.map_or(0, |walk| walk.between(model, from, to)));
        _ = writeln!(text, "        {} --> {} : {words}", inner(from), inner(to));
    }
    let granted = inner(State {
        phase,
        sub: SubState::Granted,
    });
    _ = writeln!(text, "        {granted} --> [*]");
    text.push_str("    }\n");
}

fn id(phase: PhaseId) -> String {
    format!("p{}", phase.index())
}

fn inner(state: State) -> String {
    let sub = match state.sub {
        SubState::Base => "base",
        SubState::Pending => "pending",
        SubState::Granted => "granted",
    };
    format!("{}_{sub}", id(state.phase))
}

/// The text with everything that Mermaid or HTML could read as more than text as an entity.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            // A line with the words `direction TB` anywhere in it is a command of its own.
            ' ' if escaped.to_ascii_lowercase().ends_with("direction") => escaped.push_str("#32;"),
            ' ' | '_' | '-' | '.' | '/' | ',' | '(' | ')' | '=' => escaped.push(character),
            _ if character.is_alphanumeric() => escaped.push(character),
            _ if character.is_control() => escaped.push(' '),
            _ => _ = write!(escaped, "#{};", u32::from(character)),
        }
    }
    escaped
}
