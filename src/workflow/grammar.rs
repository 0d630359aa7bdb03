//! The nodes directly in `workflow`: text to declarations.

mod artifact;
mod guard;
mod phase;
pub mod words;

use std::collections::HashMap;

use super::declarations::{ApprovalPolicy, Declarations, SubStates};
use super::policy::{Approvers, Shell, UnknownFiles, Untracked};
use super::reader::Reader;
use super::resolved::NO_INITIAL;
use super::syntax::{self, Node};
use crate::diagnostic::Diagnostic;
use crate::names::WorkflowName;
use crate::source::{SourceFile, Span, Spanned};

/// The nodes in `workflow` that may be repeated; a second `initial` has a finding of its own.
const REPEATED: &[&str] = &[
    "metadata", "protects", "scratch", "artifact", "phase", "initial",
];

/// The words for who may approve.
const APPROVERS: &[(&str, Approvers)] = &[
    ("human", Approvers::Human),
    ("signed", Approvers::Signed),
    ("anyone", Approvers::Anyone),
];

/// What a text declares, and everything that is wrong with it. There are declarations even when
/// there are findings, as far as the text could be read.
pub(super) fn parse(source: &SourceFile) -> (Option<Declarations>, Vec<Diagnostic>) {
    let nodes = match syntax::read(source) {
        Ok(nodes) => nodes,
        Err(findings) => return (None, findings),
    };
    let mut reader = Reader::new(source);
    let declarations = document(&mut reader, &nodes);
    (declarations, reader.findings)
}

fn document(reader: &mut Reader, nodes: &[Node]) -> Option<Declarations> {
    let mut declarations = None;
    let mut first: Option<Span> = None;
    for node in nodes {
        match (node.name.value.as_str(), first) {
            ("workflow", None) => {
                first = Some(node.name.span);
                declarations = workflow(reader, node);
            }
            ("workflow", Some(first)) => reader.duplicate("`workflow`", first, node.name.span),
            _ => reader.unknown_node(node, ""),
        }
    }
    if first.is_none() {
        let message = "the file declares no `workflow NAME version=1 { ... }`";
        reader.wrong(Span::new(0, 0), message);
    }
    declarations
}

fn workflow(reader: &mut Reader, node: &Node) -> Option<Declarations> {
    reader.properties(node, words::properties("workflow"));
    let name: Option<Spanned<WorkflowName>> = reader.one_name(node, "a name");
    if Reader::property(node, "version").is_none() {
        let message = "`workflow` needs `version=1`: the version of the language";
        reader.wrong(node.name.span, message);
    } else {
        reader.number_property(node, "version", 1, 1);
    }
    let mut read = Declarations {
        name: name?,
        description: None,
        initial: None,
        untracked: Untracked::default(),
        metadata: Vec::new(),
        unknown_files: UnknownFiles::default(),
        sub_states: SubStates {
            pending: "awaiting_approval".parse().ok()?,
            granted: "approved".parse().ok()?,
        },
        approval: ApprovalPolicy::default(),
        protects: Vec::new(),
        scratch: Vec::new(),
        shell: Shell::default(),
        prompts: Vec::new(),
        artifacts: Vec::new(),
        phases: Vec::new(),
    };
    let children = node.children.as_deref().unwrap_or_default();
    let mut seen = Once::default();
    for child in children {
        seen.check(reader, child, REPEATED, "`workflow`");
        statement(reader, child, &mut read);
    }
    distinct(reader, &read);
    Some(read)
}

fn statement(reader: &mut Reader, node: &Node, read: &mut Declarations) {
    match node.name.value.as_str() {
        "description" => read.description = sentence(reader, node),
        "initial" => {
            plain(reader, node);
            let named = reader.one_name(node, "the phase in which tasks start");
            match &read.initial {
                None => read.initial = named,
                Some(first) => {
                    let message = "tasks start in exactly one phase, and this names another";
                    let found = Diagnostic::at(&NO_INITIAL, reader.source, node.span, message);
                    reader.report(
                        found
                            .also(first.span, "first here")
                            .help("keep one of the two"),
                    );
                }
            }
        }
        "untracked" => {
            let words = [("refuse", Untracked::Refuse), ("infer", Untracked::Infer)];
            read.untracked = one_word(reader, node, &words).unwrap_or_default();
        }
        "metadata" => {
            plain(reader, node);
            read.metadata
                .extend(reader.names(node, "at least one file name"));
        }
        "unknown-files" => {
            let words = [
                ("allow", UnknownFiles::Allow),
                ("warn", UnknownFiles::Warn),
                ("refuse", UnknownFiles::Refuse),
            ];
            read.unknown_files = one_word(reader, node, &words).unwrap_or_default();
        }
        "approval" => approval_defaults(reader, node, read),
        "protects" => read.protects.extend(reader.globs(node)),
        "scratch" => read.scratch.extend(reader.globs(node)),
        "shell" => {
            let words = [
                ("sandbox", Shell::Sandbox),
                ("allow", Shell::Allow),
                ("refuse", Shell::Refuse),
            ];
            read.shell = one_word(reader, node, &words).unwrap_or_default();
        }
        "prompts" => prompts(reader, node, read),
        "artifact" => read.artifacts.extend(artifact::read(reader, node)),
        "phase" => read.phases.extend(phase::read(reader, node)),
        _ => reader.unknown_node(node, "workflow"),
    }
}

fn approval_defaults(reader: &mut Reader, node: &Node, read: &mut Declarations) {
    reader.properties(node, &["pending", "granted", "by", "signers"]);
    reader.no_arguments(node);
    reader.no_children(node);
    if let Some(text) = reader.text_property(node, "pending")
        && let Some(name) = reader.name(&text)
    {
        read.sub_states.pending = name.value;
    }
    if let Some(text) = reader.text_property(node, "granted")
        && let Some(name) = reader.name(&text)
    {
        read.sub_states.granted = name.value;
    }
    read.approval = policy(reader, node);
    if read.sub_states.pending == read.sub_states.granted {
        let name = read.sub_states.pending.clone();
        let message = format!("`{name}` cannot name both the pending and the granted sub-state");
        reader.wrong(node.span, message);
    }
}

/// The `by=` and `signers=` of an `approval` node.
fn policy(reader: &mut Reader, node: &Node) -> ApprovalPolicy {
    ApprovalPolicy {
        by: reader.word_property(node, "by", APPROVERS),
        signers: reader.number_property(node, "signers", 1, 64),
    }
}

fn prompts(reader: &mut Reader, node: &Node, read: &mut Declarations) {
    reader.properties(node, &[]);
    reader.no_arguments(node);
    let mut seen: HashMap<String, Span> = HashMap::new();
    for child in node.children.as_deref().unwrap_or_default() {
        plain(reader, child);
        let name = child.name.value.clone();
        if let Some(&first) = seen.get(&name) {
            reader.duplicate(&format!("the prompt `{name}`"), first, child.name.span);
            continue;
        }
        seen.insert(name.clone(), child.name.span);
        let path = reader.one_text(child, "a path relative to the workflow file");
        read.prompts.extend(path.map(|path| (name, path)));
    }
}

/// Reports names that are declared twice, or as both artifact and metadata.
fn distinct(reader: &mut Reader, read: &Declarations) {
    let mut files: HashMap<&str, Span> = HashMap::new();
    let artifacts = read
        .artifacts
        .iter()
        .map(|a| (a.name.value.as_str(), a.name.span));
    let metadata = read.metadata.iter().map(|m| (m.value.as_str(), m.span));
    for (name, span) in artifacts.chain(metadata) {
        match files.get(name) {
            Some(&first) => reader.duplicate(&format!("`{name}`"), first, span),
            None => _ = files.insert(name, span),
        }
    }
    let mut phases: HashMap<&str, Span> = HashMap::new();
    for phase in &read.phases {
        let name = phase.name.value.as_str();
        match phases.get(name) {
            Some(&first) => {
                reader.duplicate(&format!("the phase `{name}`"), first, phase.name.span);
            }
            None => _ = phases.insert(name, phase.name.span),
        }
    }
}

/// Checks that a node has neither properties nor children.
fn plain(reader: &mut Reader, node: &Node) {
    reader.properties(node, &[]);
    reader.no_children(node);
}

/// The text of a node such as `description`.
fn sentence(reader: &mut Reader, node: &Node) -> Option<String> {
    plain(reader, node);
    reader.one_text(node, "one text").map(|text| text.value)
}

/// The word of a node such as `shell`.
fn one_word<T: Copy>(reader: &mut Reader, node: &Node, words: &[(&'static str, T)]) -> Option<T> {
    plain(reader, node);
    let text = reader.one_text(node, "one word")?;
    reader.word(&text, words)
}

/// The nodes seen so far, of which most may occur once.
#[derive(Default)]
struct Once(HashMap<String, Span>);

impl Once {
    fn check(&mut self, reader: &mut Reader, node: &Node, repeated: &[&str], place: &str) {
        let name = node.name.value.as_str();
        if repeated.contains(&name) {
            return;
        }
        match self.0.get(name) {
            Some(&first) => {
                let what = format!("`{name}` in {place}");
                reader.duplicate(&what, first, node.name.span);
            }
            None => _ = self.0.insert(name.to_owned(), node.name.span),
        }
    }
}
