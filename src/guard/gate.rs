//! The gate: one decision about one file, asked before every edit.

use std::path::Path;

use super::at_work::AtWork;
use super::cache::Cache;
use super::caller::Caller;
use super::ground::Ground;
use crate::diagnostic::Diagnostic;
use crate::engine::Fact;
use crate::engine::edit::{self, Bounds, EditFacts as _, EditRefusal, EditRules, Permit, Reach};
use crate::engine::topics::FACT_UNAVAILABLE;
use crate::names::TaskPath;
use crate::source::SourceFile;
use crate::task::Namespace;
use crate::task::root::{Project, RootError};
use crate::workflow::{EMBEDDED_TEXT, Origin, WORKFLOW_FILE, Workflow, broken};

/// The gate of one project, for one caller.
#[derive(Debug)]
pub struct Gate {
    ground: Ground,
    rules: EditRules,
    source: SourceFile,
    work: AtWork,
}

/// Why there is no gate that could decide.
#[derive(Debug, thiserror::Error)]
pub enum GateError {
    /// The workflow file cannot be had.
    #[error(transparent)]
    Root(#[from] RootError),
    /// The workflow does not compile.
    #[error("{0}")]
    Broken(Box<Diagnostic>),
    /// The project's folder cannot be opened.
    #[error(transparent)]
    Fs(#[from] crate::fs::FsError),
}

impl GateError {
    /// The error as a finding that can be shown.
    pub fn diagnostic(self) -> Box<Diagnostic> {
        match self {
            Self::Root(error) => Box::new(error.diagnostic()),
            Self::Broken(found) => found,
            Self::Fs(error) => Box::new(Diagnostic::about(
                &FACT_UNAVAILABLE,
                &error.path,
                format!("refused: {error}"),
            )),
        }
    }
}

/// What was decided about one file.
#[derive(Clone, Debug)]
pub struct Decision {
    /// The path as the caller gave it.
    pub given: String,
    /// Leave, or why not.
    pub decided: Result<Permit, Diagnostic>,
}

/// One refusal for all files that may not be written: the gravest, with the others as reasons.
pub fn refusal(decisions: &[Decision]) -> Option<Diagnostic> {
    let refused = decisions.iter().filter_map(|each| {
        let found = each.decided.as_ref().err()?;
        Some((each, found))
    });
    let (worst, found) = refused
        .clone()
        .min_by_key(|(_, found)| found.topic.exit.rank())?;
    let others = refused.filter(|(each, _)| !std::ptr::eq(*each, worst));
    Some(others.fold(found.clone(), |found, (each, other)| {
        let reasons = other.reasons.join("; ");
        found.reason(format!("{}: {reasons}  [{}]", each.given, other.topic.code))
    }))
}

impl Gate {
    /// The gate of `project`, for `caller`. What was compiled before is taken from `cache`.
    pub fn open(project: &Project, caller: Caller, cache: &Cache) -> Result<Self, GateError> {
        let (source, origin) = match project.workflow_text()? {
            Some(text) => (SourceFile::new(WORKFLOW_FILE, text), Origin::File),
            None => (
                SourceFile::new("workflow.kdl", EMBEDDED_TEXT),
                Origin::Embedded,
            ),
        };
        let compile = || {
            let workflow = Workflow::compile(&source, origin)
                .map_err(|findings| Box::new(broken(&source, &findings)))?;
            Ok(EditRules::of(&workflow))
        };
        let rules = cache.rules(&project.root, &source, origin, compile);
        Ok(Self {
            ground: Ground::of(project),
            rules: rules.map_err(GateError::Broken)?,
            work: AtWork::new(
                Namespace::open(project.base())?,
                project.automaton_dir(),
                caller,
            ),
            source,
        })
    }

    /// Whether the file `given`, read from the folder `base`, may be written.
    pub fn edit(&self, given: &str, base: &Path) -> Result<Permit, Box<EditRefusal>> {
        edit::judge(&self.rules, &self.work, &self.ground.aim(given, base))
    }

    /// The same for several files, in their order.
    pub fn edit_all(&self, given: &[String], base: &Path) -> Vec<Decision> {
        let decide = |given: &String| Decision {
            given: given.clone(),
            decided: self
                .edit(given, base)
                .map_err(|refused| self.diagnose(&refused)),
        };
        given.iter().map(decide).collect()
    }

    /// The bounds of the loop that runs the caller, where one does.
    pub fn bounds(&self) -> Fact<Option<Bounds>> {
        self.work.bounds()
    }

    /// Whether any file of the project may be written.
    pub fn anything(&self) -> Result<Permit, Box<EditRefusal>> {
        edit::judge_anything(&self.rules, &self.work)
    }

    /// What may be written altogether through the caller's tasks. `task` is the one that the caller
    /// named.
    pub fn reach(&self, task: Option<&TaskPath>) -> Result<Reach<'_>, Box<EditRefusal>> {
        edit::reach(&self.rules, &self.work, task)
    }

    /// Whether a shell command may run as it is, or held by `exec`.
    pub fn shell(&self) -> Result<Permit, Box<EditRefusal>> {
        // Where there is Linux, `exec` refuses itself what nothing would hold.
        edit::judge_shell(&self.rules, &self.work, cfg!(target_os = "linux"))
    }

    /// A refusal as a finding that can be shown.
    pub fn diagnose(&self, refused: &EditRefusal) -> Diagnostic {
        refused.diagnose(&self.rules, &self.source)
    }

    /// The text that the rules were compiled from.
    pub fn source(&self) -> &SourceFile {
        &self.source
    }
}
