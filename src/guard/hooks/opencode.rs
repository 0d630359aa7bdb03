//! opencode: a plugin of our own, because there is no other way to ask before a tool runs.

use serde_json::json;

use super::setup::{Caller, Level, Part, Setup, Write};

pub(super) static OPENCODE: Setup = Setup {
    harness: "opencode",
    signs: &[
        ".opencode",
        "opencode.json",
        "opencode.jsonc",
        ".config/opencode",
    ],
    program: "opencode",
    parts,
    announce: |write: &Write<'_>| {
        json!({
            "hook_event_name": "tool.execute.before",
            "tool_name": "write",
            "tool_input": {"filePath": write.file, "content": "x"},
            "session_id": "automaton-hooks-test",
            "cwd": write.folder(),
            "worktree": write.folder(),
        })
    },
    // The plugin throws whatever the exit code says against it.
    stops: |reply| reply.exit != 0,
    switches: &[],
    subfolders_need_user: false,
    trust: None,
};

fn parts(caller: &Caller<'_>) -> Vec<Part> {
    let path = match caller.level {
        Level::Project => ".opencode/plugins/automaton.js",
        Level::User => ".config/opencode/plugins/automaton.js",
    };
    let command = json!(caller.command("opencode")).to_string();
    let text = include_str!("opencode.js").replace("\"@COMMAND@\"", &command);
    vec![Part::own(path, text)]
}
