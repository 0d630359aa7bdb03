//! A refusal as a page: everything that a renderer has to show, in the order of DESIGN section 7.

use automaton::diagnostic::{Diagnostic, Place};

/// The whole refusal as text.
pub fn page(found: &Diagnostic) -> String {
    let exit = found.topic.exit.code();
    let mut lines = vec![format!("{found} exit {exit}")];
    for reason in &found.reasons {
        lines.extend(reason.lines().map(|line| format!("  {line}")));
    }
    if let Place::Source { file, labels } = &found.place {
        for label in labels {
            let line = file.position(label.span.start).line;
            let slice = file.slice(label.span);
            lines.push(format!("    {}:{line}  {slice}", file.name()));
        }
    }
    for offence in &found.offending {
        lines.push(format!("  {}: {}", offence.path, offence.problem));
    }
    for next in &found.next {
        lines.push(format!("  next ({}): {}", next.by.word(), next.run));
    }
    lines.join("\n")
}

/// The texts under the places of a finding, the primary one first.
pub fn places(found: &Diagnostic) -> Vec<&str> {
    match &found.place {
        Place::Source { file, labels } => {
            labels.iter().map(|label| file.slice(label.span)).collect()
        }
        Place::File(_) | Place::Call => Vec::new(),
    }
}

/// The offending paths, without the task's folder.
pub fn offending(found: &Diagnostic) -> Vec<&str> {
    let below = |path| str::strip_prefix(path, ".automaton/tasks/login/").unwrap_or(path);
    let offences = found.offending.iter();
    offences
        .map(|offence| below(offence.path.as_str()))
        .collect()
}

/// The next commands with who may run them.
pub fn next(found: &Diagnostic) -> Vec<(&str, &str)> {
    let steps = found.next.iter();
    steps
        .map(|step| (step.by.word(), step.run.as_str()))
        .collect()
}
