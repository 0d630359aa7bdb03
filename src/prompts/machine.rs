//! The section that describes the whole workflow: its phases, its states and every step.

use std::fmt::Write as _;

use super::artifacts::mentioned;
use super::placeholders::TASK;
use crate::diagnostic::By;
use crate::engine::{conditions, next_step};
use crate::workflow::{Event, Mention, Model, Phase, State};

/// Phases with their files, and every step with who may take it.
pub(super) fn machine(model: &Model) -> String {
    let mut text = format!(
        "A task starts in `{}`. `.state` in its folder holds the state it is in, and nothing else says so.
",
        model.state_name(model.start())
    );
    text.push_str("\n| phase | reads | writes | forbids | may edit |\n|---|---|---|---|---|\n");
    for phase in &model.phases {
        _ = writeln!(
            text,
            "| `{}`{} | {} | {} | {} | {} |",
            phase.name,
            ending(phase),
            reads(model, phase),
            mentioned(model, &phase.produces),
            mentioned(model, &phase.forbids),
            edits(phase)
        );
    }
    text.push_str(
        "\nEvery step, by the state that it leaves. A step that is not here is refused.\n",
    );
    text.push_str("\n| from | to | command | who | needs |\n|---|---|---|---|---|\n");
    for state in model.states() {
        steps(model, state, &mut text);
    }
    text
}

/// The steps out of one state, each command once.
fn steps(model: &Model, state: State, text: &mut String) {
    let mut shown = Vec::new();
    for (_, edge) in model.leaving(state) {
        // From every sub-state the same ways lead back as from the phase itself.
        if edge.event == Event::Rework && edge.from != State::base(state.phase) {
            continue;
        }
        let step = next_step(model, &TASK, edge);
        let needs = conditions(model, edge);
        if shown.contains(&(step.run.clone(), needs.clone())) {
            continue;
        }
        let who = match step.by {
            By::Anyone => "you",
            By::Human => "a person",
        };
        _ = writeln!(
            text,
            "| `{}` | `{}` | `{}` | {who} | {} |",
            model.state_name(edge.from),
            model.state_name(edge.to),
            step.run,
            cell(&needs)
        );
        shown.push((step.run, needs));
    }
}

fn ending(phase: &Phase) -> String {
    let word = phase
        .terminal
        .map(|terminal| format!(" ({})", terminal.word()));
    word.unwrap_or_default()
}

fn reads(model: &Model, phase: &Phase) -> String {
    let (optional, due): (Vec<Mention>, Vec<Mention>) = phase
        .reads
        .iter()
        .cloned()
        .partition(|mention| mention.optional);
    let mut text = mentioned(model, &due);
    if !optional.is_empty() {
        let gap = if text.is_empty() { "" } else { " " };
        _ = write!(text, "{gap}({})", mentioned(model, &optional));
    }
    text
}

fn edits(phase: &Phase) -> String {
    let globs = phase.edits.iter().map(|glob| format!("`{}`", glob.value));
    globs.collect::<Vec<_>>().join(", ")
}

/// A text in one cell of a table.
fn cell(text: &str) -> String {
    text.replace('|', "\\|").replace('\n', " ")
}
