//! Cursor. Both answers are JSON at exit 0: with `failClosed`, silence is not leave.

use serde_json::{Value, json};

use super::{Harness, Reply};
use crate::guard::event::{Deed, Event, Malformed};
use crate::guard::payload::Payload;

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
        let tool = payload.need("tool_name")?;
        let input = payload.object("tool_input");
        let deed = match tool {
            tool if LOOKING.contains(&tool) => Deed::Look,
            "Write" | "Delete" | "StrReplace" | "Edit" | "MultiEdit" | "EditNotebook" => {
                input?.writes_any(&["file_path", "path", "target_notebook"])?
            }
            "ApplyPatch" => input?.patches("patch")?,
            "Shell" => input?.runs("command")?,
            _ => input.map_or(Deed::Look, Payload::unknown),
        };
        // The folder may be empty; then the first root of the workspace counts.
        let stated = payload.text("cwd").filter(|folder| !folder.is_empty());
        let roots = payload.value("workspace_roots").and_then(Value::as_array);
        let root = roots
            .and_then(|roots| roots.first())
            .and_then(Value::as_str);
        Ok(Event {
            folder: stated.or(root).map(Into::into),
            deed,
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
