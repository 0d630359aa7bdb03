//! What a command has to say: for people as text, for programs as one JSON document.

use serde::Serialize;
use serde_json::value::{RawValue, to_raw_value};
use serde_json::{Map, Value};

use crate::diagnostic::{Diagnostic, Exit, NextStep};

/// A list of the JSON document, each item of it as it will be written: a tree of values takes three
/// times as much.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Items(Vec<Box<RawValue>>);

impl Items {
    /// Adds an item.
    pub fn push(&mut self, item: &Value) {
        // A value can always be written.
        self.0.extend(to_raw_value(item));
    }
}

/// The answer of one command.
#[derive(Clone, Debug)]
pub struct Answer {
    /// The exit code.
    pub exit: Exit,
    /// The stable code: `done`, or what was found.
    pub code: String,
    /// One line.
    pub message: String,
    /// What a person reads on standard output.
    pub text: String,
    /// The content of a file, which follows the text as it is.
    pub bytes: Vec<u8>,
    /// Why it was refused, where it was.
    pub refusal: Option<Box<Diagnostic>>,
    /// What is worth saying besides, on standard error.
    pub warnings: Vec<String>,
    /// What belongs beside the text and not into it, on standard error.
    pub asides: Vec<String>,
    /// The commands that lead on.
    pub next: Vec<NextStep>,
    /// Further fields of the JSON document, such as `task` and `state`.
    pub fields: Map<String, Value>,
    /// Its fields that are lists of any length.
    pub lists: Vec<(&'static str, Items)>,
}

impl Answer {
    /// A command that did what it was asked to.
    pub fn done(message: impl Into<String>) -> Self {
        let message = message.into();
        Self {
            exit: Exit::Done,
            code: "done".to_owned(),
            text: format!("{message}\n"),
            message,
            bytes: Vec::new(),
            refusal: None,
            warnings: Vec::new(),
            asides: Vec::new(),
            next: Vec::new(),
            fields: Map::new(),
            lists: Vec::new(),
        }
    }

    /// A command whose output is a text of its own.
    pub fn page(message: impl Into<String>, text: impl Into<String>) -> Self {
        Self {
            text: text.into(),
            ..Self::done(message)
        }
    }

    /// A command that was refused.
    pub fn refused(found: Diagnostic) -> Self {
        let mut message = found.message.clone();
        if !found.reasons.is_empty() {
            message = format!("{message}: {}", found.reasons.join("; "));
        }
        Self {
            exit: found.topic.exit,
            code: found.topic.code.to_owned(),
            text: String::new(),
            next: found.next.clone(),
            refusal: Some(Box::new(found)),
            ..Self::done(message)
        }
    }

    /// The same answer with another exit and code.
    #[must_use]
    pub fn ending(mut self, exit: Exit, code: &str) -> Self {
        self.exit = exit;
        code.clone_into(&mut self.code);
        self
    }

    /// Adds a field to the JSON document.
    #[must_use]
    pub fn field(mut self, name: &str, value: impl Into<Value>) -> Self {
        self.fields.insert(name.to_owned(), value.into());
        self
    }

    /// Adds a field to the JSON document that is a list of any length.
    #[must_use]
    pub fn list(mut self, name: &'static str, items: Items) -> Self {
        self.lists.push((name, items));
        self
    }

    /// Adds what leads on.
    #[must_use]
    pub fn next(mut self, steps: Vec<NextStep>) -> Self {
        self.next = steps;
        self
    }
}
