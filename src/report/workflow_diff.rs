//! What changed from one workflow to another, statement by statement, in words.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use serde_json::{Value, json};

use super::graph::label;
use super::table::Table;
use crate::source::Spanned;
use crate::workflow::{
    Artifact, Edge, Event, Glob, GuardTest, Mention, Model, Phase, Shell, Terminal, UnknownFiles,
    Untracked,
};

/// What a statement is about, in the order in which changes are told.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Aspect {
    Policy,
    Artifact,
    Phase,
    Approval,
    Step,
    Rework,
    Reads,
    Produces,
    Forbids,
    Edits,
    Protects,
    Subtasks,
}

impl Aspect {
    fn word(self) -> &'static str {
        match self {
            Self::Policy => "policy",
            Self::Artifact => "artifact",
            Self::Phase => "phase",
            Self::Approval => "approval",
            Self::Step => "next",
            Self::Rework => "rework",
            Self::Reads => "reads",
            Self::Produces => "produces",
            Self::Forbids => "forbids",
            Self::Edits => "edits",
            Self::Protects => "protects",
            Self::Subtasks => "subtasks",
        }
    }
}

/// A statement that only one workflow makes, or that they make differently.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    aspect: Aspect,
    /// What is said something about.
    subject: String,
    /// What is said of it in the first workflow, and in the second.
    said: (Option<String>, Option<String>),
}

impl Change {
    fn word(&self) -> &'static str {
        match self.said {
            (None, _) => "added",
            (_, None) => "removed",
            _ => "changed",
        }
    }

    fn details(&self) -> String {
        match &self.said {
            (Some(old), Some(new)) => format!("{} -> {}", shown(old), shown(new)),
            (Some(one), None) | (None, Some(one)) => one.clone(),
            (None, None) => String::new(),
        }
    }

    /// The change as data.
    pub fn json(&self) -> Value {
        json!({
            "change": self.word(),
            "kind": self.aspect.word(),
            "subject": self.subject,
            "before": self.said.0,
            "after": self.said.1,
        })
    }
}

fn shown(said: &str) -> &str {
    if said.is_empty() {
        "nothing more"
    } else {
        said
    }
}

/// Everything that changed from one workflow to the other, in one order whatever the texts' order.
pub fn workflow_changes(old: &Model, new: &Model) -> Vec<Change> {
    let (mut old, mut new) = (statements(old), statements(new));
    let mut keys: Vec<_> = old.keys().chain(new.keys()).cloned().collect();
    keys.sort();
    keys.dedup();
    let changes = keys.into_iter().filter_map(|key| {
        let said = (old.remove(&key), new.remove(&key));
        let (aspect, subject) = key;
        (said.0 != said.1).then_some(Change {
            aspect,
            subject,
            said,
        })
    });
    changes.collect()
}

/// The changes as lines in columns.
pub fn changes_page(changes: &[Change]) -> String {
    let mut table = Table::default();
    for change in changes {
        let cells = [
            change.word().to_owned(),
            change.aspect.word().to_owned(),
            change.subject.clone(),
            change.details(),
        ];
        table.row(cells);
    }
    let mut text = String::new();
    for line in table.lines() {
        _ = writeln!(text, "  {line}");
    }
    text
}

type Statements = BTreeMap<(Aspect, String), String>;

fn statements(model: &Model) -> Statements {
    let mut said = Statements::new();
    policies(model, &mut said);
    for artifact in &model.artifacts {
        let subject = artifact.name.to_string();
        said.insert((Aspect::Artifact, subject), contract(artifact));
    }
    for phase in &model.phases {
        of_phase(model, phase, &mut said);
    }
    for edge in &model.edges {
        of_edge(model, edge, &mut said);
    }
    said
}

fn policies(model: &Model, said: &mut Statements) {
    let mut say = |subject: &str, value: String| {
        said.insert((Aspect::Policy, subject.to_owned()), value);
    };
    say("name", model.name.to_string());
    say("initial", model.phase(model.initial).name.to_string());
    say("untracked", untracked(model.untracked).to_owned());
    say(
        "unknown-files",
        unknown_files(model.unknown_files).to_owned(),
    );
    say("shell", shell(model.shell).to_owned());
    say("approval pending", model.pending.to_string());
    say("approval granted", model.granted.to_string());
    for name in &model.metadata {
        say(&format!("metadata {name}"), String::new());
    }
    for (kind, globs) in [("protects", &model.protects), ("scratch", &model.scratch)] {
        for glob in globs {
            say(&format!("{kind} {}", glob.value.as_str()), String::new());
        }
    }
    for (name, path) in &model.prompts {
        say(&format!("prompt {name}"), path.value.clone());
    }
}

fn untracked(policy: Untracked) -> &'static str {
    match policy {
        Untracked::Refuse => "refuse",
        Untracked::Infer => "infer",
    }
}

fn unknown_files(policy: UnknownFiles) -> &'static str {
    match policy {
        UnknownFiles::Allow => "allow",
        UnknownFiles::Warn => "warn",
        UnknownFiles::Refuse => "refuse",
    }
}

fn shell(policy: Shell) -> &'static str {
    match policy {
        Shell::Sandbox => "sandbox",
        Shell::Allow => "allow",
        Shell::Refuse => "refuse",
    }
}

/// What an artifact's content has to satisfy.
fn contract(artifact: &Artifact) -> String {
    let contract = &artifact.contract;
    let quoted = |word: &str, texts: &[Spanned<String>]| {
        let texts = texts.iter().map(|text| format!("{word} `{}`", text.value));
        texts.collect::<Vec<_>>()
    };
    let mut rules = Vec::new();
    if !contract.outcomes.is_empty() {
        let words = contract.outcomes.iter().map(|word| word.value.as_str());
        rules.push(format!("outcome {}", words.collect::<Vec<_>>().join(" ")));
    }
    rules.extend(quoted("heading", &contract.headings));
    rules.extend(quoted("contains", &contract.contains));
    rules.extend(contract.checklist.map(|_| "checklist complete".to_owned()));
    rules.push(format!("max-bytes {}", contract.max_bytes));
    rules.extend((!artifact.frozen).then(|| "not frozen".to_owned()));
    rules.join(", ")
}

fn of_phase(model: &Model, phase: &Phase, said: &mut Statements) {
    let name = &phase.name;
    let terminal = phase.terminal.map(Terminal::word);
    let terminal = terminal.map_or_else(String::new, |word| format!("terminal {word}"));
    said.insert((Aspect::Phase, name.to_string()), terminal);
    if let Some(approval) = &phase.approval {
        let by = approval.by.word();
        let how = match approval.signers {
            1 => format!("by {by}"),
            signers => format!("by {by}, {signers} signers"),
        };
        said.insert((Aspect::Approval, name.to_string()), how);
    }
    let mut tables = |aspect, mentions: &[Mention]| {
        for mention in mentions {
            let subject = format!("{name}: {}", model.artifact(mention.artifact).name);
            let optional = if mention.optional { "optional" } else { "" };
            said.insert((aspect, subject), optional.to_owned());
        }
    };
    tables(Aspect::Reads, &phase.reads);
    tables(Aspect::Produces, &phase.produces);
    tables(Aspect::Forbids, &phase.forbids);
    let mut scopes = |aspect, globs: &[Spanned<Glob>]| {
        for glob in globs {
            let subject = format!("{name}: {}", glob.value.as_str());
            said.insert((aspect, subject), String::new());
        }
    };
    scopes(Aspect::Edits, &phase.edits);
    scopes(Aspect::Protects, &phase.protects);
    if let Some(subtasks) = &phase.subtasks {
        let mut how = format!("depth {}", subtasks.depth);
        for (artifact, copy) in &subtasks.inherit {
            _ = write!(
                how,
                ", inherit {} as {copy}",
                model.artifact(*artifact).name
            );
        }
        said.insert((Aspect::Subtasks, name.to_string()), how);
    }
}

/// The steps between phases; what an approval adds follows from it.
fn of_edge(model: &Model, edge: &Edge, said: &mut Statements) {
    let aspect = match edge.event {
        Event::Next => Aspect::Step,
        Event::Rework => Aspect::Rework,
        _ => return,
    };
    let name = |state: crate::workflow::State| &model.phase(state.phase).name;
    let subject = format!("{} -> {}", name(edge.from), name(edge.to));
    let how = match edge.event {
        Event::Rework => format!("by {}", edge.by.word()),
        _ => conditions(model, edge),
    };
    // Two edges between the same phases are two ways, of which one has to be open.
    let known = said.entry((aspect, subject)).or_default();
    if known.is_empty() {
        *known = how;
    } else if *known != how {
        *known = format!("{known}; or {how}");
    }
}

/// The guards of a step, with how long each command may take.
fn conditions(model: &Model, edge: &Edge) -> String {
    let limits = edge.guards.iter().filter_map(|guard| match &guard.test {
        GuardTest::Check(check) => Some(format!(" within {}s", check.timeout.as_secs())),
        _ => None,
    });
    label(model, edge) + &limits.collect::<String>()
}
