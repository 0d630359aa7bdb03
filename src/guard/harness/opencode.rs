//! opencode, through our plugin, which sends the call as JSON, throws what comes back on standard error
//! where the exit code is not 0, and runs the command that comes back on standard output instead of
//! the one that it sent.

use serde_json::{Value, json};

use super::{Harness, Reply};
use crate::guard::event::{Event, Malformed};
use crate::guard::payload::{Call, Payload};

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
        let call = Call::of(payload)?.in_session(payload).below("workdir");
        call.event(LOOKING, |tool, input| match tool {
            "write" | "edit" | "multiedit" => Some(input.writes("filePath")),
            "apply_patch" | "patch" => Some(input.patches("patchText")),
            "bash" => Some(input.runs("command")),
            _ => None,
        })
    }

    fn replace(&self, _payload: &Value, command: &str) -> Option<Reply> {
        Some(Reply::json(&json!({"command": command})))
    }

    fn deny(&self, reason: &str) -> Reply {
        Reply::exit_two(reason)
    }
}
