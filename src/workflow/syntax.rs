//! KDL text as a tree of nodes with exact spans. Only this file knows the parser.

use kdl::{KdlDocument, KdlEntry, KdlNode, KdlValue};

use super::scan;
use crate::diagnostic::Diagnostic;
use crate::source::{SourceFile, Span, Spanned};

/// A node: a name, what follows it on the line, and its children.
#[derive(Clone, Debug)]
pub(super) struct Node {
    pub(super) name: Spanned<String>,
    pub(super) arguments: Vec<Spanned<Value>>,
    pub(super) properties: Vec<Property>,
    pub(super) children: Option<Vec<Node>>,
    /// From the name to the last value, without the children.
    pub(super) span: Span,
}

/// A `key=value` pair.
#[derive(Clone, Debug)]
pub(super) struct Property {
    pub(super) key: Spanned<String>,
    pub(super) value: Spanned<Value>,
}

/// A value, as far as the language has a use for it.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Value {
    Text(String),
    Whole(i128),
    Bool(bool),
    Other,
}

impl Value {
    /// What the value is, as messages name it.
    pub(super) fn kind(&self) -> &'static str {
        match self {
            Self::Text(_) => "a text",
            Self::Whole(_) => "a number",
            Self::Bool(_) => "a boolean",
            Self::Other => "a value of another kind",
        }
    }
}

/// Reads a text into nodes, or says everything that keeps it from being read.
pub(super) fn read(source: &SourceFile) -> Result<Vec<Node>, Vec<Diagnostic>> {
    let refused = scan::scan(source);
    if !refused.is_empty() {
        return Err(refused);
    }
    let text = source.text();
    // The parser counts its spans from behind a byte order mark.
    let skipped = text.len() - text.trim_start_matches('\u{feff}').len();
    match KdlDocument::parse_v2(&text[skipped..]) {
        Ok(document) => Ok(nodes(&document, skipped)),
        Err(error) => Err(error
            .diagnostics
            .iter()
            .map(|found| {
                let start = skipped + found.span.offset();
                let span = Span::new(start, start + found.span.len());
                let message = found.message.as_deref().unwrap_or("this is not KDL");
                Diagnostic::at(&scan::SYNTAX, source, span, message)
                    .help(found.help.clone().unwrap_or_default())
            })
            .collect()),
    }
}

fn nodes(document: &KdlDocument, skipped: usize) -> Vec<Node> {
    document.nodes().iter().map(|n| node(n, skipped)).collect()
}

fn node(node: &KdlNode, skipped: usize) -> Node {
    let name = Spanned::new(
        node.name().value().to_owned(),
        span(node.name().span(), skipped),
    );
    let mut read = Node {
        span: name.span,
        name,
        arguments: Vec::new(),
        properties: Vec::new(),
        children: node.children().map(|children| nodes(children, skipped)),
    };
    for entry in node.entries() {
        let value = Spanned::new(value(entry.value()), value_span(entry, skipped));
        read.span.end = read.span.end.max(value.span.end);
        match entry.name() {
            None => read.arguments.push(value),
            Some(key) => read.properties.push(Property {
                key: Spanned::new(key.value().to_owned(), span(key.span(), skipped)),
                value,
            }),
        }
    }
    read
}

fn span(span: miette::SourceSpan, skipped: usize) -> Span {
    let start = skipped + span.offset();
    Span::new(start, start + span.len())
}

/// A property's span covers its key too; only its end and the value's own text are exact.
fn value_span(entry: &KdlEntry, skipped: usize) -> Span {
    let whole = span(entry.span(), skipped);
    match entry.format() {
        Some(format) => Span::new(
            whole
                .end
                .saturating_sub(format.value_repr.len())
                .max(whole.start),
            whole.end,
        ),
        None => whole,
    }
}

fn value(value: &KdlValue) -> Value {
    match value {
        KdlValue::String(text) => Value::Text(text.clone()),
        KdlValue::Integer(number) => Value::Whole(*number),
        KdlValue::Bool(flag) => Value::Bool(*flag),
        KdlValue::Float(_) | KdlValue::Null => Value::Other,
    }
}
