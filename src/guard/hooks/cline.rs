//! Cline: a plugin, which the terminal client loads, and a hook file, which the editors run.

use serde_json::json;

use super::setup::{Caller, Level, Part, Setup, Write, answered};

pub(super) static CLINE: Setup = Setup {
    harness: "cline",
    signs: &[".cline", ".clinerules"],
    program: "cline",
    parts,
    announce: |write: &Write<'_>| {
        let input = json!({"path": write.file, "content": "x"});
        json!({
            "taskId": "automaton-hooks-test",
            "hookName": "PreToolUse",
            "workspaceRoots": [write.folder()],
            "preToolUse": {"toolName": "write_to_file", "parameters": &input},
            "tool_call": {"id": "1", "name": "write_to_file", "input": &input},
        })
    },
    // The plugin skips the tool where the gate fails, and the hook file says no in its place.
    stops: |reply| reply.exit != 0 || answered(reply, "/overrideInput") == Some(json!({})),
    switches: &[],
    subfolders_need_user: false,
    trust: None,
};

fn parts(caller: &Caller<'_>) -> Vec<Part> {
    let command = caller.command("cline");
    let quoted = json!(command).to_string();
    let plugin = include_str!("cline.js").replace("\"@COMMAND@\"", &quoted);
    let plugin = Part::own(".cline/plugins/automaton.js", plugin);
    match caller.level {
        Level::Project => {
            let plain = command.trim_end_matches(" || exit 2");
            let script = include_str!("cline.sh").replace("@COMMAND@", plain);
            vec![plugin, Part::script(".clinerules/hooks/PreToolUse", script)]
        }
        Level::User => vec![plugin],
    }
}
