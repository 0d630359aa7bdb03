//! The JSON document of a command, read for a page.

use serde_json::Value;

use crate::dashboard::desk::Question;
use crate::report::{Answer, Envelope};

use super::Room;

/// What a command answered. A field that is not there is empty.
#[derive(Debug)]
pub(super) struct Document(Value);

impl Document {
    /// The answer to a question; as an error where it was refused.
    pub(super) fn of(room: &Room<'_>, question: &Question) -> Result<Self, Answer> {
        let answer = room.ask(question);
        if answer.refusal.is_some() {
            return Err(answer);
        }
        let value = serde_json::to_value(Envelope(&answer)).unwrap_or_default();
        Ok(Self(value))
    }

    /// The items of a list.
    pub(super) fn list(&self, name: &str) -> &[Value] {
        list(&self.0, name)
    }
}

/// The items of a list.
pub(super) fn list<'v>(value: &'v Value, name: &str) -> &'v [Value] {
    value[name].as_array().map_or(&[], Vec::as_slice)
}

/// A text; a number as it is written.
pub(super) fn text(value: &Value, name: &str) -> String {
    match &value[name] {
        Value::String(text) => text.clone(),
        Value::Null => String::new(),
        other => other.to_string(),
    }
}
