//! Why a request was refused: reasons in ids, rendered later.

use super::claim::{Claim, Loss};
use super::contract::{Breach, StatedLine};
use super::facts::{FactError, Presence, SubtaskStanding};
use super::request::Action;
use super::signing::Fault;
use super::topics;
use crate::diagnostic::{Exit, Topic};
use crate::names::{ArtifactName, MetadataName, PhaseName, StateName, TaskPath};
use crate::workflow::{ArtifactId, EdgeId, NotInferred, PhaseId, State};

/// A request that was refused, with every reason that the failing step found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// The task.
    pub task: TaskPath,
    /// What was asked, in a few words: `research -> design`, or `approve`.
    pub asked: String,
    /// Where the task stands, when that is known.
    pub state: Option<StateName>,
    /// What was asked, so that it can be said how to ask again.
    pub(super) action: Action,
    /// The reasons, the one that decides code and exit first.
    pub(super) reasons: Vec<Reason>,
}

impl Refusal {
    /// The kind of refusal.
    pub fn topic(&self) -> &'static Topic {
        self.reasons
            .first()
            .map_or(&topics::FACT_UNAVAILABLE, Reason::topic)
    }

    /// Whether nothing but a command that has not been run stands in the way.
    pub(super) fn waits_for_checks(&self) -> bool {
        self.reasons
            .iter()
            .any(|reason| matches!(reason, Reason::CheckNotRun { .. }))
    }

    /// What stands in the way, without what an artifact's content or a person's say has to do with
    /// it.
    pub fn obstacles(&self) -> impl Iterator<Item = Obstacle> + '_ {
        self.reasons.iter().map(|reason| match *reason {
            Reason::Forbidden { artifact, .. } | Reason::TargetForbids { artifact, .. } => {
                Obstacle::Present(artifact)
            }
            Reason::Missing { artifact, .. } | Reason::TargetReads { artifact, .. } => {
                Obstacle::Missing(artifact)
            }
            Reason::Guard { edge, .. } => Obstacle::Guard(edge),
            _ => Obstacle::Other,
        })
    }

    /// The exit code of a command that ends with it.
    pub fn exit(&self) -> Exit {
        self.topic().exit
    }
}

/// What stands in the way of a step, as far as a workflow can foresee it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Obstacle {
    /// An artifact exists and must not.
    Present(ArtifactId),
    /// An artifact is missing and must exist.
    Missing(ArtifactId),
    /// A guard does not hold.
    Guard(EdgeId),
    /// Something else.
    Other,
}

/// One reason.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Reason {
    /// A fact could not be had.
    Fact(FactError),
    /// There is no such task.
    NoTask,
    /// The folder has no records, but perhaps a state that an older tool wrote.
    Untracked(Option<StateName>),
    /// The records are broken.
    Tampered { file: String, problem: String },
    /// The task was last decided by a project's own workflow, which is gone.
    WorkflowMissing,
    /// The workflow has no such state any more.
    Orphan,
    /// Someone else has claimed the task.
    Claimed(Claim),
    /// Someone else ended the last claim of who asks.
    ClaimLost(Loss),
    /// Who asks does not hold the claim of the epoch that the request is bound to.
    StaleEpoch {
        asked: u64,
        epoch: u64,
        holder: Option<Claim>,
    },
    /// Someone else's claim ends by a person's say.
    NotTheOwner(Claim),
    /// Nobody has claimed the task.
    NotClaimed,
    /// The task has ended.
    Ended,
    /// A lease is too short or too long.
    LeaseOutOfBounds,
    /// The scope may not be set here without a person.
    ScopeNeedsPerson,
    /// A halted loop owns the task.
    LoopHalted(String),
    /// The task was abandoned.
    Abandoned { why: String },
    /// The workflow has no such state.
    UnknownState(StateName),
    /// No edge leads there.
    NoEdge { to: State },
    /// An approval must be decided first.
    ApprovalPending,
    /// No approval is pending.
    NothingPending,
    /// Only a person may do this.
    NeedsPerson { edge: Option<EdgeId> },
    /// An agent may not do this.
    NotByAgent,
    /// More signatures are needed.
    NeedsSignatures { collected: usize, needed: usize },
    /// The signature does not count.
    Signature(Fault),
    /// The task is there already.
    AlreadyThere { by: String, since: String },
    /// The task exists already.
    TaskExists,
    /// Something else takes the name that the task would get.
    NameTaken { by: String },
    /// The phase of the parent allows no sub-tasks.
    NoSubtasks { state: Option<State> },
    /// The task cannot be made because of how its parent stands.
    Parent(Box<Reason>),
    /// The parent's phase has not been settled.
    NotSettled { phase: PhaseId },
    /// The sub-task gets a file of this name from its parent.
    Inherited(MetadataName),
    /// Sub-tasks may not nest so deep.
    TooDeep { phase: PhaseId },
    /// Sub-tasks are under way.
    OpenSubtasks(Vec<OpenSubtask>),
    /// Where a sub-task stands cannot be told.
    BrokenSubtask { task: TaskPath, problem: String },
    /// The task is archived.
    Archived,
    /// The task is not archived.
    NotArchived,
    /// The task is not over.
    NotOver,
    /// The task was over or came back too short a time ago.
    TooRecent { since: String },
    /// Something takes the place that an archived task had.
    PlaceTaken { by: String },
    /// A sub-task is moved with its parent.
    PartOfTask,
    /// The attic holds no such artifact.
    NotInAttic { seq: u64, name: ArtifactName },
    /// The artifact may not be written now.
    NotWritable { artifact: ArtifactId },
    /// The artifact has the bytes already that it should get.
    SameBytes { artifact: ArtifactId },
    /// A forbidden artifact exists.
    Forbidden {
        artifact: ArtifactId,
        phase: PhaseId,
    },
    /// Something that is no regular file has an artifact's name.
    NotAFile {
        artifact: ArtifactId,
        kind: &'static str,
    },
    /// A name differs from an artifact's only in case.
    OtherCase { artifact: ArtifactId, found: String },
    /// A frozen, submitted or approved artifact is not what it was.
    Changed {
        artifact: ArtifactId,
        gone: bool,
        since: Fixed,
    },
    /// A file that the workflow does not name.
    UnknownFile(String),
    /// An artifact that must exist does not.
    Missing {
        artifact: ArtifactId,
        phase: PhaseId,
        found: Presence,
    },
    /// An artifact's content breaks its contract.
    Contract {
        artifact: ArtifactId,
        breach: Breach,
    },
    /// A guard does not hold.
    Guard {
        edge: EdgeId,
        guard: usize,
        why: Unmet,
    },
    /// A guard's command has not been run for this decision.
    CheckNotRun { edge: EdgeId, guard: usize },
    /// The next phase forbids an artifact that exists.
    TargetForbids {
        artifact: ArtifactId,
        phase: PhaseId,
    },
    /// The next phase reads an artifact that does not exist.
    TargetReads {
        artifact: ArtifactId,
        phase: PhaseId,
        found: Presence,
    },
    /// No phase fits the folder.
    NotInferred(NotInferred),
    /// The state is not the base state of a phase.
    NotABaseState(StateName),
    /// The settings give the state a phase that the workflow does not have.
    RenamedToNothing { old: StateName, new: PhaseName },
    /// The task does not stand in a state of that phase which the workflow lost.
    NotMapped,
    /// There is nothing to repair.
    NothingToRepair,
    /// The recorded bytes of an artifact are not kept.
    BytesLost { artifact: ArtifactName },
    /// Neither the journal nor the folder says where the task stood.
    NothingSaysWhere,
}

/// A sub-task that is not over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct OpenSubtask {
    pub(super) task: TaskPath,
    pub(super) at: SubtaskStanding,
}

/// Since when an artifact has to stay as it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fixed {
    /// Its phase was submitted, and waits for an approval.
    Submitted,
    /// Its phase was approved.
    Approved,
    /// The phase that wrote it was left.
    Left,
}

/// Why a guard does not hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Unmet {
    /// The artifact states another outcome.
    States(String),
    /// The artifact states none.
    StatesNothing,
    /// The artifact states several.
    Disagrees(Vec<StatedLine>),
    /// The text does not occur.
    Lacks(String),
    /// There is no sub-task.
    NoSubtasks,
    /// Sub-tasks are not complete.
    Subtasks(Vec<String>),
    /// The command failed.
    Check { ended: String, tail: Vec<String> },
}

impl Reason {
    /// The kind of refusal that this reason alone would be.
    pub(super) fn topic(&self) -> &'static Topic {
        match self {
            Self::Fact(_) => &topics::FACT_UNAVAILABLE,
            Self::NoTask => &topics::NO_SUCH_TASK,
            Self::Untracked(_) => &topics::UNTRACKED,
            Self::Tampered { .. } | Self::BrokenSubtask { .. } => &topics::TAMPERED,
            Self::WorkflowMissing => &topics::WORKFLOW_MISSING,
            Self::Orphan => &topics::ORPHAN_STATE,
            Self::Claimed(_) => &topics::CLAIMED,
            Self::ClaimLost(_) => &topics::CLAIM_LOST,
            Self::StaleEpoch { .. } => &topics::STALE_EPOCH,
            Self::NotClaimed => &topics::NOT_CLAIMED,
            Self::Ended => &topics::TASK_ENDED,
            Self::LeaseOutOfBounds => &topics::LEASE_OUT_OF_BOUNDS,
            Self::LoopHalted(_) => &topics::LOOP_HALTED,
            Self::Abandoned { .. } => &topics::ABANDONED,
            Self::UnknownState(_) | Self::RenamedToNothing { .. } => &topics::UNKNOWN_STATE,
            Self::NoEdge { .. } => &topics::NO_SUCH_TRANSITION,
            Self::ApprovalPending => &topics::APPROVAL_REQUIRED,
            Self::NothingPending => &topics::NOTHING_PENDING,
            Self::NeedsPerson { .. }
            | Self::NotByAgent
            | Self::NotTheOwner(_)
            | Self::ScopeNeedsPerson => &topics::PERSON_REQUIRED,
            Self::NeedsSignatures { .. } => &topics::SIGNATURE_REQUIRED,
            Self::Signature(fault) => fault.topic(),
            Self::AlreadyThere { .. } | Self::SameBytes { .. } => &topics::ALREADY_THERE,
            Self::TaskExists | Self::NameTaken { .. } | Self::PlaceTaken { .. } => {
                &topics::TASK_EXISTS
            }
            Self::NoSubtasks { .. } | Self::NotSettled { .. } | Self::TooDeep { .. } => {
                &topics::NO_SUBTASKS_HERE
            }
            Self::Inherited(_) => &topics::INHERITED_NAME,
            Self::Parent(reason) => reason.topic(),
            Self::OpenSubtasks(_) => &topics::OPEN_SUBTASKS,
            Self::Archived => &topics::ARCHIVED,
            Self::NotArchived => &topics::NOT_ARCHIVED,
            Self::NotOver => &topics::NOT_OVER,
            Self::TooRecent { .. } => &topics::TOO_RECENT,
            Self::PartOfTask => &topics::PART_OF_TASK,
            Self::NotInAttic { .. } => &topics::NOT_IN_ATTIC,
            Self::NotWritable { .. } => &topics::NOT_WRITABLE,
            Self::Forbidden { .. } => &topics::FORBIDDEN_ARTIFACT,
            Self::NotAFile { .. } => &topics::NOT_A_FILE,
            Self::OtherCase { .. } => &topics::CASE_MISMATCH,
            Self::Changed { .. } => &topics::ARTIFACT_CHANGED,
            Self::UnknownFile(_) => &topics::UNKNOWN_FILE,
            Self::Missing { .. } => &topics::MISSING_ARTIFACT,
            Self::Contract { .. } => &topics::CONTRACT_UNMET,
            Self::Guard { .. } => &topics::GUARD_FAILED,
            Self::CheckNotRun { .. } => &topics::CHECK_NOT_RUN,
            Self::TargetForbids { .. } => &topics::TARGET_FORBIDS,
            Self::TargetReads { .. } => &topics::TARGET_READS,
            Self::NotInferred(_) => &topics::NOT_INFERRED,
            Self::NotABaseState(_) => &topics::NOT_A_BASE_STATE,
            Self::NotMapped => &topics::NOTHING_TO_MAP,
            Self::NothingToRepair => &topics::NOTHING_TO_REPAIR,
            Self::BytesLost { .. } => &topics::BYTES_LOST,
            Self::NothingSaysWhere => &topics::NOTHING_SAYS_WHERE,
        }
    }

    /// Where several reasons meet, the one whose exit code comes first here decides.
    pub(super) fn rank(&self) -> u8 {
        self.topic().exit.rank()
    }
}

impl From<FactError> for Reason {
    fn from(error: FactError) -> Self {
        Self::Fact(error)
    }
}
