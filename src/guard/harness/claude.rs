//! Claude Code, and Copilot reading Claude Code's settings.
//!
//! A deny is JSON at exit 0: the model then sees the reason alone, and Copilot understands it too.

use serde_json::{Value, json};

use super::{Harness, Reply, with_text};
use crate::guard::event::{Event, Malformed};
use crate::guard::patch;
use crate::guard::payload::{Call, Payload};

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
        let call = Call::of(payload)?.in_session(payload);
        call.event(LOOKING, |tool, input| match (tool, input.whole_text()) {
            // Copilot sends a patch as the input of `Edit`, and calls a file's path `path`.
            ("Edit" | "Write", Some(patch)) => Some(patch::deed(patch)),
            ("Edit" | "Write" | "MultiEdit", _) => Some(input.writes_any(&["file_path", "path"])),
            ("NotebookEdit", _) => Some(input.writes("notebook_path")),
            ("Bash" | "PowerShell" | "Monitor", _) => Some(input.runs("command")),
            _ => None,
        })
    }

    /// Without a decision of ours, the user's own permission rules decide about the new command.
    fn replace(&self, payload: &Value, command: &str) -> Option<Reply> {
        // What PowerShell reads is quoted in another way.
        if payload.get("tool_name")? == "PowerShell" {
            return None;
        }
        let input = with_text(payload.get("tool_input")?, "command", command)?;
        Some(Reply::json(&json!({
            "hookSpecificOutput": {
                "hookEventName": "PreToolUse",
                "updatedInput": input,
            }
        })))
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
