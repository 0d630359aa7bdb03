//! Claude Code, and Copilot reading Claude Code's settings.
//!
//! A deny is JSON at exit 0: the model then sees the reason alone, and Copilot understands it too.

use serde_json::{Value, json};

use super::{Harness, Reply};
use crate::guard::event::{Deed, Event, Malformed};
use crate::guard::patch;
use crate::guard::payload::Payload;

pub(super) struct Claude;

/// Tools that only look, or that only start other tools, which are announced themselves.
const LOOKING: &[&str] = &[
    "Read",
    "Grep",
    "Glob",
    "LS",
    "NotebookRead",
    "WebFetch",
    "WebSearch",
    "TodoRead",
    "TodoWrite",
    "Task",
    "Agent",
    "ToolSearch",
    "BashOutput",
    "KillShell",
    "ExitPlanMode",
    "AskUserQuestion",
    "Skill",
];

impl Harness for Claude {
    fn name(&self) -> &'static str {
        "claude"
    }

    fn read(&self, payload: &Value) -> Result<Event, Malformed> {
        let payload = Payload::new(payload)?;
        let tool = payload.need("tool_name")?;
        let deed = match (tool, payload.value("tool_input")) {
            (tool, _) if LOOKING.contains(&tool) => Deed::Look,
            // Copilot sends a patch as the input of `Edit`, and calls a file's path `path`.
            ("Edit" | "Write", Some(Value::String(patch))) => patch::deed(patch)?,
            ("Edit" | "Write" | "MultiEdit", _) => payload
                .object("tool_input")?
                .writes_any(&["file_path", "path"])?,
            ("NotebookEdit", _) => payload.object("tool_input")?.writes("notebook_path")?,
            ("Bash" | "PowerShell" | "Monitor", _) => {
                payload.object("tool_input")?.runs("command")?
            }
            _ => payload
                .object("tool_input")
                .map_or(Deed::Look, Payload::unknown),
        };
        Ok(Event {
            folder: payload.text("cwd").map(Into::into),
            deed,
        })
    }

    fn deny(&self, reason: &str) -> Reply {
        Reply::json(&json!({
            "hookSpecificOutput": {
                "hookEventName": "PreToolUse",
                "permissionDecision": "deny",
                "permissionDecisionReason": reason.trim_end(),
            }
        }))
    }
}
