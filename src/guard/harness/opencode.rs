//! opencode, through our plugin, which sends the call as JSON and throws what comes back on standard
//! error where the exit code is not 0.

use serde_json::Value;

use super::{Harness, Reply};
use crate::guard::event::{Deed, Event, Malformed};
use crate::guard::payload::Payload;

pub(super) struct Opencode;

/// Tools that only look, or that only start other tools, which are announced themselves.
const LOOKING: &[&str] = &[
    "read",
    "grep",
    "glob",
    "list",
    "webfetch",
    "websearch",
    "codesearch",
    "todoread",
    "todowrite",
    "task",
    "skill",
    "question",
    "batch",
];

impl Harness for Opencode {
    fn name(&self) -> &'static str {
        "opencode"
    }

    fn read(&self, payload: &Value) -> Result<Event, Malformed> {
        let payload = Payload::new(payload)?;
        let tool = payload.need("tool_name")?;
        let input = payload.object("tool_input");
        let mut folder = payload.text("cwd").map(std::path::PathBuf::from);
        let deed = match tool {
            tool if LOOKING.contains(&tool) => Deed::Look,
            "write" | "edit" | "multiedit" => input?.writes("filePath")?,
            "apply_patch" | "patch" => input?.patches("patchText")?,
            "bash" => {
                let input = input?;
                if let Some(below) = input.text("workdir") {
                    folder = Some(folder.unwrap_or_default().join(below));
                }
                input.runs("command")?
            }
            _ => input.map_or(Deed::Look, Payload::unknown),
        };
        Ok(Event { folder, deed })
    }

    fn deny(&self, reason: &str) -> Reply {
        Reply::exit_two(reason)
    }
}
