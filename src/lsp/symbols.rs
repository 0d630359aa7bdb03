//! The phases and artifacts of a file: as a list, and where each is declared.

use lsp_types::{DocumentSymbol, Location, Position, SymbolKind};

use super::documents::Document;
use super::outline::{Outline, Statement};
use crate::source::Span;
use crate::workflow::Model;

/// The workflow with its artifacts and phases in the order of the text, also of a broken one.
pub(super) fn symbols(document: &Document) -> Vec<DocumentSymbol> {
    let outline = Outline::of(document.text.source.text());
    let mut found: Vec<DocumentSymbol> = Vec::new();
    for statement in &outline.statements {
        let Some(word) = outline.meaning(statement) else {
            continue;
        };
        match (word.inside, word.name) {
            ("", "workflow") => {
                found.extend(symbol(document, &outline, statement, SymbolKind::MODULE));
            }
            ("workflow", "phase" | "artifact") => {
                let kind = if word.name == "phase" {
                    SymbolKind::CLASS
                } else {
                    SymbolKind::FILE
                };
                let below = symbol(document, &outline, statement, kind);
                let children = found.last_mut().map(|whole| &mut whole.children);
                if let Some((children, below)) = children.zip(below) {
                    children.get_or_insert_default().push(below);
                }
            }
            _ => {}
        }
    }
    found
}

fn symbol(
    document: &Document,
    outline: &Outline,
    statement: &Statement,
    kind: SymbolKind,
) -> Option<DocumentSymbol> {
    let name = *statement.arguments.first()?;
    let detail = document.model.as_ref();
    let detail = detail.and_then(|model| description(model, outline.word(name), kind));
    #[expect(deprecated, reason = "the type has no other constructor")]
    Some(DocumentSymbol {
        name: outline.word(name).to_owned(),
        detail,
        kind,
        tags: None,
        deprecated: None,
        range: document
            .text
            .range(Span::new(statement.head.start, statement.end)),
        selection_range: document.text.range(name),
        children: None,
    })
}

/// What the last good model says that something is for.
fn description(model: &Model, name: &str, kind: SymbolKind) -> Option<String> {
    match kind {
        SymbolKind::MODULE => model.description.clone(),
        SymbolKind::CLASS => {
            let id = model.phase_named(&name.parse().ok()?)?;
            model.phase(id).description.clone()
        }
        _ => None,
    }
}

/// Where the name at a place is declared.
pub(super) fn definition(document: &Document, position: Position) -> Option<Location> {
    let outline = Outline::of(document.text.source.text());
    let (_, meaning) = outline.at(document.text.offset(position))?;
    let span = outline.declaration(meaning)?;
    Some(Location::new(
        document.uri.clone(),
        document.text.range(span),
    ))
}
