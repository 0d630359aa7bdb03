//! Gemini CLI. A deny is JSON at exit 0; JSON without a decision would let the tool run.

use serde_json::{Value, json};

use super::{Harness, Reply};
use crate::guard::event::{Deed, Event, Malformed};
use crate::guard::payload::Payload;

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
        let payload = Payload::new(payload)?;
        let tool = payload.need("tool_name")?;
        let input = payload.object("tool_input");
        let mut folder = payload.text("cwd").map(std::path::PathBuf::from);
        let deed = match tool {
            tool if LOOKING.contains(&tool) => Deed::Look,
            "write_file" | "replace" => input?.writes("file_path")?,
            "run_shell_command" => {
                let input = input?;
                if let Some(below) = input.text("dir_path") {
                    folder = Some(folder.unwrap_or_default().join(below));
                }
                input.runs("command")?
            }
            _ => input.map_or(Deed::Look, Payload::unknown),
        };
        Ok(Event { folder, deed })
    }

    fn deny(&self, reason: &str) -> Reply {
        Reply::json(&json!({"decision": "deny", "reason": reason.trim_end()}))
    }
}
