//! Gemini CLI: an entry in `.gemini/settings.json`.

use serde_json::json;

use super::setup::{Caller, Entry, Level, Part, Setup, Switch, Write, answered, exit_two};
use super::surroundings::{Surroundings, Trust};

const SETTINGS: &str = ".gemini/settings.json";
const ENABLED: &[&str] = &["hooksConfig", "enabled"];

pub(super) static GEMINI: Setup = Setup {
    harness: "gemini",
    signs: &[".gemini"],
    program: "gemini",
    parts,
    announce: |write: &Write<'_>| {
        json!({
            "session_id": "automaton-hooks-test",
            "cwd": write.folder(),
            "hook_event_name": "BeforeTool",
            "tool_name": "write_file",
            "tool_input": {"file_path": write.file, "content": "x"},
        })
    },
    stops: |reply| match answered(reply, "/decision") {
        Some(decision) => decision != json!("allow"),
        None => exit_two(reply) && reply.stdout.trim().is_empty(),
    },
    switches: &[
        Switch {
            level: Level::Project,
            file: SETTINGS,
            keys: ENABLED,
            off: false,
        },
        Switch {
            level: Level::User,
            file: SETTINGS,
            keys: ENABLED,
            off: false,
        },
    ],
    subfolders_need_user: true,
    trust: Some(trust),
};

fn parts(caller: &Caller<'_>) -> Vec<Part> {
    // Gemini counts in milliseconds.
    let value = json!({
        "matcher": "write_file|replace|run_shell_command|mcp_.*",
        "hooks": [{
            "name": "automaton",
            "type": "command",
            "command": caller.command("gemini"),
            "timeout": 10000,
        }],
    });
    let list = &["hooks", "BeforeTool"];
    vec![Part::entries(SETTINGS, None, vec![Entry { list, value }])]
}

/// Hooks of a folder that the user does not trust do not run.
fn trust(around: &Surroundings<'_>) -> Trust {
    let Some(folders) = around.user_json(".gemini/trustedFolders.json") else {
        return Trust::Given;
    };
    let said =
        |folder: &std::path::Path| folders.get(folder.to_str()?)?.as_str().map(str::to_owned);
    let nearest = around.project.ancestors().find_map(said);
    match nearest.as_deref() {
        Some("DO_NOT_TRUST") => Trust::Missing {
            seen: "`~/.gemini/trustedFolders.json` does not trust this folder".to_owned(),
            remedy: "let a person run `/permissions` in Gemini CLI and trust the folder".to_owned(),
        },
        _ => Trust::Given,
    }
}
