//! Claude Code: an entry in `.claude/settings.json`.

use serde_json::json;

use super::setup::{Caller, Entry, Level, Part, Setup, Switch, Write, answered, exit_two};

const SETTINGS: &str = ".claude/settings.json";
const DISABLED: &[&str] = &["disableAllHooks"];

pub(super) static CLAUDE: Setup = Setup {
    harness: "claude",
    signs: &[".claude"],
    program: "claude",
    parts,
    announce: |write: &Write<'_>| {
        json!({
            "session_id": "automaton-hooks-test",
            "cwd": write.folder(),
            "hook_event_name": "PreToolUse",
            "tool_name": "Write",
            "tool_input": {"file_path": write.file, "content": "x"},
        })
    },
    stops: |reply| {
        let said = answered(reply, "/hookSpecificOutput/permissionDecision");
        exit_two(reply) || (reply.exit == 0 && said == Some(json!("deny")))
    },
    switches: &[
        Switch {
            level: Level::Project,
            file: SETTINGS,
            keys: DISABLED,
            off: true,
        },
        Switch {
            level: Level::Project,
            file: ".claude/settings.local.json",
            keys: DISABLED,
            off: true,
        },
        Switch {
            level: Level::User,
            file: SETTINGS,
            keys: DISABLED,
            off: true,
        },
    ],
    subfolders_need_user: true,
    trust: None,
};

fn parts(caller: &Caller<'_>) -> Vec<Part> {
    let value = json!({
        "matcher": "Edit|Write|MultiEdit|NotebookEdit|Bash|PowerShell|Monitor|mcp__.*",
        "hooks": [{
            "type": "command",
            "command": caller.command("claude"),
            "timeout": 10,
            "onFailure": "block",
        }],
    });
    let list = &["hooks", "PreToolUse"];
    vec![Part::entries(SETTINGS, None, vec![Entry { list, value }])]
}
