//! Cursor. Both answers are JSON at exit 0: with `failClosed`, silence is not leave.

use serde_json::{Value, json};

use super::{Harness, Reply};
use crate::guard::event::{Event, Malformed};
use crate::guard::payload::{Call, Payload};

pub(super) struct Cursor;

/// Tools that only look, or that only start other tools, which are announced themselves.
const LOOKING: &[&str] = &[
    "Read",
    "Grep",
    "Glob",
    "LS",
    "Search",
    "SemanticSearch",
    "WebSearch",
    "WebFetch",
    "Task",
    "TodoWrite",
    "ReadLints",
];

impl Harness for Cursor {
    fn name(&self) -> &'static str {
        "cursor"
    }

    fn read(&self, payload: &Value) -> Result<Event, Malformed> {
        let payload = Payload::new(payload)?;
        // The folder may be empty; then the first root of the workspace counts.
        let stated = payload.text("cwd").filter(|folder| !folder.is_empty());
        let roots = payload.value("workspace_roots").and_then(Value::as_array);
        let root = roots
            .and_then(|roots| roots.first())
            .and_then(Value::as_str);
        let call = Call::of(payload)?.from(stated.or(root));
        call.event(LOOKING, |tool, input| match tool {
            "Write" | "Delete" | "StrReplace" | "Edit" | "MultiEdit" | "EditNotebook" => {
                Some(input.writes_any(&["file_path", "path", "target_notebook"]))
            }
            "ApplyPatch" => Some(input.patches("patch")),
            "Shell" => Some(input.runs("command")),
            _ => None,
        })
    }

    fn allow(&self) -> Reply {
        Reply::json(&json!({"permission": "allow"}))
    }

    fn deny(&self, reason: &str) -> Reply {
        let reason = reason.trim_end();
        Reply::json(&json!({
            "permission": "deny",
            "user_message": reason,
            "agent_message": reason,
        }))
    }
}
