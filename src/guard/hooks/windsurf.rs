//! Windsurf Cascade: two entries in `.windsurf/hooks.json`.

use serde_json::json;

use super::setup::{Caller, Entry, Level, Part, Setup, Write, exit_two};

pub(super) static WINDSURF: Setup = Setup {
    harness: "windsurf",
    signs: &[".windsurf", ".codeium/windsurf"],
    program: "windsurf",
    parts,
    announce: |write: &Write<'_>| {
        json!({
            "agent_action_name": "pre_write_code",
            "trajectory_id": "automaton-hooks-test",
            "tool_info": {"file_path": write.file, "edits": []},
        })
    },
    stops: exit_two,
    switches: &[],
    subfolders_need_user: false,
    trust: None,
};

fn parts(caller: &Caller<'_>) -> Vec<Part> {
    let value = json!({"command": caller.command("windsurf"), "show_output": true});
    let lists: [&[&str]; 2] = [&["hooks", "pre_write_code"], &["hooks", "pre_run_command"]];
    let entries = lists.map(|list| Entry {
        list,
        value: value.clone(),
    });
    let path = match caller.level {
        Level::Project => ".windsurf/hooks.json",
        Level::User => ".codeium/windsurf/hooks.json",
    };
    vec![Part::entries(path, None, entries.to_vec())]
}
