//! The sections about the work of a phase: what to read and to check first, what to do and what not.

use std::fmt::Write as _;

use super::artifacts::{mentioned, names, path};
use crate::source::Spanned;
use crate::workflow::{ArtifactId, Glob, Model, Phase, PhaseId, State, SubState};

/// What to check before any work.
pub(super) const VALIDATION: &str = "Before any work, run:

```sh
automaton validate-folder --task {task}
```

If it refuses, STOP. Do not begin, and do not delete or move what it names: report its output to the
user and ask how to go on.
";

/// What to read before any work.
pub(super) fn reading(model: &Model, id: PhaseId) -> String {
    let phase = model.phase(id);
    let states = model.states().filter(|state| state.phase == id);
    let states: Vec<String> = states
        .map(|state| format!("`{}`", model.state_name(state)))
        .collect();
    let mut lines = vec![format!(
        "{}: it must say {}. If it says anything else, STOP and report the mismatch.",
        path(".state"),
        either(&states)
    )];
    for mention in &phase.reads {
        let optional = if mention.optional {
            ", if it exists"
        } else {
            ""
        };
        let file = path(model.artifact(mention.artifact).name.as_str());
        lines.push(format!("{file}{optional}"));
    }
    for (artifact, copy) in inherited(model) {
        let of = names(model, [artifact]);
        lines.push(format!(
            "{}, if it exists: the {of} of the task that this one is a part of",
            path(copy)
        ));
    }
    numbered(&lines)
}

/// What sub-tasks of this workflow inherit, each under its name once.
fn inherited(model: &Model) -> Vec<(ArtifactId, &str)> {
    let subtasks = model
        .phases
        .iter()
        .filter_map(|phase| phase.subtasks.as_ref());
    let mut inherited: Vec<(ArtifactId, &str)> = Vec::new();
    for (artifact, copy) in subtasks.flat_map(|subtasks| &subtasks.inherit) {
        if !inherited.iter().any(|(_, known)| *known == copy.as_str()) {
            inherited.push((*artifact, copy.as_str()));
        }
    }
    inherited
}

/// What to do.
pub(super) fn allowed(model: &Model, id: PhaseId) -> String {
    let phase = model.phase(id);
    let mut lines = phase.allowed.clone();
    if phase.allowed.is_empty() {
        lines.push("Read any file of the project.".to_owned());
        for mention in &phase.produces {
            let name = &model.artifact(mention.artifact).name;
            lines.push(format!("Write {}.", path(name.as_str())));
        }
    }
    if !phase.edits.is_empty() {
        lines.push(format!(
            "Edit project files that match {}.",
            globs(&phase.edits)
        ));
    }
    listed(&lines)
}

/// What not to do.
pub(super) fn forbidden(model: &Model, id: PhaseId) -> String {
    let phase = model.phase(id);
    let mut lines = phase.forbidden.clone();
    let protected: Vec<Spanned<Glob>> = [&phase.protects[..], &model.protects[..]].concat();
    if phase.edits.is_empty() {
        lines.push("Do not edit any project file: no path is open in this phase.".to_owned());
    } else if !phase
        .edits
        .iter()
        .any(|glob| glob.value.to_string() == "**")
    {
        lines.push("Do not edit project files that match nothing in the list above.".to_owned());
    }
    if !phase.edits.is_empty() && !protected.is_empty() {
        lines.push(format!(
            "Do not edit project files that match {}.",
            globs(&protected)
        ));
    }
    if !phase.forbids.is_empty() {
        lines.push(format!(
            "Do not create {}: other phases write that.",
            mentioned(model, &phase.forbids)
        ));
    }
    lines.push(
        "Do not write `.state` or any file whose name starts with it; only `automaton` does."
            .to_owned(),
    );
    lines.push("Do not create task folders by hand.".to_owned());
    listed(&lines)
}

/// What to answer a user who asks for something that is forbidden.
pub(super) fn overrides(model: &Model, id: PhaseId) -> String {
    let phase = model.phase(id);
    let name = &phase.name;
    let mut text = format!(
        "If the user asks for something that is FORBIDDEN here:

1. Do not do it.
2. Answer: \"That action requires the <required phase> phase. The current phase is {name}. To proceed,
   say 'orchestrate' and I will advance to the next phase.\"
3. If the user insists, note the request in your report, and still do not do it.
"
    );
    let elsewhere = elsewhere(model, id);
    if !elsewhere.is_empty() {
        _ = write!(text, "\nThe required phase:\n\n{}", listed(&elsewhere));
    }
    text
}

/// Which phases do what this one must not.
fn elsewhere(model: &Model, id: PhaseId) -> Vec<String> {
    let phase = model.phase(id);
    let mut lines = Vec::new();
    for (index, other) in model.phases.iter().enumerate() {
        if index == id.index() {
            continue;
        }
        let mut does = Vec::new();
        let writes = other.produces.iter().map(|mention| mention.artifact);
        let writes: Vec<ArtifactId> = writes.filter(|&artifact| !phase.writes(artifact)).collect();
        if !writes.is_empty() {
            does.push(format!("write {}", names(model, writes)));
        }
        if opens_more(other, phase) {
            does.push(format!("edit {}", globs(&other.edits)));
        }
        if !does.is_empty() {
            lines.push(format!("to {}: `{}`", does.join(", and to "), other.name));
        }
    }
    lines
}

fn opens_more(other: &Phase, phase: &Phase) -> bool {
    let here = |glob: &Spanned<Glob>| phase.edits.iter().any(|known| known.value == glob.value);
    let everything = phase
        .edits
        .iter()
        .any(|glob| glob.value.to_string() == "**");
    !everything && !other.edits.iter().all(here)
}

fn globs(globs: &[Spanned<Glob>]) -> String {
    let globs = globs.iter().map(|glob| format!("`{}`", glob.value));
    globs.collect::<Vec<_>>().join(", ")
}

/// Whether tasks in this phase can stand in a sub-state.
pub(super) fn state(model: &Model, phase: PhaseId, sub: SubState) -> String {
    model.state_name(State { phase, sub }).to_string()
}

/// A list of alternatives.
fn either(words: &[String]) -> String {
    match words {
        [] => String::new(),
        [only] => only.clone(),
        [rest @ .., last] => format!("{} or {last}", rest.join(", ")),
    }
}

/// A list with a dash for each line.
pub(super) fn listed(lines: &[String]) -> String {
    let lines: Vec<String> = lines.iter().map(|line| format!("- {line}\n")).collect();
    lines.concat()
}

/// A list with numbers.
pub(super) fn numbered(lines: &[String]) -> String {
    let lines = (1..).zip(lines);
    let lines = lines.map(|(number, line)| format!("{number}. {line}\n"));
    lines.collect::<Vec<_>>().concat()
}
