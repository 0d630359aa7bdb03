//! Whether a text makes a harness call the gate, whoever wrote it.

use serde_json::Value;

/// Whether a value calls the gate for a harness: somebody's version of our entry.
pub(super) fn calls(value: &Value, harness: &str) -> bool {
    !commands(value, harness).is_empty()
}

/// The shell commands in a value that call the gate for a harness.
pub(super) fn commands(value: &Value, harness: &str) -> Vec<String> {
    match value {
        Value::String(text) if is_call(text, harness) => vec![text.clone()],
        Value::Array(items) => items
            .iter()
            .flat_map(|item| commands(item, harness))
            .collect(),
        Value::Object(fields) => {
            let fields = fields.values();
            fields.flat_map(|field| commands(field, harness)).collect()
        }
        _ => Vec::new(),
    }
}

pub(super) fn is_call(text: &str, harness: &str) -> bool {
    let words: Vec<&str> = text.split_whitespace().collect();
    text.contains("automaton") && words.windows(2).any(|pair| pair == ["hook", harness])
}
