//! Kiro and Amazon Q. A deny is exit 2 with the reason on standard error.

use serde_json::Value;

use super::{Harness, Reply};
use crate::guard::event::{Event, Malformed};
use crate::guard::payload::{Call, Payload};

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
        let call = Call::of(Payload::new(payload)?)?;
        call.event(LOOKING, |tool, input| match tool {
            "fs_write" | "write" => Some(input.writes("path")),
            "execute_bash" | "shell" | "execute_cmd" => Some(input.runs("command")),
            _ => None,
        })
    }

    fn deny(&self, reason: &str) -> Reply {
        Reply::exit_two(reason)
    }
}
