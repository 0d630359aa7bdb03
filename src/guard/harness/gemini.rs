//! Gemini CLI. A deny is JSON at exit 0; JSON without a decision would let the tool run.

use serde_json::{Value, json};

use super::{Harness, Reply, with_text};
use crate::guard::event::{Event, Malformed};
use crate::guard::payload::{Call, Payload};

pub(super) struct Gemini;

/// Tools that only look.
const LOOKING: &[&str] = &[
    "read_file",
    "read_many_files",
    "list_directory",
    "glob",
    "search_file_content",
    "grep_search",
    "google_web_search",
    "web_fetch",
    "save_memory",
    "write_todos",
];

impl Harness for Gemini {
    fn name(&self) -> &'static str {
        "gemini"
    }

    fn read(&self, payload: &Value) -> Result<Event, Malformed> {
        let call = Call::of(Payload::new(payload)?)?.below("dir_path");
        call.event(LOOKING, |tool, input| match tool {
            "write_file" | "replace" => Some(input.writes("file_path")),
            "run_shell_command" => Some(input.runs("command")),
            _ => None,
        })
    }

    fn replace(&self, payload: &Value, command: &str) -> Option<Reply> {
        let input = with_text(payload.get("tool_input")?, "command", command)?;
        Some(Reply::json(&json!({
            "decision": "allow",
            "hookSpecificOutput": {
                "hookEventName": "BeforeTool",
                "tool_input": input,
            }
        })))
    }

    fn deny(&self, reason: &str) -> Reply {
        Reply::json(&json!({"decision": "deny", "reason": reason.trim_end()}))
    }
}
