//! Typed reading of nodes: every mistake becomes a finding, and reading goes on.

mod topics;

use std::str::FromStr;

use super::glob::Glob;
use super::grammar::words;
use super::suggest::{Suggestions, nearest};
use super::syntax::{Node, Property, Value};
pub use topics::{
    DUPLICATE_DEFINITION, DUPLICATE_PROPERTY, UNKNOWN_NODE, UNKNOWN_PROPERTY, WRONG_VALUE,
};

use crate::diagnostic::{Diagnostic, Edit, Fix};
use crate::names::NameError;
use crate::source::{SourceFile, Span, Spanned};

/// Reads nodes and collects what is wrong with them.
pub(super) struct Reader<'a> {
    pub(super) source: &'a SourceFile,
    pub(super) findings: Vec<Diagnostic>,
    suggestions: Suggestions,
}

impl<'a> Reader<'a> {
    pub(super) fn new(source: &'a SourceFile) -> Self {
        Self {
            source,
            findings: Vec::new(),
            suggestions: Suggestions::default(),
        }
    }

    pub(super) fn report(&mut self, finding: Diagnostic) {
        self.findings.push(finding);
    }

    pub(super) fn wrong(&mut self, span: Span, message: impl Into<String>) {
        self.report(Diagnostic::at(&WRONG_VALUE, self.source, span, message));
    }

    /// Reports a node that may not stand in the braces of `inside`, or where that is empty, in the
    /// file itself.
    pub(super) fn unknown_node(&mut self, node: &Node, inside: &str) {
        let name = &node.name.value;
        let place = match inside {
            "" => "a workflow file".to_owned(),
            inside => format!("`{inside}`"),
        };
        let found = Diagnostic::at(
            &UNKNOWN_NODE,
            self.source,
            node.name.span,
            format!("`{name}` is not a node of {place}"),
        );
        let found = if words::properties(inside).contains(&name.as_str()) {
            found.help(format!(
                "it is a property: write `{name}=...` before the braces of `{inside}`"
            ))
        } else {
            match words::places(name).as_slice() {
                [] => self.suggest(found, &node.name, &words::inside(inside)),
                [""] => found.help(format!("`{name}` stands in no braces")),
                places => {
                    let places: Vec<String> = places.iter().map(|p| format!("`{p}`")).collect();
                    found.help(format!(
                        "it belongs in the braces of {}",
                        places.join(" or ")
                    ))
                }
            }
        };
        self.report(found);
    }

    /// Reports a second occurrence; the first stays in force.
    pub(super) fn duplicate(&mut self, what: &str, first: Span, second: Span) {
        self.report(
            Diagnostic::at(
                &DUPLICATE_DEFINITION,
                self.source,
                second,
                format!("{what} is declared twice"),
            )
            .label("again here")
            .also(first, "first here")
            .help("remove one of the two"),
        );
    }

    /// Checks which properties a node has.
    pub(super) fn properties(&mut self, node: &Node, known: &[&str]) {
        for (index, property) in node.properties.iter().enumerate() {
            let key = &property.key;
            let earlier = node.properties[..index].iter();
            if !known.contains(&key.value.as_str()) {
                let found = Diagnostic::at(
                    &UNKNOWN_PROPERTY,
                    self.source,
                    key.span,
                    format!("`{}` takes no property `{}`", node.name.value, key.value),
                );
                let found = self.suggest(found, key, known);
                self.report(found);
            } else if let Some(first) = earlier.rev().find(|p| p.key.value == key.value) {
                self.report(
                    Diagnostic::at(
                        &DUPLICATE_PROPERTY,
                        self.source,
                        key.span,
                        format!(
                            "`{}` has the property `{}` twice",
                            node.name.value, key.value
                        ),
                    )
                    .label("again here")
                    .also(first.key.span, "first here")
                    .help("keep the one that is meant"),
                );
            }
        }
    }

    /// Reports something that a node does not take, and says how its properties are written.
    fn surplus(&mut self, node: &Node, span: Span, message: String) {
        let found = Diagnostic::at(&WRONG_VALUE, self.source, span, message);
        let known = words::properties(&node.name.value).iter();
        let known: Vec<String> = known.map(|key| format!("`{key}=...`")).collect();
        self.report(if known.is_empty() {
            found
        } else {
            found.help(format!(
                "what else it takes has a name: {}",
                known.join(", ")
            ))
        });
    }

    /// Checks that a node has no children.
    pub(super) fn no_children(&mut self, node: &Node) {
        if node.children.as_ref().is_some_and(|c| !c.is_empty()) {
            let message = format!("`{}` takes no children", node.name.value);
            self.surplus(node, node.name.span, message);
        }
    }

    /// Checks that a node has no arguments.
    pub(super) fn no_arguments(&mut self, node: &Node) {
        if let Some(first) = node.arguments.first() {
            let message = format!("`{}` takes no values here", node.name.value);
            self.surplus(node, first.span, message);
        }
    }

    /// The texts of a node that takes at least one.
    pub(super) fn texts(&mut self, node: &Node, what: &str) -> Vec<Spanned<String>> {
        if node.arguments.is_empty() {
            self.wrong(
                node.name.span,
                format!("`{}` needs {what}", node.name.value),
            );
        }
        let arguments = node.arguments.iter();
        arguments
            .filter_map(|value| self.text(&node.name.value, value, what))
            .collect()
    }

    /// The only text of a node that takes exactly one.
    pub(super) fn one_text(&mut self, node: &Node, what: &str) -> Option<Spanned<String>> {
        if let Some(second) = node.arguments.get(1) {
            let message = format!("`{}` takes one value: {what}", node.name.value);
            self.surplus(node, second.span, message);
        }
        let Some(first) = node.arguments.first() else {
            self.wrong(
                node.name.span,
                format!("`{}` needs {what}", node.name.value),
            );
            return None;
        };
        self.text(&node.name.value, first, what)
    }

    fn text(&mut self, node: &str, value: &Spanned<Value>, what: &str) -> Option<Spanned<String>> {
        match &value.value {
            Value::Text(text) => Some(Spanned::new(text.clone(), value.span)),
            other => {
                let kind = other.kind();
                self.wrong(
                    value.span,
                    format!("`{node}` needs {what}, and this is {kind}"),
                );
                None
            }
        }
    }

    /// A text as a name.
    pub(super) fn name<T: FromStr<Err = NameError>>(
        &mut self,
        text: &Spanned<String>,
    ) -> Option<Spanned<T>> {
        match text.value.parse() {
            Ok(name) => Some(Spanned::new(name, text.span)),
            Err(error) => {
                self.wrong(text.span, error.to_string());
                None
            }
        }
    }

    /// The names of a node that takes at least one.
    pub(super) fn names<T: FromStr<Err = NameError>>(
        &mut self,
        node: &Node,
        what: &str,
    ) -> Vec<Spanned<T>> {
        let texts = self.texts(node, what);
        texts
            .into_iter()
            .filter_map(|text| self.name(&text))
            .collect()
    }

    /// The only name of a node that takes exactly one.
    pub(super) fn one_name<T: FromStr<Err = NameError>>(
        &mut self,
        node: &Node,
        what: &str,
    ) -> Option<Spanned<T>> {
        let text = self.one_text(node, what)?;
        self.name(&text)
    }

    /// The globs of a node that takes at least one.
    pub(super) fn globs(&mut self, node: &Node) -> Vec<Spanned<Glob>> {
        self.properties(node, &[]);
        self.no_children(node);
        let mut globs = Vec::new();
        for text in self.texts(node, "at least one glob") {
            match Glob::parse(&text.value) {
                Ok(glob) => globs.push(Spanned::new(glob, text.span)),
                Err(error) => self.wrong(text.span, error.to_string()),
            }
        }
        globs
    }

    /// One of a few words.
    pub(super) fn word<T: Copy>(
        &mut self,
        text: &Spanned<String>,
        words: &[(&'static str, T)],
    ) -> Option<T> {
        let found = words.iter().find(|(word, _)| *word == text.value);
        if found.is_none() {
            let known: Vec<&str> = words.iter().map(|(word, _)| *word).collect();
            let list = known
                .iter()
                .map(|w| format!("`{w}`"))
                .collect::<Vec<_>>()
                .join(", ");
            let found = Diagnostic::at(
                &WRONG_VALUE,
                self.source,
                text.span,
                format!("`{}` is not one of {list}", text.value),
            );
            let found = self.suggest(found, text, &known);
            self.report(found);
        }
        found.map(|(_, value)| *value)
    }

    /// A property's value, if the node has it.
    pub(super) fn property<'n>(node: &'n Node, key: &str) -> Option<&'n Property> {
        node.properties
            .iter()
            .find(|property| property.key.value == key)
    }

    /// A property that holds a text.
    pub(super) fn text_property(&mut self, node: &Node, key: &str) -> Option<Spanned<String>> {
        let property = Self::property(node, key)?;
        match &property.value.value {
            Value::Text(text) => Some(Spanned::new(text.clone(), property.value.span)),
            other => {
                let kind = other.kind();
                self.wrong(
                    property.value.span,
                    format!("`{key}` takes a text, and this is {kind}"),
                );
                None
            }
        }
    }

    /// A property that holds one of a few words.
    pub(super) fn word_property<T: Copy>(
        &mut self,
        node: &Node,
        key: &str,
        words: &[(&'static str, T)],
    ) -> Option<T> {
        let text = self.text_property(node, key)?;
        self.word(&text, words)
    }

    /// A property that holds a boolean.
    pub(super) fn flag_property(&mut self, node: &Node, key: &str) -> Option<bool> {
        let property = Self::property(node, key)?;
        match property.value.value {
            Value::Bool(flag) => Some(flag),
            _ => {
                self.report(
                    Diagnostic::at(
                        &WRONG_VALUE,
                        self.source,
                        property.value.span,
                        format!("`{key}` takes a boolean"),
                    )
                    .help("write `#true` or `#false`"),
                );
                None
            }
        }
    }

    /// A property that holds a whole number within bounds.
    pub(super) fn number_property(
        &mut self,
        node: &Node,
        key: &str,
        least: u32,
        most: u32,
    ) -> Option<u32> {
        let property = Self::property(node, key)?;
        let number = match property.value.value {
            Value::Whole(number) => u32::try_from(number).ok(),
            _ => None,
        };
        let fits = number.filter(|number| (least..=most).contains(number));
        if fits.is_none() {
            let message = format!("`{key}` takes a whole number from {least} to {most}");
            self.wrong(property.value.span, message);
        }
        fits
    }

    /// Adds the nearest known word as help and as a change to make.
    fn suggest(&mut self, found: Diagnostic, word: &Spanned<String>, known: &[&str]) -> Diagnostic {
        if known.is_empty() || !self.suggestions.go_on(&word.value, known.iter().copied()) {
            return found;
        }
        match nearest(&word.value, known.iter().copied()) {
            Some(near) => found.help(format!("did you mean `{near}`?")).fix(Fix {
                title: format!("write `{near}`"),
                safe: false,
                edits: vec![Edit {
                    span: word.span,
                    text: near.to_owned(),
                }],
            }),
            None => {
                let list = known
                    .iter()
                    .map(|w| format!("`{w}`"))
                    .collect::<Vec<_>>()
                    .join(", ");
                found.help(format!("known here: {list}"))
            }
        }
    }
}
