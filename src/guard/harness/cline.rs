//! Cline. It ignores exit codes; `cancel` would end the whole run unseen by the model, so a deny
//! empties the tool's input and gives the reason as context.

use serde_json::{Value, json};

use super::{Harness, Reply};
use crate::guard::event::{Deed, Event, Malformed};
use crate::guard::patch;
use crate::guard::payload::Payload;

pub(super) struct Cline;

/// Tools that only look, or that only start other tools, which are announced themselves.
const LOOKING: &[&str] = &[
    "read_file",
    "read_files",
    "list_files",
    "search_files",
    "search_codebase",
    "list_code_definition_names",
    "ask_followup_question",
    "attempt_completion",
    "plan_mode_respond",
    "new_task",
    "web_fetch",
    "fetch_web_content",
];

impl Harness for Cline {
    fn name(&self) -> &'static str {
        "cline"
    }

    fn read(&self, payload: &Value) -> Result<Event, Malformed> {
        let payload = Payload::new(payload)?;
        let roots = payload.value("workspaceRoots").and_then(Value::as_array);
        let root = roots
            .and_then(|roots| roots.first())
            .and_then(Value::as_str);
        // The terminal client adds the call as it was made; `parameters` holds it as texts.
        let (tool, input) = match payload.object("tool_call") {
            Ok(call) => (call.need("name")?, call.object("input")?),
            Err(_) => {
                let call = payload.object("preToolUse")?;
                (call.need("toolName")?, call.object("parameters")?)
            }
        };
        Ok(Event {
            folder: root.map(Into::into),
            session: None,
            deed: deed(tool, input)?,
        })
    }

    fn deny(&self, reason: &str) -> Reply {
        Reply::json(&json!({
            "cancel": false,
            "overrideInput": {},
            "contextModification": reason.trim_end(),
        }))
    }
}

fn deed(tool: &str, input: Payload<'_>) -> Result<Deed, Malformed> {
    match tool {
        tool if LOOKING.contains(&tool) => Ok(Deed::Look),
        "write_to_file" | "replace_in_file" | "editor" => input.writes("path"),
        "apply_patch" => patch::deed(input.need("input")?),
        "execute_command" => input.runs("command"),
        "run_commands" => match input.value("commands") {
            Some(Value::Array(commands)) => {
                let texts: Option<Vec<&str>> = commands.iter().map(Value::as_str).collect();
                let texts =
                    texts.ok_or_else(|| Malformed("has a command that is no text".to_owned()))?;
                Ok(Deed::Shell(texts.join("\n")))
            }
            Some(Value::String(commands)) => Ok(Deed::Shell(commands.clone())),
            _ => Err(Malformed("has no commands".to_owned())),
        },
        _ => Ok(input.unknown()),
    }
}
