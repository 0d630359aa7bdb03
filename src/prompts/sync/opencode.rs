//! opencode: commands that the user types, and agents that may edit what their phase may.

use serde_json::{Map, Value, json};

use super::front_matter::{description, front_matter, identifier};
use super::{Adapter, Rendered};
use crate::engine::edit::PROTECTED;
use crate::guard::hooks::Part;
use crate::names::MetadataName;
use crate::workflow::{Model, Phase, Shell};

pub(super) const OPENCODE: Adapter = Adapter {
    name: "opencode",
    part: Part::own,
    parts: |model, prompts| {
        let parts = prompts.iter();
        parts
            .flat_map(|prompt| [command(prompt), agent(model, prompt)])
            .collect()
    },
};

fn command(prompt: &Rendered) -> Part {
    let name = identifier(&prompt.name);
    let head = front_matter(&[
        ("description", json!(description(&prompt.description))),
        ("agent", json!(name)),
    ]);
    let body = format!(
        "Run this and follow what it prints, to the letter. If it refuses, report what it says and stop.

```sh
automaton prompt {} --task $ARGUMENTS
```
",
        prompt.name
    );
    Part::own(&format!(".opencode/commands/{name}.md"), head + &body)
}

fn agent(model: &Model, prompt: &Rendered) -> Part {
    let name = identifier(&prompt.name);
    let phase = prompt.phase.map(|phase| model.phase(phase));
    let mode = if phase.is_some() { "subagent" } else { "all" };
    let head = front_matter(&[
        ("description", json!(description(&prompt.description))),
        ("mode", json!(mode)),
        ("permission", permission(model, phase)),
    ]);
    Part::own(&format!(".opencode/agents/{name}.md"), head + &prompt.body)
}

/// What the agent may do without being asked; of several that match, the last counts.
fn permission(model: &Model, phase: Option<&Phase>) -> Value {
    json!({"edit": edit(model, phase), "bash": bash(model)})
}

fn edit(model: &Model, phase: Option<&Phase>) -> Value {
    let mut edit = Map::new();
    let mut put = |pattern: String, verdict: &str| {
        // The order counts, also of what was put before.
        edit.shift_remove(&pattern);
        edit.insert(pattern, json!(verdict));
    };
    put("*".to_owned(), "deny");
    let Some(phase) = phase else {
        return Value::from(edit);
    };
    for glob in &phase.edits {
        match patterns(glob.value.as_str()) {
            Some(patterns) => patterns
                .into_iter()
                .for_each(|pattern| put(pattern, "allow")),
            // What opencode cannot say, the gate decides.
            None => put("*".to_owned(), "ask"),
        }
    }
    for glob in phase.protects.iter().chain(&model.protects) {
        match patterns(glob.value.as_str()) {
            Some(patterns) => patterns
                .into_iter()
                .for_each(|pattern| put(pattern, "deny")),
            None => put("*".to_owned(), "ask"),
        }
    }
    for guarded in PROTECTED {
        put(guarded.path.to_owned(), "deny");
        put(format!("{}/*", guarded.path), "deny");
    }
    let written = phase
        .produces
        .iter()
        .map(|mention| model.artifact(mention.artifact).name.as_str());
    for name in written.chain(model.metadata.iter().map(MetadataName::as_str)) {
        put(format!(".automaton/tasks/*/{name}"), "allow");
    }
    Value::from(edit)
}

/// A glob as opencode's patterns, in which `*` stands for anything; nothing where they cannot say it.
fn patterns(glob: &str) -> Option<Vec<String>> {
    if glob.contains(['{', '[', '\\', '!']) {
        return None;
    }
    if glob == "**" {
        return Some(vec!["*".to_owned()]);
    }
    let mut patterns = vec![String::new()];
    let mut parts = glob.split("**/").peekable();
    while let Some(part) = parts.next() {
        let part = part.replace("**", "*");
        for pattern in &mut patterns {
            pattern.push_str(&part);
        }
        if parts.peek().is_some() {
            // No folder at all, or some.
            let deeper = patterns.iter().map(|pattern| format!("{pattern}*/"));
            let deeper: Vec<String> = deeper.collect();
            patterns.extend(deeper);
        }
    }
    Some(patterns)
}

/// Commands that look, and steps that the engine decides, are let through, if they are plain: anything
/// more could write a file. What a person decides is never let through.
fn bash(model: &Model) -> Value {
    if model.shell == Shell::Refuse {
        return json!({"*": "deny"});
    }
    json!({
        "*": "ask",
        "automaton status*": "allow",
        "automaton prompt *": "allow",
        "automaton validate-folder*": "allow",
        "automaton can-edit*": "allow",
        "automaton log*": "allow",
        "automaton explain*": "allow",
        "automaton create-task *": "allow",
        "automaton transition *": "allow",
        "*>*": "ask",
        "*|*": "ask",
        "*;*": "ask",
        "*&*": "ask",
        "*`*": "ask",
        "*$*": "ask",
        "*approve*": "ask",
        "*reject*": "ask",
        "*rework*": "ask",
        "*repair*": "deny",
        "*override*": "deny",
        "*abandon*": "deny",
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn globs_become_patterns_that_match_no_more() {
        for (glob, expected) in [
            ("**", Some(&["*"][..])),
            ("docs/**", Some(&["docs/*"])),
            ("**/*.md", Some(&["*.md", "*/*.md"])),
            ("src/**/x?.rs", Some(&["src/x?.rs", "src/*/x?.rs"])),
            (
                "a/**/b/**/c",
                Some(&["a/b/c", "a/*/b/c", "a/b/*/c", "a/*/b/*/c"]),
            ),
            ("src/*.{rs,toml}", None),
            ("src/[ab].rs", None),
        ] {
            let expected =
                expected.map(|patterns| patterns.iter().map(|p| (*p).to_owned()).collect());
            assert_eq!(patterns(glob), expected, "{glob}");
        }
    }
}
