//! What is said about the place under the pointer: a finding, a name, or a word of the language.

use std::fmt::Write as _;

use lsp_types::{Hover, HoverContents, MarkupContent, MarkupKind, Position};

use super::documents::Document;
use super::outline::{Meaning, Outline};
use crate::diagnostic::Topic;
use crate::lint;
use crate::workflow::{Artifact, ArtifactId, Mention, Model, Phase};

/// Everything that is known about a place.
pub(super) fn hover(document: &Document, position: Position, kind: MarkupKind) -> Option<Hover> {
    let offset = document.text.offset(position);
    let (mut parts, mut range): (Vec<String>, _) = (Vec::new(), None);
    for found in &document.findings {
        let Some(span) = found.span() else { continue };
        let part = explanation(found.topic);
        if span.start <= offset && offset <= span.end && !parts.contains(&part) {
            parts.push(part);
            range = range.or(Some(span));
        }
    }
    let outline = Outline::of(document.text.source.text());
    if let Some((span, meaning)) = outline.at(offset)
        && let Some(part) = told(document, meaning)
    {
        parts.push(part);
        range = range.or(Some(span));
    }
    let range = document.text.range(range?);
    let value = parts.join("\n---\n\n");
    Some(Hover {
        contents: HoverContents::Markup(MarkupContent { kind, value }),
        range: Some(range),
    })
}

/// What `explain` says about a code.
fn explanation(topic: &Topic) -> String {
    let (code, level) = (topic.code, topic.severity.word());
    let (summary, explanation) = (topic.summary, topic.explanation);
    let mut text = format!("**{code}** ({level}): {summary}\n\n{explanation}\n");
    if let Some(case) = lint::case(code) {
        for (title, example) in [("found in", case.triggers), ("not in", case.passes)] {
            _ = write!(text, "\n{title}\n\n```kdl\n{}\n```\n", example.trim_end());
        }
    }
    text
}

/// What is known about a word or a name.
fn told(document: &Document, meaning: Meaning<'_>) -> Option<String> {
    let mut text = match (meaning, &document.model) {
        (Meaning::Word(word), _) => return Some(format!("**{}**: {}\n", word.name, word.meaning)),
        (Meaning::Phase(name), Some(model)) => {
            let id = model.phase_named(&name.parse().ok()?)?;
            phase(model, model.phase(id))
        }
        (Meaning::Artifact(name), Some(model)) => {
            let id = model.artifact_named(&name.parse().ok()?)?;
            artifact(model, id, model.artifact(id))
        }
        (Meaning::Phase(_) | Meaning::Artifact(_), None) => return None,
    };
    if document.is_behind() {
        text.push_str("\n(from the last text that could be read)\n");
    }
    Some(text)
}

fn phase(model: &Model, phase: &Phase) -> String {
    let mut text = format!("phase **{}**", phase.name);
    if let Some(end) = phase.terminal {
        _ = write!(text, ", ends a task: {}", end.word());
    }
    text.push('\n');
    if let Some(description) = &phase.description {
        _ = write!(text, "\n{description}\n");
    }
    let named = |mention: &Mention| {
        let optional = if mention.optional { " (optional)" } else { "" };
        format!("`{}`{optional}", model.artifact(mention.artifact).name)
    };
    let lists = [
        ("reads", &phase.reads),
        ("produces", &phase.produces),
        ("forbids", &phase.forbids),
    ];
    let mut rows: Vec<(&str, Vec<String>)> = lists
        .map(|(word, mentions)| (word, mentions.iter().map(named).collect()))
        .into();
    for (word, globs) in [("edits", &phase.edits), ("protects", &phase.protects)] {
        let globs = globs.iter().map(|glob| format!("`{}`", glob.value));
        rows.push((word, globs.collect()));
    }
    text + &table(&rows)
}

fn artifact(model: &Model, id: ArtifactId, artifact: &Artifact) -> String {
    let mut text = format!("artifact **{}**", artifact.name);
    if !artifact.frozen {
        text.push_str(", may change in later phases");
    }
    text.push('\n');
    let phases = |mentions: fn(&Phase) -> &[Mention]| -> Vec<String> {
        let phases = model.phases.iter();
        let phases = phases.filter(|phase| mentions(phase).iter().any(|m| m.artifact == id));
        phases.map(|phase| format!("`{}`", phase.name)).collect()
    };
    let outcomes = artifact.contract.outcomes.iter();
    text + &table(&[
        ("produced by", phases(|phase| &phase.produces)),
        ("read by", phases(|phase| &phase.reads)),
        ("forbidden in", phases(|phase| &phase.forbids)),
        (
            "states one of",
            outcomes.map(|word| format!("`{}`", word.value)).collect(),
        ),
    ])
}

/// One line for each list that holds anything.
fn table(rows: &[(&str, Vec<String>)]) -> String {
    let mut text = String::new();
    for (word, items) in rows.iter().filter(|(_, items)| !items.is_empty()) {
        let gap = if text.is_empty() { "\n" } else { "" };
        _ = writeln!(text, "{gap}- {word} {}", items.join(", "));
    }
    text
}
