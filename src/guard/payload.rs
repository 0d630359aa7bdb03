//! The JSON that a harness sends, read field by field: unknown ones are nobody's business.

use std::path::PathBuf;

use serde_json::Value;

use super::event::{Deed, Event, Malformed};
use super::patch;

/// One object of a payload.
#[derive(Clone, Copy, Debug)]
pub(super) struct Payload<'p>(&'p Value);

impl<'p> Payload<'p> {
    pub(super) fn new(value: &'p Value) -> Result<Self, Malformed> {
        if value.is_object() {
            Ok(Self(value))
        } else {
            Err(Malformed("is not a JSON object".to_owned()))
        }
    }

    /// The text of a field, if it has one.
    pub(super) fn text(self, field: &str) -> Option<&'p str> {
        self.0.get(field).and_then(Value::as_str)
    }

    /// The text of a field that has to be there.
    pub(super) fn need(self, field: &str) -> Result<&'p str, Malformed> {
        let missing = || Malformed(format!("has no text under `{field}`"));
        self.text(field).ok_or_else(missing)
    }

    /// The object of a field that has to be there.
    pub(super) fn object(self, field: &str) -> Result<Self, Malformed> {
        let found = self.0.get(field).filter(|value| value.is_object());
        found
            .map(Self)
            .ok_or_else(|| Malformed(format!("has no object under `{field}`")))
    }

    /// The value of a field.
    pub(super) fn value(self, field: &str) -> Option<&'p Value> {
        self.0.get(field)
    }

    /// The payload itself, where it is a text and no object.
    pub(super) fn whole_text(self) -> Option<&'p str> {
        self.0.as_str()
    }

    /// Writing the one file that a field names.
    pub(super) fn writes(self, field: &str) -> Result<Deed, Malformed> {
        Ok(Deed::Write(vec![self.need(field)?.to_owned()]))
    }

    /// Writing the file that the first of `fields` names.
    pub(super) fn writes_any(self, fields: &[&str]) -> Result<Deed, Malformed> {
        let path = fields.iter().find_map(|field| self.text(field));
        let missing = || Malformed(format!("has no text under `{}`", fields.join("` or `")));
        Ok(Deed::Write(vec![path.ok_or_else(missing)?.to_owned()]))
    }

    /// Applying the patch that a field holds.
    pub(super) fn patches(self, field: &str) -> Result<Deed, Malformed> {
        patch::deed(self.need(field)?)
    }

    /// Running the command that a field holds.
    pub(super) fn runs(self, field: &str) -> Result<Deed, Malformed> {
        Ok(Deed::Shell(self.need(field)?.to_owned()))
    }

    /// What an unknown tool does: it is taken to write whatever its input calls a path.
    pub(super) fn unknown(self) -> Deed {
        let mut paths = Vec::new();
        collect(self.0, &mut paths);
        if paths.is_empty() {
            Deed::Look
        } else {
            Deed::Write(paths)
        }
    }
}

/// A tool call in the form that most harnesses share: `tool_name`, `tool_input` and `cwd`.
#[derive(Clone, Debug)]
pub(super) struct Call<'p> {
    tool: &'p str,
    input: Payload<'p>,
    folder: Option<PathBuf>,
    session: Option<String>,
}

impl<'p> Call<'p> {
    pub(super) fn of(payload: Payload<'p>) -> Result<Self, Malformed> {
        // A tool that has to have an input says itself what it misses.
        const NO_INPUT: &Value = &Value::Null;
        Ok(Self {
            tool: payload.need("tool_name")?,
            input: Payload(payload.value("tool_input").unwrap_or(NO_INPUT)),
            folder: payload.text("cwd").map(PathBuf::from),
            session: None,
        })
    }

    /// The same call from the folder that a field of its input names.
    pub(super) fn below(mut self, field: &str) -> Self {
        if let Some(below) = self.input.text(field) {
            self.folder = Some(self.folder.unwrap_or_default().join(below));
        }
        self
    }

    /// The same call in the session of `payload`, which the harness's commands are told, too.
    pub(super) fn in_session(mut self, payload: Payload<'p>) -> Self {
        self.session = payload.text("session_id").map(str::to_owned);
        self
    }

    /// The same call from `folder`, where that is known.
    pub(super) fn from(mut self, folder: Option<&str>) -> Self {
        self.folder = folder.map(PathBuf::from);
        self
    }

    /// What it would do: nothing for a tool that only looks, what `known` says of the tool and its
    /// input, and what its input tells otherwise.
    pub(super) fn event(
        self,
        looking: &[&str],
        known: impl FnOnce(&str, Payload<'p>) -> Option<Result<Deed, Malformed>>,
    ) -> Result<Event, Malformed> {
        let deed = if looking.contains(&self.tool) {
            Deed::Look
        } else {
            match known(self.tool, self.input) {
                Some(deed) => deed?,
                None => self.input.unknown(),
            }
        };
        Ok(Event {
            folder: self.folder,
            session: self.session,
            deed,
        })
    }
}

/// The texts under names that speak of a path, at any depth.
fn collect(value: &Value, paths: &mut Vec<String>) {
    match value {
        Value::Object(fields) => {
            for (name, field) in fields {
                match field {
                    Value::String(text) if names_a_path(name) => paths.push(text.clone()),
                    Value::Array(items) if names_a_path(name) => {
                        let texts = items.iter().filter_map(Value::as_str);
                        paths.extend(texts.map(str::to_owned));
                        for item in items {
                            collect(item, paths);
                        }
                    }
                    _ => collect(field, paths),
                }
            }
        }
        Value::Array(items) => {
            for item in items {
                collect(item, paths);
            }
        }
        _ => {}
    }
}

fn names_a_path(field: &str) -> bool {
    let field = field.to_ascii_lowercase();
    let field = field.trim_end_matches('s');
    field.ends_with("path") || field.ends_with("file") || field.ends_with("filename")
}
