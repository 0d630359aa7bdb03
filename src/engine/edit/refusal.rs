//! Why a file may not be written: reasons in names and positions, rendered later.

use super::aim::{Aim, Target};
use super::bounds::Bounds;
use super::judge::yields;
use super::protected::Protected;
use super::rules::EditRules;
use super::{sentences, topics};
use crate::diagnostic::{Diagnostic, Exit, NextStep, Topic};
use crate::engine::claim::Claim;
use crate::engine::facts::FactError;
use crate::engine::topics as refusals;
use crate::names::{StateName, TaskPath};
use crate::source::{SourceFile, Span};
use crate::workflow::Glob;

/// An edit that was refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EditRefusal {
    /// The path as the caller gave it; nothing where the question was about no file.
    pub given: Option<String>,
    /// Where it leads, where that is among the project's files.
    pub(super) code: Option<String>,
    /// The reasons, the one that decides code and exit first.
    pub(super) why: Vec<Why>,
}

/// One reason.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Why {
    /// It is no path that can be written to.
    Nowhere(String),
    /// It leads out of the project.
    Outside(String),
    /// The guard's own ground.
    Guarded(&'static Protected),
    /// The workflow protects it, at this place.
    ProtectedBy(Span),
    /// A loop runs the caller, and may not change it.
    OutOfBounds(Bounds),
    /// It is no regular file.
    OtherKind(&'static str),
    /// It has other names.
    Links(u64),
    /// The caller works on no task.
    Idle,
    /// The workflow refuses shell commands.
    ShellRefused,
    /// Nothing would hold a shell command.
    ShellUnheld,
    /// A fact could not be had.
    Fact(FactError),
    /// What one task has against it.
    Task(TaskPath, Trouble),
}

/// What a task has against an edit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Trouble {
    /// There is no such task.
    Absent,
    /// It has no records.
    Untracked,
    /// Its records do not fit together.
    Broken { file: &'static str, problem: String },
    /// Its records cannot be read.
    Unread(FactError),
    /// A person ended it.
    Abandoned,
    /// It is in the archive.
    Archived,
    /// The workflow that decided its last step is gone.
    WorkflowMissing,
    /// The workflow has no such state any more.
    Orphan(StateName),
    /// The caller names another task.
    NotYours,
    /// The caller has claimed other tasks.
    Unclaimed,
    /// Someone else has claimed it.
    Claimed(Claim),
    /// Its scope does not cover the file.
    OutOfScope(Vec<Glob>),
    /// Its phase does not edit the file.
    Uncovered(StateName),
    /// Its phase would, but not in this sub-state.
    SubState(StateName),
    /// The file belongs to the program.
    Record(String),
    /// The phase forbids the artifact.
    Forbidden {
        artifact: u32,
        state: StateName,
        span: Span,
    },
    /// The artifact was left behind by an earlier phase.
    Frozen { artifact: u32, state: StateName },
    /// Another phase writes the artifact.
    NotDue { artifact: u32, state: StateName },
    /// The name differs from an artifact's only in spelling.
    OtherCase { artifact: u32 },
    /// The workflow refuses files that it does not name.
    UnknownFile,
}

impl EditRefusal {
    pub(super) fn of(aim: Option<&Aim>, mut why: Vec<Why>) -> Self {
        why.sort_by_key(Why::rank);
        Self {
            given: aim.map(|aim| aim.given.clone()),
            code: match aim.map(|aim| &aim.target) {
                Some(Target::Code(path)) => Some(path.clone()),
                _ => None,
            },
            why,
        }
    }

    /// Whether the path is the guard's own ground, and nothing else is against the edit.
    pub fn is_of_guarded_ground(&self) -> bool {
        self.why.iter().all(|why| matches!(why, Why::Guarded(_)))
    }

    /// The kind of refusal.
    pub fn topic(&self) -> &'static Topic {
        self.why
            .first()
            .map_or(&refusals::FACT_UNAVAILABLE, Why::topic)
    }

    /// The exit code of a command that ends with it.
    pub fn exit(&self) -> Exit {
        self.topic().exit
    }

    /// The refusal as a finding that can be shown; `source` is the text of the rules.
    pub fn diagnose(&self, rules: &EditRules, source: &SourceFile) -> Diagnostic {
        let message = match (&self.given, self.why.first()) {
            (_, Some(Why::ShellRefused | Why::ShellUnheld)) => {
                "refused: a shell command".to_owned()
            }
            (None, _) => "refused: any edit".to_owned(),
            (Some(given), _) if given.is_empty() => "refused: edit \"\"".to_owned(),
            (Some(given), _) => format!("refused: edit {given}"),
        };
        let mut spans = sentences::spans(self, rules).into_iter();
        let mut found = match spans.next() {
            Some(first) => spans.fold(
                Diagnostic::at(self.topic(), source, first, message),
                |found, span| found.also(span, ""),
            ),
            None => Diagnostic::call(self.topic(), message),
        };
        found.reasons = sentences::reasons(self, rules);
        sentences::ways_out(self, rules)
            .into_iter()
            .fold(found, Diagnostic::next)
    }
}

impl Why {
    pub(super) fn topic(&self) -> &'static Topic {
        match self {
            Self::Nowhere(_) => &topics::PATH_UNUSABLE,
            Self::Outside(_) => &topics::OUTSIDE_PROJECT,
            Self::Guarded(_) => &topics::PROTECTED_PATH,
            Self::ProtectedBy(_) => &topics::PROTECTED_BY_WORKFLOW,
            Self::OutOfBounds(_) => &topics::OUT_OF_LOOP,
            Self::OtherKind(_) => &refusals::NOT_A_FILE,
            Self::Links(_) => &topics::SEVERAL_LINKS,
            Self::Idle => &topics::NO_TASK_AT_WORK,
            Self::ShellRefused => &topics::SHELL_REFUSED,
            Self::ShellUnheld => &topics::SHELL_UNHELD,
            Self::Fact(_) => &refusals::FACT_UNAVAILABLE,
            Self::Task(_, trouble) => trouble.topic(),
        }
    }

    /// A task that stands where it may not edit says more than one that is broken, unless there is
    /// only that one.
    fn rank(&self) -> (u8, u8) {
        let first = match self {
            Self::ShellRefused | Self::ShellUnheld => 0,
            Self::Task(
                _,
                Trouble::Uncovered(_) | Trouble::SubState(_) | Trouble::OutOfScope(_),
            ) => 1,
            _ => 2,
        };
        (first, self.topic().exit.rank())
    }

    /// Whether a person's override would let the edit through.
    pub(super) fn yields(&self) -> bool {
        match self {
            Self::Guarded(guard) => yields(guard),
            Self::ProtectedBy(_) | Self::Idle | Self::ShellRefused | Self::ShellUnheld => true,
            _ => false,
        }
    }
}

impl Trouble {
    fn topic(&self) -> &'static Topic {
        match self {
            Self::Absent => &refusals::NO_SUCH_TASK,
            Self::Untracked => &refusals::UNTRACKED,
            Self::Broken { .. } => &refusals::TAMPERED,
            Self::Unread(_) => &refusals::FACT_UNAVAILABLE,
            Self::Abandoned => &refusals::ABANDONED,
            Self::Archived => &refusals::ARCHIVED,
            Self::WorkflowMissing => &refusals::WORKFLOW_MISSING,
            Self::Orphan(_) => &refusals::ORPHAN_STATE,
            Self::NotYours | Self::Unclaimed => &topics::OTHER_TASK,
            Self::Claimed(_) => &refusals::CLAIMED,
            Self::OutOfScope(_) => &topics::OUT_OF_SCOPE,
            Self::Uncovered(_) => &topics::EDIT_NOT_IN_PHASE,
            Self::SubState(_) => &topics::REVISE_FIRST,
            Self::Record(_) => &topics::PROTECTED_PATH,
            Self::Forbidden { .. } | Self::NotDue { .. } => &topics::ARTIFACT_NOT_DUE,
            Self::Frozen { .. } => &topics::ARTIFACT_FROZEN,
            Self::OtherCase { .. } => &refusals::CASE_MISMATCH,
            Self::UnknownFile => &refusals::UNKNOWN_FILE,
        }
    }
}

/// The override that a person can give.
pub(super) fn overriding() -> NextStep {
    NextStep::human("automaton override --reason \"...\" --for 10m")
}
