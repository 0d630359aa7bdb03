//! The harnesses that call the gate: how each says what it is about to do, and how it wants to be
//! answered. One file for each.

mod claude;
mod cline;
mod codex;
mod copilot;
mod cursor;
mod gemini;
mod kiro;
mod opencode;
mod windsurf;

use serde_json::Value;

use super::event::{Event, Malformed};

/// A program that runs coding agents and asks before their tools run.
pub trait Harness: Sync {
    /// The word by which `automaton hook` knows it.
    fn name(&self) -> &'static str;

    /// What the harness is about to do.
    fn read(&self, payload: &Value) -> Result<Event, Malformed>;

    /// The answer that lets the tool run.
    fn allow(&self) -> Reply {
        Reply::default()
    }

    /// The answer that lets the tool which `payload` announces run with another shell command; nothing
    /// where the harness cannot be told that.
    fn replace(&self, _payload: &Value, _command: &str) -> Option<Reply> {
        None
    }

    /// The answer that keeps the tool from running and shows `reason` to the model.
    fn deny(&self, reason: &str) -> Reply;
}

/// What a hook answers with. It is written as a whole, or not at all.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reply {
    /// What goes to standard output.
    pub stdout: String,
    /// What goes to standard error.
    pub stderr: String,
    /// The exit code.
    pub exit: u8,
}

impl Reply {
    /// The refusal that most harnesses understand: exit 2, and the reason on standard error.
    pub(super) fn exit_two(reason: &str) -> Self {
        Self {
            stdout: String::new(),
            stderr: format!("{}\n", reason.trim_end()),
            exit: 2,
        }
    }

    /// An answer of one JSON document at exit 0.
    pub(super) fn json(document: &Value) -> Self {
        Self {
            stdout: format!("{document}\n"),
            ..Self::default()
        }
    }
}

/// The input of a tool with another text under `field`; nothing where it has none there.
fn with_text(input: &Value, field: &str, text: &str) -> Option<Value> {
    let mut input = input.clone();
    let found = input.get_mut(field).filter(|found| found.is_string())?;
    *found = Value::from(text);
    Some(input)
}

/// Every harness.
pub static HARNESSES: &[&dyn Harness] = &[
    &claude::Claude,
    &cline::Cline,
    &codex::Codex,
    &copilot::Copilot,
    &cursor::Cursor,
    &gemini::Gemini,
    &kiro::Kiro,
    &opencode::Opencode,
    &windsurf::Windsurf,
];

/// The harness of that name.
pub fn harness(name: &str) -> Option<&'static dyn Harness> {
    HARNESSES
        .iter()
        .copied()
        .find(|harness| harness.name() == name)
}
