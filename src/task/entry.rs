//! One line of a journal.

use std::collections::{BTreeMap, BTreeSet};
use std::str::FromStr;

use serde::de::IntoDeserializer as _;
use serde::{Deserialize, Serialize};

use super::decision::Decision;
use crate::digest::Digest;
use crate::engine::{Claim, Order, StepKind};
use crate::names::{ActorName, ArtifactName, PhaseName, StateName, TaskName, TaskPath};
use crate::workflow::{Event, Glob, Origin};

/// The version of the format that this program writes, and the only one that it reads.
const VERSION: u32 = 1;

/// What happened to a task, and what it is known by afterwards.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entry {
    /// The version of the format.
    pub v: u32,
    /// The number of the entry; the first of a task is 1.
    pub seq: u64,
    /// When, in UTC.
    pub at: String,
    /// The task.
    pub task: TaskPath,
    /// What happened.
    pub event: EntryEvent,
    /// Where the task stood; nothing where it did not exist or that is not known.
    pub from: Option<StateName>,
    /// Where the task stands.
    pub to: StateName,
    /// Who did it.
    pub actor: ActorName,
    /// The workflow that decided.
    pub workflow: Digest,
    /// Where that workflow came from.
    pub origin: Origin,
    /// The artifacts after the step.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub artifacts: BTreeMap<ArtifactName, Digest>,
    /// The artifacts whose bytes are kept.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub kept: BTreeSet<ArtifactName>,
    /// The reason that was given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
    /// What went to the attic.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub moves: Vec<ArtifactName>,
    /// The artifacts that got their recorded bytes back.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub restores: Vec<ArtifactName>,
    /// The phases whose approval is void.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub voids: Vec<PhaseName>,
    /// The entry to whose place in the attic the bytes that were put back had gone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shelf: Option<u64>,
    /// Where in the archive the task stands from here on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub place: Option<TaskPath>,
    /// How an approval was decided.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub approval: Option<Decision>,
    /// The sub-tasks that the task has from here on, besides earlier ones.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub subtasks: Vec<TaskName>,
    /// How often the task has changed hands.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub epoch: u64,
    /// The claim that is in force after the step.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub claim: Option<Claim>,
    /// The project files that the task is about; nothing where it is about all that its phase
    /// edits.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub scope: Vec<Glob>,
    /// The digest of the line before, or of the journal that this one replaces.
    pub prev: Option<Digest>,
}

#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "the form that serde calls"
)]
fn is_zero(epoch: &u64) -> bool {
    *epoch == 0
}

/// What happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum EntryEvent {
    /// The task was made.
    Create,
    /// A folder was put under the workflow.
    Adopt,
    /// The phase was submitted for approval.
    Submit,
    /// The submission was taken back.
    Withdraw,
    /// The approval was granted.
    Approve,
    /// A signature was added to the pending approval, which needs more.
    Sign,
    /// The approval was turned down.
    Reject,
    /// An approved phase was opened again.
    Revise,
    /// The task went on to another phase.
    Transition,
    /// The task went back to an earlier phase.
    Rework,
    /// The task ended where it stood.
    Abandon,
    /// The task was claimed, or its claim renewed.
    Claim,
    /// The claim was ended.
    Release,
    /// It was said which project files the task is about.
    Scope,
    /// A sub-task was made.
    Subtask,
    /// The task was archived.
    Archive,
    /// The task came back from the archive, or an artifact from the attic.
    Restore,
    /// The task left a state that the workflow had lost.
    Map,
    /// A command changed what the phase may not.
    Violation,
    /// Broken records were settled.
    Repair,
}

impl FromStr for EntryEvent {
    type Err = serde::de::value::Error;

    /// Reads the word that the journal uses.
    fn from_str(word: &str) -> Result<Self, Self::Err> {
        Self::deserialize(word.into_deserializer())
    }
}

impl EntryEvent {
    /// The event that a kind of step is journaled as; nothing for one that changes nothing.
    pub(super) fn of(kind: StepKind) -> Option<Self> {
        Some(match kind {
            StepKind::Create => Self::Create,
            StepKind::Adopt => Self::Adopt,
            StepKind::Edge(Event::Submit) => Self::Submit,
            StepKind::Edge(Event::Withdraw) => Self::Withdraw,
            StepKind::Edge(Event::Approve) => Self::Approve,
            StepKind::Edge(Event::Reject) => Self::Reject,
            StepKind::Edge(Event::Revise) => Self::Revise,
            StepKind::Edge(Event::Next) => Self::Transition,
            StepKind::Edge(Event::Rework) => Self::Rework,
            StepKind::Sign => Self::Sign,
            StepKind::Abandon => Self::Abandon,
            StepKind::Claim => Self::Claim,
            StepKind::Release => Self::Release,
            StepKind::Scope => Self::Scope,
            StepKind::Map => Self::Map,
            StepKind::Violation => Self::Violation,
            StepKind::Repair => Self::Repair,
            StepKind::Archive => Self::Archive,
            StepKind::Restore | StepKind::RestoreArtifact => Self::Restore,
            StepKind::Validate => return None,
        })
    }

    /// The kind of edge that the step took; nothing for one that takes none.
    pub fn edge(self) -> Option<Event> {
        Some(match self {
            Self::Submit => Event::Submit,
            Self::Withdraw => Event::Withdraw,
            Self::Approve => Event::Approve,
            Self::Reject => Event::Reject,
            Self::Revise => Event::Revise,
            Self::Transition => Event::Next,
            Self::Rework => Event::Rework,
            Self::Create
            | Self::Adopt
            | Self::Sign
            | Self::Abandon
            | Self::Claim
            | Self::Release
            | Self::Scope
            | Self::Subtask
            | Self::Archive
            | Self::Restore
            | Self::Map
            | Self::Violation
            | Self::Repair => return None,
        })
    }

    /// The word that the journal uses.
    pub fn word(self) -> &'static str {
        match self {
            Self::Create => "create",
            Self::Adopt => "adopt",
            Self::Submit => "submit",
            Self::Withdraw => "withdraw",
            Self::Approve => "approve",
            Self::Sign => "sign",
            Self::Reject => "reject",
            Self::Revise => "revise",
            Self::Transition => "transition",
            Self::Rework => "rework",
            Self::Abandon => "abandon",
            Self::Claim => "claim",
            Self::Release => "release",
            Self::Scope => "scope",
            Self::Subtask => "subtask",
            Self::Archive => "archive",
            Self::Restore => "restore",
            Self::Map => "map",
            Self::Violation => "violation",
            Self::Repair => "repair",
        }
    }

    /// Whether the step writes the state file. One that does not leaves the state as it is.
    pub(super) fn writes_state(self) -> bool {
        !matches!(
            self,
            Self::Sign
                | Self::Abandon
                | Self::Claim
                | Self::Release
                | Self::Scope
                | Self::Subtask
                | Self::Archive
                | Self::Violation
        )
    }

    /// Whether the entry says where the task's folder stands from there on: in the archive, or
    /// among the tasks where it names no place.
    pub(super) fn says_where(self) -> bool {
        matches!(self, Self::Archive | Self::Restore | Self::Repair)
    }

    /// Whether the step may start from records that say nothing, or something else.
    pub(super) fn starts_anew(self) -> bool {
        matches!(self, Self::Adopt | Self::Repair)
    }
}

impl Entry {
    /// The entry of a step on `task`, as number `seq` after a line with the digest `prev`.
    pub(super) fn of(
        order: &Order,
        event: EntryEvent,
        task: &TaskPath,
        (seq, prev): (u64, Option<Digest>),
    ) -> Self {
        Self {
            v: VERSION,
            seq,
            at: order.at.clone(),
            task: task.live(),
            event,
            from: order.from.clone(),
            to: order.to.clone(),
            actor: order.actor.clone(),
            workflow: order.workflow,
            origin: order.origin,
            artifacts: order.artifacts.clone(),
            kept: order.keeps.clone(),
            note: order.note.clone(),
            moves: order.moves.clone(),
            restores: order.restores.keys().cloned().collect(),
            voids: order.voids.clone(),
            shelf: order.shelf,
            // Only a repair is taken with a task that stays in the archive.
            place: (event == EntryEvent::Repair && task.is_archived() && task.depth() == 0)
                .then(|| task.clone()),
            approval: Decision::of(order, event),
            subtasks: Vec::new(),
            epoch: order.epoch,
            claim: order.claim.clone(),
            scope: order.scope.clone(),
            prev,
        }
    }

    /// The entry as a line, without its line break.
    #[expect(clippy::missing_panics_doc, reason = "every field has a JSON form")]
    pub fn line(&self) -> String {
        serde_json::to_string(self).expect("an entry is plain data")
    }

    /// Reads a line; on failure, says what is wrong with it.
    pub fn parse(line: &[u8]) -> Result<Self, String> {
        /// The field that every version of the format has.
        #[derive(Deserialize)]
        struct Versioned {
            v: u32,
        }
        let not_an_entry = |error| format!("is not a journal entry: {error}");
        let Versioned { v } = serde_json::from_slice(line).map_err(not_an_entry)?;
        if v != VERSION {
            return Err(format!(
                "has version {v} of the format, and this program knows only {VERSION}"
            ));
        }
        serde_json::from_slice(line).map_err(not_an_entry)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LINE: &str = concat!(
        r#"{"v":1,"seq":3,"at":"2026-01-02T03:04:05Z","task":"epic/part","event":"approve","#,
        r#""from":"research:pending","to":"research:approved","actor":"ann","#,
        r#""workflow":"ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad","#,
        r#""origin":"file","#,
        r#""artifacts":{"SPEC.md":"ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"},"#,
        r#""kept":["SPEC.md"],"approval":{"level":"person"},"prev":null}"#
    );

    #[test]
    fn an_entry_is_written_as_it_is_read() {
        let entry = Entry::parse(LINE.as_bytes()).expect("an entry");
        assert_eq!(entry.line(), LINE);
    }

    #[test]
    fn a_signature_stands_beside_the_level() {
        let signed = concat!(
            r#""level":"signed","signature":{"signer":"ann","key":"SHA256:k","#,
            r#""statement":"{}\n","armor":"s"}"#
        );
        let line = LINE.replace(r#""level":"person""#, signed);
        let entry = Entry::parse(line.as_bytes()).expect("an entry");
        let signature = entry
            .approval
            .clone()
            .and_then(|decision| decision.signature);
        assert_eq!(signature.map(|found| found.signer).as_deref(), Some("ann"));
        assert_eq!(entry.line(), line);
    }

    #[test]
    fn fields_of_later_versions_are_tolerated_and_later_formats_are_not() {
        let more = LINE.replacen('{', r#"{"later":[1],"#, 1);
        assert!(Entry::parse(more.as_bytes()).is_ok());
        let later = LINE.replacen(r#""v":1"#, r#""v":2"#, 1);
        assert_eq!(
            Entry::parse(later.as_bytes()),
            Err("has version 2 of the format, and this program knows only 1".to_owned())
        );
    }

    #[test]
    fn what_is_not_an_entry_is_refused() {
        let wrong = [
            LINE.replacen("approve", "bless", 1),
            LINE.replacen("epic/part", "../part", 1),
            LINE.replacen(r#""seq":3"#, r#""seq":3,"seq":4"#, 1),
            format!("{LINE}}}"),
            LINE[..LINE.len() - 1].to_owned(),
            "[]".to_owned(),
            String::new(),
        ];
        for line in wrong {
            let problem = Entry::parse(line.as_bytes()).expect_err(&line);
            assert!(problem.starts_with("is not a journal entry: "), "{problem}");
        }
    }
}
