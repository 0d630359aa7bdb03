//! Codex. A deny is exit 2 with the reason on standard error: of JSON, an unknown key beside
//! the deny would void it.

use serde_json::{Value, json};

use super::{Harness, Reply, with_text};
use crate::guard::event::{Deed, Event, Malformed};
use crate::guard::payload::{Call, Payload};

pub(super) struct Codex;

/// Tools that only look, or that only start other tools, which are announced themselves.
const LOOKING: &[&str] = &[
    "update_plan",
    "view_image",
    "web_search",
    "list_dir",
    "read_file",
    "grep_files",
    "spawn_agent",
    "wait_agent",
    "close_agent",
    "send_input",
];

impl Harness for Codex {
    fn name(&self) -> &'static str {
        "codex"
    }

    fn read(&self, payload: &Value) -> Result<Event, Malformed> {
        let payload = Payload::new(payload)?;
        let call = Call::of(payload)?.in_session(payload);
        call.event(LOOKING, |tool, input| match tool {
            "apply_patch" => Some(input.patches("command")),
            "Bash" => Some(input.runs("command")),
            "write_stdin" => Some(Ok(Deed::Unseen(
                "writes into a shell that is already running",
            ))),
            _ => None,
        })
    }

    /// Codex takes a new input only beside a decision; what its own sandbox and approvals say still
    /// counts.
    fn replace(&self, payload: &Value, command: &str) -> Option<Reply> {
        let input = with_text(payload.get("tool_input")?, "command", command)?;
        Some(Reply::json(&json!({
            "hookSpecificOutput": {
                "hookEventName": "PreToolUse",
                "permissionDecision": "allow",
                "updatedInput": input,
            }
        })))
    }

    fn deny(&self, reason: &str) -> Reply {
        Reply::exit_two(reason)
    }
}
