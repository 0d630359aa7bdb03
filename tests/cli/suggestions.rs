//! Every command that is suggested is one that the program understands.

use std::collections::BTreeSet;

use serde_json::Value;

use crate::project::Project;
use crate::status::{EVERY_KIND, busy};

/// Commands that are suggested and that the program does not have yet.
const TO_COME: &[&str] = &[
    "init",
    "reject",
    "repair",
    "rework",
    "upgrade",
    "validate-folder",
];

/// The commands that a document suggests, wherever it does.
fn suggested(value: &Value, found: &mut BTreeSet<String>) {
    match value {
        Value::Object(fields) => {
            if let Some(Value::String(run)) = fields.get("run") {
                found.insert(run.clone());
            }
            fields.values().for_each(|inner| suggested(inner, found));
        }
        Value::Array(items) => items.iter().for_each(|inner| suggested(inner, found)),
        _ => {}
    }
}

#[test]
fn every_suggested_command_parses() {
    let projects = [busy(), Project::with(EVERY_KIND), Project::bare()];
    projects[0].artifact("builds", "PLAN.md", "another plan\n");
    let mut found = BTreeSet::new();
    for project in &projects {
        for line in [
            "status",
            "status asks",
            "status damaged",
            "audit",
            "log",
            "where",
        ] {
            let run = project.run(&format!("{line} --json"));
            let document = serde_json::from_str(&run.stdout).expect("a document");
            suggested(&document, &mut found);
        }
    }
    assert!(found.len() > 10, "{found:?}");
    for line in found {
        let words = line.replace("\"...\"", "reason");
        let to_come = TO_COME
            .iter()
            .any(|name| words.split(' ').nth(1) == Some(name));
        if to_come
            && automaton::cli::command()
                .find_subcommand(words.split(' ').nth(1).unwrap_or_default())
                .is_none()
        {
            continue;
        }
        let parsed = automaton::cli::command().try_get_matches_from(words.split(' '));
        assert!(parsed.is_ok(), "{line}: {parsed:?}");
    }
}
