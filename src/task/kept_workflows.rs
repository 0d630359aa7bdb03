//! The workflow texts that journals refer to by digest, each read and compiled once.

use std::collections::BTreeMap;
use std::rc::Rc;

use super::layout::WORKFLOWS;
use super::namespace::Namespace;
use super::root::MAX_WORKFLOW_BYTES;
use crate::diagnostic::{Diagnostic, Exit, Severity, Topic};
use crate::digest::Digest;
use crate::fs::{Content, Dir, FsError};
use crate::source::SourceFile;
use crate::workflow::{Origin, Workflow, embedded};

/// `workflow-text-missing`
pub(super) static TEXT_MISSING: Topic = Topic {
    code: "workflow-text-missing",
    severity: Severity::Error,
    exit: Exit::Refused,
    summary: "the text of a workflow that decided steps of the task is not kept",
    explanation: "Every journal entry names the workflow that decided it by its SHA-256, and the text is \
        kept under `.automaton/workflows/`. Without it nobody can check that the steps were edges of \
        that workflow. Put the file back from version control; files there are never to be deleted.",
};

/// `workflow-text-changed`
pub(super) static TEXT_CHANGED: Topic = Topic {
    code: "workflow-text-changed",
    severity: Severity::Error,
    exit: Exit::Damaged,
    summary: "a kept workflow text is not the one that its name says",
    explanation: "A file under `.automaton/workflows/` is named by the SHA-256 of its bytes, and these are \
        other bytes. It was edited, damaged, or converted by version control, which `* -text` in \
        `.automaton/.gitattributes` prevents. Put it back from version control.",
};

/// The workflows by which the steps of a project's tasks were decided.
#[derive(Debug)]
pub struct KeptWorkflows {
    texts: Texts,
    in_force: Rc<Workflow>,
    found: BTreeMap<Digest, Kept>,
}

/// Where the texts are.
#[derive(Debug)]
enum Texts {
    /// In a folder, which need not exist.
    Folder(Option<Dir>),
    /// At hand, by the name of the file.
    Read(BTreeMap<String, Content>),
}

/// What is known of one workflow text.
#[derive(Clone, Debug)]
pub(super) struct Kept {
    /// The workflow, if its text is known.
    pub(super) workflow: Option<Rc<Workflow>>,
    /// What is wrong with the text that is kept.
    pub(super) problem: Option<Diagnostic>,
}

impl KeptWorkflows {
    /// Opens the kept texts of a project in which `in_force` is the workflow.
    pub fn open(namespace: &Namespace, in_force: &Workflow) -> Result<Self, FsError> {
        Ok(Self {
            texts: Texts::Folder(namespace.home.existing_folder(WORKFLOWS)?),
            in_force: Rc::new(in_force.clone()),
            found: BTreeMap::new(),
        })
    }

    /// The kept texts of a project that were read before, by the names of their files. None of
    /// them is in force.
    pub(super) fn read_before(texts: BTreeMap<String, Content>) -> Self {
        Self {
            texts: Texts::Read(texts),
            in_force: Rc::new(embedded().clone()),
            found: BTreeMap::new(),
        }
    }

    /// The workflow in force.
    pub(super) fn in_force(&self) -> &Rc<Workflow> {
        &self.in_force
    }

    /// The workflow with this digest.
    pub(super) fn find(&mut self, digest: Digest) -> Kept {
        if let Some(kept) = self.found.get(&digest) {
            return kept.clone();
        }
        let kept = self.read(digest);
        self.found.insert(digest, kept.clone());
        kept
    }

    fn read(&self, digest: Digest) -> Kept {
        let name = format!("{digest}.kdl");
        let path = format!(".automaton/{WORKFLOWS}/{name}");
        let content = match &self.texts {
            Texts::Folder(Some(folder)) => folder.read(&name, MAX_WORKFLOW_BYTES),
            Texts::Folder(None) => Ok(Content::Missing),
            Texts::Read(texts) => Ok(texts.get(&name).cloned().unwrap_or(Content::Missing)),
        };
        let changed = |what: &str| Some(Diagnostic::about(&TEXT_CHANGED, path.clone(), what));
        let missing = |what: String| Some(Diagnostic::about(&TEXT_MISSING, path.clone(), what));
        let known = self.known(digest);
        let (workflow, problem) = match content {
            Ok(Content::Bytes(bytes)) if Digest::of(&bytes) != digest => {
                (known, changed("is not the text that its name says"))
            }
            Ok(Content::Bytes(bytes)) => match known.map_or_else(|| compile(&path, bytes), Ok) {
                Ok(workflow) => (Some(workflow), None),
                Err(why) => (None, missing(why)),
            },
            Ok(Content::Missing) if known.is_some() => (known, None),
            Ok(Content::Missing) => (None, missing("is not there".to_owned())),
            Ok(Content::TooLarge) => (known, changed("is longer than a workflow may be")),
            Ok(Content::Not(kind)) => {
                let problem = format!("is {}; a regular file is expected", kind.noun());
                (known, changed(&problem))
            }
            Err(error) => (known, missing(error.to_string())),
        };
        Kept { workflow, problem }
    }

    /// The workflow in force or the embedded one, whose texts are at hand.
    fn known(&self, digest: Digest) -> Option<Rc<Workflow>> {
        if self.in_force.digest == digest {
            Some(Rc::clone(&self.in_force))
        } else if embedded().digest == digest {
            Some(Rc::new(embedded().clone()))
        } else {
            None
        }
    }
}

fn compile(path: &str, bytes: Vec<u8>) -> Result<Rc<Workflow>, String> {
    let text = String::from_utf8(bytes).map_err(|_| "is not UTF-8 text".to_owned())?;
    let source = SourceFile::new(path, text);
    let compiled = Workflow::compile(&source, Origin::File);
    compiled.map(Rc::new).map_err(|findings| {
        let first = findings.first().map(ToString::to_string);
        format!(
            "does not compile with this version: {}",
            first.unwrap_or_default()
        )
    })
}
