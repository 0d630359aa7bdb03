//! Kiro: a file of our own among `.kiro/hooks/`.

use serde_json::json;

use super::setup::{Caller, Part, Setup, Write, exit_two};

pub(super) static KIRO: Setup = Setup {
    harness: "kiro",
    signs: &[".kiro"],
    program: "kiro-cli",
    parts,
    announce: |write: &Write<'_>| {
        json!({
            "hook_event_name": "preToolUse",
            "cwd": write.folder(),
            "tool_name": "fs_write",
            "tool_input": {"command": "create", "path": write.file, "file_text": "x"},
        })
    },
    stops: exit_two,
    switches: &[],
    subfolders_need_user: false,
    trust: None,
};

fn parts(caller: &Caller<'_>) -> Vec<Part> {
    let document = json!({
        "version": "v1",
        "hooks": [{
            "name": "automaton",
            "trigger": "PreToolUse",
            "matcher": ".*",
            "action": {"type": "command", "command": caller.command("kiro")},
            "timeout": 10,
            "enabled": true,
        }],
    });
    vec![Part::document(".kiro/hooks/automaton.json", &document)]
}
