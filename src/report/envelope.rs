//! The JSON document that every command answers with under `--json`.

use serde::ser::{Serialize, SerializeMap as _, Serializer};
use serde_json::{Value, json};

use super::answer::Answer;
use crate::diagnostic::{Counterexample, Diagnostic, Ending, NextStep, Offence, Place};

/// The name of the document's form.
pub const SCHEMA: &str = "automaton/1";

/// The whole document, as it is written. Fields are only ever added.
#[derive(Clone, Copy, Debug)]
pub struct Envelope<'a>(pub &'a Answer);

impl Serialize for Envelope<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let answer = self.0;
        let mut document = serializer.serialize_map(None)?;
        document.serialize_entry("schema", SCHEMA)?;
        document.serialize_entry("ok", &(answer.exit.code() == 0))?;
        document.serialize_entry("code", &answer.code)?;
        document.serialize_entry("exit", &answer.exit.code())?;
        document.serialize_entry("message", &answer.message)?;
        for (name, value) in &answer.fields {
            document.serialize_entry(name, value)?;
        }
        for (name, items) in &answer.lists {
            document.serialize_entry(name, items)?;
        }
        if let Some(refusal) = &answer.refusal {
            document.serialize_entry("reasons", &refusal.reasons)?;
            document.serialize_entry("offending", &offending(&refusal.offending))?;
            document.serialize_entry("places", &places(refusal))?;
            if let Some(help) = &refusal.help {
                document.serialize_entry("help", help)?;
            }
        }
        if !answer.warnings.is_empty() {
            document.serialize_entry("warnings", &answer.warnings)?;
        }
        document.serialize_entry("next", &next(&answer.next))?;
        document.end()
    }
}

/// One finding of a command that lists several.
pub fn finding(found: &Diagnostic) -> Value {
    let mut value = json!({
        "code": found.topic.code,
        "severity": found.severity.word(),
        "message": found.message,
        "places": places(found),
    });
    if let Place::File(path) = &found.place {
        value["file"] = json!(path);
    }
    if !found.reasons.is_empty() {
        value["reasons"] = json!(found.reasons);
    }
    if !found.offending.is_empty() {
        value["offending"] = offending(&found.offending);
    }
    if let Some(path) = &found.counterexample {
        value["counterexample"] = counterexample(path);
    }
    if let Some(help) = &found.help {
        value["help"] = json!(help);
    }
    if !found.next.is_empty() {
        value["next"] = next(&found.next);
    }
    if let Some(fix) = &found.fix {
        let edits = fix
            .edits
            .iter()
            .map(|edit| json!({"start": edit.span.start, "end": edit.span.end, "text": edit.text}));
        let edits: Vec<Value> = edits.collect();
        value["fix"] = json!({"title": fix.title, "safe": fix.safe, "edits": edits});
    }
    value
}

/// A path step by step, so that a program can take it.
fn counterexample(path: &Counterexample) -> Value {
    let steps = path.steps.iter().map(|step| {
        let written = step.written.iter().map(|writing| {
            json!({
                "artifact": writing.artifact,
                "outcome": writing.outcome,
                "contains": writing.contains,
            })
        });
        json!({
            "written": written.collect::<Vec<_>>(),
            "removed": step.removed,
            "event": step.event,
            "to": step.to,
            "archived": step.archived,
        })
    });
    let ending = match path.ending {
        Ending::Here => json!({"kind": "here"}),
        Ending::Refused(code) => json!({"kind": "refused", "code": code}),
        Ending::Round(first) => json!({"kind": "round", "to": first}),
        Ending::Stuck => json!({"kind": "stuck"}),
    };
    json!({"start": path.start, "steps": steps.collect::<Vec<_>>(), "ending": ending})
}

fn next(steps: &[NextStep]) -> Value {
    steps
        .iter()
        .map(|step| json!({"run": step.run, "by": step.by.word()}))
        .collect()
}

fn offending(offences: &[Offence]) -> Value {
    offences
        .iter()
        .map(|o| json!({"path": o.path, "problem": o.problem}))
        .collect()
}

fn places(found: &Diagnostic) -> Value {
    let Place::Source { file, labels } = &found.place else {
        return json!([]);
    };
    labels
        .iter()
        .map(|label| {
            let start = file.position(label.span.start);
            let end = file.position(label.span.end);
            json!({
                "file": file.name(),
                "line": start.line,
                "column": start.column,
                "end_line": end.line,
                "end_column": end.column,
                "text": file.slice(label.span),
                "label": label.text,
            })
        })
        .collect()
}
