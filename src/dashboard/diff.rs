//! What changed between two versions of an artifact, line by line and within short lines word by
//! word.

use maud::{Markup, html};
use similar::{ChangeTag, TextDiff};

use super::markdown::readable;

/// How many lines around a change are shown.
const AROUND: usize = 3;
/// How many lines of a large diff are shown before somebody asks for all.
pub const FIRST_LINES: usize = 400;
/// The most lines that are ever shown.
const MOST_LINES: usize = 20_000;
/// How long two versions are compared before the rest counts as replaced.
const PATIENCE: std::time::Duration = std::time::Duration::from_millis(300);

/// How many lines were added and how many removed.
pub fn changes(before: &str, after: &str) -> (usize, usize) {
    let compared = compared(before, after);
    let count = |tag| {
        compared
            .iter_all_changes()
            .filter(|change| change.tag() == tag)
            .count()
    };
    (count(ChangeTag::Insert), count(ChangeTag::Delete))
}

/// The changes from one version to the next as a table. Where `more` is the address of all lines,
/// a large one shows the first of them and links to it.
pub fn diff(before: &str, after: &str, more: Option<&str>) -> Markup {
    let (before, after) = (readable(before), readable(after));
    let compared = compared(&before, &after);
    let limit = if more.is_some() {
        FIRST_LINES
    } else {
        MOST_LINES
    };
    let mut rows = Vec::new();
    let mut hidden = 0;
    for (number, group) in compared.grouped_ops(AROUND).iter().enumerate() {
        if number > 0 && rows.len() < limit {
            rows.push(
                html! { tr.gap { td colspan="4" { span.hidden { "lines that did not change" } "⋯" } } },
            );
        }
        for change in group.iter().flat_map(|op| compared.iter_inline_changes(op)) {
            if rows.len() < limit {
                rows.push(line(&change));
            } else {
                hidden += 1;
            }
        }
    }
    html! {
        @if rows.is_empty() {
            p.dim { "Nothing changed." }
        } @else {
            div.scroll tabindex="0" role="region" aria-label="Changes" {
                table.diff {
                    thead.hidden {
                        tr { th { "Line before" } th { "Line now" } th { "Change" } th { "Text" } }
                    }
                    tbody { @for row in &rows { (row) } }
                }
            }
            @if hidden > 0 {
                p { (hidden) " more lines. " @if let Some(more) = more { a href=(more) { "Show all" } } }
            }
        }
    }
}

fn compared<'a>(before: &'a str, after: &'a str) -> TextDiff<'a, 'a, 'a, str> {
    TextDiff::configure()
        .timeout(PATIENCE)
        .diff_lines(before, after)
}

fn line(change: &similar::InlineChange<'_, str>) -> Markup {
    let (class, sign, word) = match change.tag() {
        ChangeTag::Equal => ("same", " ", ""),
        ChangeTag::Insert => ("added", "+", "added"),
        ChangeTag::Delete => ("removed", "−", "removed"),
    };
    let number = |index: Option<usize>| index.map(|index| (index + 1).to_string());
    html! {
        tr class=(class) {
            td.number { (number(change.old_index()).unwrap_or_default()) }
            td.number { (number(change.new_index()).unwrap_or_default()) }
            td.sign { span aria-hidden="true" { (sign) } span.hidden { (word) } }
            td {
                @for (emphasised, text) in change.iter_strings_lossy() {
                    @let text = text.trim_end_matches('\n');
                    @if !emphasised || class == "same" { (text) }
                    @else if class == "added" { ins { (text) } }
                    @else { del { (text) } }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests;
