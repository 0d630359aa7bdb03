//! Artifacts in the words of a prompt.

use std::fmt::Write as _;

use super::placeholders::TASK_FOLDER;
use crate::workflow::{Artifact, ArtifactId, Mention, Model};

/// The path of a file in the task's folder, as a code span.
pub(super) fn path(name: &str) -> String {
    format!("`{TASK_FOLDER}/{name}`")
}

/// The names of artifacts as code spans, with commas.
pub(super) fn names(model: &Model, ids: impl IntoIterator<Item = ArtifactId>) -> String {
    let names = ids.into_iter();
    let names = names.map(|id| format!("`{}`", model.artifact(id).name));
    names.collect::<Vec<_>>().join(", ")
}

/// The names of what a phase mentions.
pub(super) fn mentioned(model: &Model, mentions: &[Mention]) -> String {
    names(model, mentions.iter().map(|mention| mention.artifact))
}

/// What an artifact's content has to satisfy, one sentence each.
pub(super) fn contract(artifact: &Artifact) -> Vec<String> {
    let contract = &artifact.contract;
    let quoted = |texts: &[crate::source::Spanned<String>]| {
        let texts = texts.iter().map(|text| format!("`{}`", text.value));
        texts.collect::<Vec<_>>().join(", ")
    };
    let mut due = Vec::new();
    if !contract.headings.is_empty() {
        let mut sentence = format!("It has these headings: {}.", quoted(&contract.headings));
        if contract.headings.len() == 1 {
            sentence = format!("It has the heading {}.", quoted(&contract.headings));
        }
        due.push(sentence);
    }
    for text in &contract.contains {
        due.push(format!("It contains `{}`.", text.value));
    }
    if !contract.outcomes.is_empty() {
        let mut sentence =
            "It states exactly one of these words, on a line of its own: ".to_owned();
        _ = write!(sentence, "{}.", quoted(&contract.outcomes));
        due.push(sentence);
    }
    if contract.checklist.is_some() {
        due.push("It has no open box: every `- [ ]` is ticked.".to_owned());
    }
    due
}
