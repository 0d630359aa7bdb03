//! What stands above a text: names and descriptions within the limits that harnesses have.

use std::fmt::Write as _;

use serde_json::Value;

/// The longest name, in characters.
const LONGEST_NAME: usize = 64;
/// The longest description, in characters.
const LONGEST_DESCRIPTION: usize = 1024;

/// A name of lower-case letters, digits and single dashes, for what a workflow calls `name`.
pub(super) fn identifier(name: &str) -> String {
    let lower = format!("automaton-{name}").to_lowercase();
    let parts = lower.split(|c: char| !c.is_ascii_lowercase() && !c.is_ascii_digit());
    let parts: Vec<&str> = parts.filter(|part| !part.is_empty()).collect();
    let mut identifier = parts.join("-");
    identifier.truncate(LONGEST_NAME);
    identifier.trim_end_matches('-').to_owned()
}

/// A description in one line that is not too long.
pub(super) fn description(text: &str) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let short: String = line.chars().take(LONGEST_DESCRIPTION).collect();
    short.trim_end().to_owned()
}

/// The lines above a text. A JSON string is a YAML string.
pub(super) fn front_matter(fields: &[(&str, Value)]) -> String {
    let mut text = "---\n".to_owned();
    for (name, value) in fields {
        match value {
            Value::Object(map) => {
                _ = writeln!(text, "{name}:");
                nested(map, "  ", &mut text);
            }
            value => _ = writeln!(text, "{name}: {value}"),
        }
    }
    text + "---\n\n"
}

fn nested(map: &serde_json::Map<String, Value>, indent: &str, text: &mut String) {
    for (name, value) in map {
        let name = Value::from(name.as_str());
        match value {
            Value::Object(inner) => {
                _ = writeln!(text, "{indent}{name}:");
                nested(inner, &format!("{indent}  "), text);
            }
            value => _ = writeln!(text, "{indent}{name}: {value}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_have_the_characters_that_skills_may_have() {
        for (name, expected) in [
            ("research", "automaton-research"),
            ("bug_find", "automaton-bug-find"),
            ("Under__Review-", "automaton-under-review"),
            ("größe", "automaton-gr-e"),
        ] {
            assert_eq!(identifier(name), expected);
        }
        assert_eq!(identifier(&"a".repeat(80)).len(), 64);
        assert_eq!(description(&"a b\n".repeat(400)).len(), 1024 - 1);
    }
}
