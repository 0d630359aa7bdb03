//! GitHub Copilot, in the terminal and in the cloud. A deny is flat JSON and exit 2.

use std::borrow::Cow;

use serde_json::{Value, json};

use super::{Harness, Reply, with_text};
use crate::guard::event::{Deed, Event, Malformed};
use crate::guard::patch;
use crate::guard::payload::Payload;

pub(super) struct Copilot;

/// Tools that only look, or that only start other tools, which are announced themselves.
const LOOKING: &[&str] = &[
    "view",
    "read",
    "grep",
    "glob",
    "rg",
    "list_directory",
    "web_fetch",
    "web_search",
    "task",
    "update_todo",
    "report_intent",
    "read_bash",
    "stop_bash",
    "ask_user",
    "fetch_copilot_cli_documentation",
];

impl Harness for Copilot {
    fn name(&self) -> &'static str {
        "copilot"
    }

    fn read(&self, payload: &Value) -> Result<Event, Malformed> {
        let payload = Payload::new(payload)?;
        let folder = payload.text("cwd").map(Into::into);
        let tool = payload.need("toolName")?;
        if LOOKING.contains(&tool) {
            return Ok(Event {
                folder,
                session: None,
                deed: Deed::Look,
            });
        }
        let given = payload.value("toolArgs").unwrap_or(&Value::Null);
        let deed = match arguments(given) {
            Arguments::Patch(text) => patch::deed(text)?,
            Arguments::Object(value) => deed(tool, Payload::new(&value)?)?,
        };
        Ok(Event {
            folder,
            session: None,
            deed,
        })
    }

    fn replace(&self, payload: &Value, command: &str) -> Option<Reply> {
        if payload.get("toolName")? == "powershell" {
            return None;
        }
        let given = payload.get("toolArgs")?;
        let Arguments::Object(arguments) = arguments(given) else {
            return None;
        };
        let arguments = with_text(&arguments, "command", command)?;
        Some(Reply::json(&json!({"modifiedArgs": arguments})))
    }

    fn deny(&self, reason: &str) -> Reply {
        let document = json!({
            "permissionDecision": "deny",
            "permissionDecisionReason": reason.trim_end(),
        });
        Reply {
            exit: 2,
            ..Reply::json(&document)
        }
    }
}

/// The arguments of a tool, which come in three forms.
enum Arguments<'a> {
    /// An object, or a text that holds one as JSON.
    Object(Cow<'a, Value>),
    /// A patch as it is.
    Patch(&'a str),
}

fn arguments(given: &Value) -> Arguments<'_> {
    let Value::String(text) = given else {
        return Arguments::Object(Cow::Borrowed(given));
    };
    match serde_json::from_str::<Value>(text) {
        Ok(value) if value.is_object() => Arguments::Object(Cow::Owned(value)),
        _ => Arguments::Patch(text),
    }
}

fn deed(tool: &str, input: Payload<'_>) -> Result<Deed, Malformed> {
    match tool {
        "create" | "edit" | "str_replace" | "insert" | "write" | "str_replace_editor" => {
            input.writes_any(&["path", "file_path"])
        }
        "apply_patch" => match input.text("patch").or_else(|| input.text("input")) {
            Some(text) => patch::deed(text),
            None => Err(Malformed("has no patch".to_owned())),
        },
        "bash" | "shell" | "powershell" => input.runs("command"),
        "write_bash" | "write_powershell" => {
            Ok(Deed::Unseen("writes into a shell that is already running"))
        }
        _ => Ok(input.unknown()),
    }
}
