//! What an editor offers to do about a finding: its fix, all safe fixes, or accepting it.

use std::collections::HashMap;

use lsp_types::{CodeAction, CodeActionKind, Range, TextEdit, WorkspaceEdit};
use similar::{DiffOp, TextDiff};

use super::diagnostics::diagnostic;
use super::documents::Document;
use crate::diagnostic::{Diagnostic, Edit, Severity};
use crate::lint::{TokenKind, UNUSED_SUPPRESSION, Wanted, fix, tokens};
use crate::source::Span;
use crate::workflow::Origin;

/// A kind of its own, so that an editor can run it on save for these files alone.
pub(super) const FIX_ALL: CodeActionKind = CodeActionKind::new("source.fixAll.automaton");

/// Everything on offer for the range, of the kinds that are asked for.
pub(super) fn actions(
    document: &Document,
    range: Range,
    only: Option<&[CodeActionKind]>,
) -> Vec<CodeAction> {
    let wanted = |kind: &CodeActionKind| only.is_none_or(|only| only.iter().any(|o| has(o, kind)));
    let mut offered = Vec::new();
    if wanted(&CodeActionKind::QUICKFIX) {
        let range = document.text.span(range);
        for found in &document.findings {
            let span = found.span().unwrap_or_default();
            if span.start <= range.end && range.start <= span.end {
                offered.extend(mending(document, found));
                offered.extend(accepting(document, found));
            }
        }
    }
    if wanted(&FIX_ALL) {
        offered.extend(fixing_all(document));
    }
    offered
}

/// Whether a kind is the other or below it; the empty kind is above all.
fn has(above: &CodeActionKind, kind: &CodeActionKind) -> bool {
    let rest = kind.as_str().strip_prefix(above.as_str());
    above.as_str().is_empty() || rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
}

/// The fix of a finding.
fn mending(document: &Document, found: &Diagnostic) -> Option<CodeAction> {
    let fix = found.fix.as_ref()?;
    Some(CodeAction {
        is_preferred: fix.safe.then_some(true),
        ..quick(document, found, fix.title.clone(), &fix.edits)
    })
}

/// A comment above the finding's line that accepts it. Errors cannot be accepted.
fn accepting(document: &Document, found: &Diagnostic) -> Option<CodeAction> {
    let code = found.topic.code;
    if found.severity == Severity::Error || *found.topic == UNUSED_SUPPRESSION {
        return None;
    }
    let text = document.text.source.text();
    let at = text[..found.span()?.start]
        .rfind('\n')
        .map_or(0, |newline| newline + 1);
    if !may_begin(text, at) {
        return None;
    }
    let line = &text[at..];
    let indent = &line[..line.len() - line.trim_start_matches([' ', '\t']).len()];
    let newline = if text.contains("\r\n") { "\r\n" } else { "\n" };
    let edit = Edit {
        span: Span::new(at, at),
        text: format!("{indent}// automaton: allow({code}) reason{newline}"),
    };
    Some(quick(
        document,
        found,
        format!("accept `{code}` here"),
        &[edit],
    ))
}

/// Whether a comment may stand at the start of a line: the line must not go on with a text, a
/// comment or a node of the line before.
fn may_begin(text: &str, at: usize) -> bool {
    if at == 0 {
        return !text.starts_with('\u{feff}');
    }
    let mut tokens = tokens(text).into_iter();
    tokens.any(|token| token.kind == TokenKind::End && token.span.end == at)
}

/// All safe fixes, and what they bring to light, in one.
fn fixing_all(document: &Document) -> Option<CodeAction> {
    let safe = |found: &Diagnostic| found.fix.as_ref().is_some_and(|fix| fix.safe);
    if !document.findings.iter().any(safe) {
        return None;
    }
    let source = &document.text.source;
    let mended = fix(source, Origin::File, Wanted::Safe);
    let edits = difference(source.text(), mended.source.text());
    (!edits.is_empty()).then(|| CodeAction {
        title: "apply all safe fixes of automaton".to_owned(),
        kind: Some(FIX_ALL),
        edit: Some(workspace(document, &edits)),
        ..CodeAction::default()
    })
}

/// The edits, by whole lines, that turn one text into the other.
fn difference(before: &str, after: &str) -> Vec<Edit> {
    let diff = TextDiff::from_lines(before, after);
    let (old, new) = (diff.old_slices(), diff.new_slices());
    let end = |line: usize| old[..line].iter().map(|line| line.len()).sum();
    let changes = diff
        .ops()
        .iter()
        .filter(|op| !matches!(op, DiffOp::Equal { .. }));
    let edit = |op: &DiffOp| Edit {
        span: Span::new(end(op.old_range().start), end(op.old_range().end)),
        text: new[op.new_range()].concat(),
    };
    changes.map(edit).collect()
}

fn quick(document: &Document, found: &Diagnostic, title: String, edits: &[Edit]) -> CodeAction {
    CodeAction {
        title,
        kind: Some(CodeActionKind::QUICKFIX),
        diagnostics: Some(vec![diagnostic(document, found)]),
        edit: Some(workspace(document, edits)),
        ..CodeAction::default()
    }
}

fn workspace(document: &Document, edits: &[Edit]) -> WorkspaceEdit {
    let edits = edits.iter().map(|edit| TextEdit {
        range: document.text.range(edit.span),
        new_text: edit.text.clone(),
    });
    WorkspaceEdit::new(HashMap::from([(document.uri.clone(), edits.collect())]))
}
