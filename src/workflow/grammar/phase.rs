//! The `phase` node.

use super::{APPROVERS, Once, guard, plain, policy, sentence, words};
use crate::names::ArtifactName;
use crate::workflow::bookkeeping::forbids_metadata;
use crate::workflow::declarations::{
    NextDeclaration, PhaseDeclaration, Reference, ReworkDeclaration, SubtasksDeclaration,
};
use crate::workflow::policy::{Approvers, Terminal};
use crate::workflow::reader::Reader;
use crate::workflow::syntax::Node;

/// The nodes in `phase` that may be repeated.
const REPEATED: &[&str] = &[
    "reads", "produces", "forbids", "edits", "protects", "next", "rework",
];

/// The words for how a terminal phase ends a task.
const TERMINALS: &[(&str, Terminal)] = &[
    ("success", Terminal::Success),
    ("failure", Terminal::Failure),
];

pub(super) fn read(reader: &mut Reader, node: &Node) -> Option<PhaseDeclaration> {
    reader.properties(node, words::properties("phase"));
    let name = reader.one_name(node, "a name");
    let mut phase = PhaseDeclaration {
        name: name?,
        terminal: reader.word_property(node, "terminal", TERMINALS),
        description: None,
        prompt: None,
        reads: Vec::new(),
        produces: Vec::new(),
        forbids: Vec::new(),
        edits: Vec::new(),
        protects: Vec::new(),
        approval: None,
        subtasks: None,
        next: Vec::new(),
        rework: Vec::new(),
        allowed: Vec::new(),
        forbidden: Vec::new(),
    };
    let mut once = Once::default();
    for child in node.children.as_deref().unwrap_or_default() {
        once.check(reader, child, REPEATED, "`phase`");
        statement(reader, child, &mut phase);
    }
    Some(phase)
}

fn statement(reader: &mut Reader, node: &Node, phase: &mut PhaseDeclaration) {
    match node.name.value.as_str() {
        "description" => phase.description = sentence(reader, node),
        "prompt" => {
            plain(reader, node);
            phase.prompt = reader.one_text(node, "a path relative to the workflow file");
        }
        "reads" => references(reader, node, true, &mut phase.reads),
        "produces" => references(reader, node, true, &mut phase.produces),
        "forbids" => references(reader, node, false, &mut phase.forbids),
        "edits" => phase.edits.extend(reader.globs(node)),
        "protects" => phase.protects.extend(reader.globs(node)),
        "approval" => {
            reader.properties(node, words::properties("approval"));
            reader.no_arguments(node);
            reader.no_children(node);
            phase.approval = Some((policy(reader, node), node.span));
        }
        "subtasks" => phase.subtasks = Some(subtasks(reader, node)),
        "next" => phase.next.extend(next(reader, node)),
        "rework" => rework(reader, node, &mut phase.rework),
        "actions" => actions(reader, node, phase),
        _ => reader.unknown_node(node, "phase"),
    }
}

/// The artifacts that a node lists; each counts once.
fn references(reader: &mut Reader, node: &Node, may_be_optional: bool, list: &mut Vec<Reference>) {
    let known: &[&str] = if may_be_optional { &["optional"] } else { &[] };
    reader.properties(node, known);
    reader.no_children(node);
    let optional = may_be_optional && reader.flag_property(node, "optional").unwrap_or(false);
    for text in reader.texts(node, "at least one artifact") {
        if !may_be_optional && text.value.to_ascii_lowercase().starts_with(".state") {
            let found = forbids_metadata(reader.source, &text.value, text.span);
            reader.report(found);
            continue;
        }
        let Some(name) = reader.name::<ArtifactName>(&text) else {
            continue;
        };
        match list.iter().find(|known| known.name.value == name.value) {
            Some(first) => {
                let what = format!("`{}` in `{}`", name.value, node.name.value);
                reader.duplicate(&what, first.name.span, name.span);
            }
            None => list.push(Reference { name, optional }),
        }
    }
}

fn subtasks(reader: &mut Reader, node: &Node) -> SubtasksDeclaration {
    reader.properties(node, words::properties("subtasks"));
    reader.no_arguments(node);
    let depth = reader.number_property(node, "depth", 1, 16).unwrap_or(1);
    let mut inherit = Vec::new();
    for child in node.children.as_deref().unwrap_or_default() {
        if child.name.value != "inherit" {
            reader.unknown_node(child, "subtasks");
            continue;
        }
        reader.properties(child, &["as"]);
        reader.no_children(child);
        let artifact = reader.one_name(child, "the parent's artifact");
        let copy = reader
            .text_property(child, "as")
            .and_then(|t| reader.name(&t));
        if Reader::property(child, "as").is_none() {
            let message = "`inherit` needs `as=NAME`: the metadata name of the copy";
            reader.wrong(child.span, message);
        }
        inherit.extend(artifact.zip(copy));
    }
    SubtasksDeclaration {
        depth,
        inherit,
        span: node.span,
    }
}

fn next(reader: &mut Reader, node: &Node) -> Option<NextDeclaration> {
    reader.properties(node, &[]);
    let to = reader.one_name(node, "the phase that it leads to");
    let children = node.children.as_deref().unwrap_or_default();
    let guards = children
        .iter()
        .filter_map(|child| guard::read(reader, child));
    let guards = guards.collect();
    Some(NextDeclaration { to: to?, guards })
}

fn rework(reader: &mut Reader, node: &Node, list: &mut Vec<ReworkDeclaration>) {
    reader.properties(node, &["by"]);
    reader.no_children(node);
    let by = reader.word_property(node, "by", APPROVERS);
    if by == Some(Approvers::Signed) {
        reader.wrong(node.span, "`rework` takes `by=human` or `by=anyone`");
    }
    for to in reader.names(node, "at least one phase") {
        let by = by.unwrap_or_default();
        list.push(ReworkDeclaration { to, by });
    }
}

fn actions(reader: &mut Reader, node: &Node, phase: &mut PhaseDeclaration) {
    reader.properties(node, &[]);
    reader.no_arguments(node);
    for child in node.children.as_deref().unwrap_or_default() {
        let list = match child.name.value.as_str() {
            "allowed" => &mut phase.allowed,
            "forbidden" => &mut phase.forbidden,
            _ => {
                reader.unknown_node(child, "actions");
                continue;
            }
        };
        plain(reader, child);
        let texts = reader.texts(child, "at least one sentence");
        list.extend(texts.into_iter().map(|text| text.value));
    }
}
