//! Cursor: an entry in `.cursor/hooks.json`.

use serde_json::json;

use super::setup::{Caller, Entry, Part, Setup, Write, answered};

pub(super) static CURSOR: Setup = Setup {
    harness: "cursor",
    signs: &[".cursor"],
    program: "cursor-agent",
    parts,
    announce: |write: &Write<'_>| {
        json!({
            "conversation_id": "automaton-hooks-test",
            "workspace_roots": [write.folder()],
            "hook_event_name": "preToolUse",
            "tool_name": "Write",
            "tool_input": {"file_path": write.file, "content": "x"},
            "cwd": write.folder(),
        })
    },
    // With `failClosed`, whatever is no explicit leave stops the tool.
    stops: |reply| reply.exit != 0 || answered(reply, "/permission") != Some(json!("allow")),
    switches: &[],
    subfolders_need_user: false,
    trust: None,
};

fn parts(caller: &Caller<'_>) -> Vec<Part> {
    let value = json!({
        "command": caller.command("cursor"),
        "matcher": "Shell|Write|Delete|StrReplace|Edit|MultiEdit|EditNotebook|ApplyPatch",
        "timeout": 10,
        "failClosed": true,
    });
    let list = &["hooks", "preToolUse"];
    let entries = vec![Entry { list, value }];
    vec![Part::entries(".cursor/hooks.json", Some(1), entries)]
}
