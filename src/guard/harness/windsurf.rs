//! Windsurf Cascade. A deny is exit 2 with the reason on standard error.

use serde_json::Value;

use super::{Harness, Reply};
use crate::guard::event::{Deed, Event, Malformed};
use crate::guard::payload::Payload;

pub(super) struct Windsurf;

impl Harness for Windsurf {
    fn name(&self) -> &'static str {
        "windsurf"
    }

    fn read(&self, payload: &Value) -> Result<Event, Malformed> {
        let payload = Payload::new(payload)?;
        let action = payload.need("agent_action_name")?;
        let info = payload.object("tool_info");
        let mut folder = None;
        let deed = match action {
            "pre_write_code" => info?.writes("file_path")?,
            "pre_run_command" => {
                let info = info?;
                folder = info.text("cwd").map(Into::into);
                info.runs("command_line")?
            }
            "pre_read_code" => Deed::Look,
            _ => info.map_or(Deed::Look, Payload::unknown),
        };
        Ok(Event {
            folder,
            session: None,
            deed,
        })
    }

    fn deny(&self, reason: &str) -> Reply {
        Reply::exit_two(reason)
    }
}
