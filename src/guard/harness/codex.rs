//! Codex. A deny is exit 2 with the reason on standard error: of JSON, an unknown key beside
//! the deny would void it.

use serde_json::Value;

use super::{Harness, Reply};
use crate::guard::event::{Deed, Event, Malformed};
use crate::guard::payload::Payload;

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
        let tool = payload.need("tool_name")?;
        let input = payload.object("tool_input");
        let deed = match tool {
            tool if LOOKING.contains(&tool) => Deed::Look,
            "apply_patch" => input?.patches("command")?,
            "Bash" => input?.runs("command")?,
            "write_stdin" => Deed::Unseen("writes into a shell that is already running"),
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
