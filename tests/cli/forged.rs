//! Journals that were changed by hand, by somebody who knows how their chain is made.

use automaton::digest::Digest;
use serde_json::Value;

use crate::project::Project;

/// Changes the entries of a journal and makes its chain anew.
pub fn forge(project: &Project, task: &str, change: impl FnOnce(&mut Vec<Value>)) {
    let path = format!(".automaton/tasks/{task}/.state.journal");
    let journal = project.read(&path);
    let entries = journal.lines().map(serde_json::from_str);
    let mut entries: Vec<Value> = entries.collect::<Result<_, _>>().expect("entries");
    change(&mut entries);
    let mut prev = Value::Null;
    let mut text = String::new();
    for entry in &mut entries {
        entry["prev"] = prev;
        let line = entry.to_string();
        prev = Value::String(Digest::of(line.as_bytes()).to_string());
        text.push_str(&line);
        text.push('\n');
    }
    project.write(&path, &text);
}
