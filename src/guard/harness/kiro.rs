//! Kiro and Amazon Q. A deny is exit 2 with the reason on standard error.

use serde_json::Value;

use super::{Harness, Reply};
use crate::guard::event::{Deed, Event, Malformed};
use crate::guard::payload::Payload;

pub(super) struct Kiro;

/// Tools that only look.
const LOOKING: &[&str] = &[
    "fs_read",
    "read",
    "grep",
    "glob",
    "thinking",
    "knowledge",
    "introspect",
    "todo_list",
    "web_search",
    "web_fetch",
];

impl Harness for Kiro {
    fn name(&self) -> &'static str {
        "kiro"
    }

    fn read(&self, payload: &Value) -> Result<Event, Malformed> {
        let payload = Payload::new(payload)?;
        let tool = payload.need("tool_name")?;
        let input = payload.object("tool_input");
        let deed = match tool {
            tool if LOOKING.contains(&tool) => Deed::Look,
            "fs_write" | "write" => input?.writes("path")?,
            "execute_bash" | "shell" | "execute_cmd" => input?.runs("command")?,
            _ => input.map_or(Deed::Look, Payload::unknown),
        };
        Ok(Event {
            folder: payload.text("cwd").map(Into::into),
            deed,
        })
    }

    fn deny(&self, reason: &str) -> Reply {
        Reply::exit_two(reason)
    }
}
