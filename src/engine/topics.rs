//! Every kind of refusal, with the text that `explain` prints.

mod archive;
mod claims;
mod folder;
mod settling;
mod signing;

use crate::diagnostic::{Exit, Severity, Topic};
pub use archive::{
    ARCHIVED, NOT_ARCHIVED, NOT_IN_ATTIC, NOT_OVER, NOT_WRITABLE, PART_OF_TASK, TOO_RECENT,
};
pub use claims::{CLAIM_LOST, CLAIMED, LEASE_OUT_OF_BOUNDS, NOT_CLAIMED, STALE_EPOCH, TASK_ENDED};
pub use folder::{
    ARTIFACT_CHANGED, CASE_MISMATCH, CHECK_NOT_RUN, CONTRACT_UNMET, FORBIDDEN_ARTIFACT,
    GUARD_FAILED, MISSING_ARTIFACT, NOT_A_FILE, TARGET_FORBIDS, TARGET_READS, UNKNOWN_FILE,
};
pub use settling::{
    BYTES_LOST, NOT_A_BASE_STATE, NOT_INFERRED, NOTHING_SAYS_WHERE, NOTHING_TO_MAP,
    NOTHING_TO_REPAIR,
};
pub use signing::{
    ALREADY_SIGNED, SIGNATURE_NOT_ASKED, STATEMENT_EXPIRED, STATEMENT_MALFORMED,
    STATEMENT_OTHER_ARTIFACTS, STATEMENT_OTHER_TASK, STATEMENT_OUTDATED,
};

/// `fact-unavailable`
pub static FACT_UNAVAILABLE: Topic = Topic {
    code: "fact-unavailable",
    severity: Severity::Error,
    exit: Exit::Io,
    summary: "a fact that the decision needs could not be had",
    explanation: "A file or folder could not be read, so nothing was decided and nothing was changed. \
        What cannot be seen is never taken to be in order. The message names the file and \
        the system's reason.",
};

/// `no-such-task`
pub static NO_SUCH_TASK: Topic = Topic {
    code: "no-such-task",
    severity: Severity::Error,
    exit: Exit::NoTask,
    summary: "there is no task of that name",
    explanation: "Tasks are folders under `.automaton/tasks/`. `automaton status` lists them, \
        `automaton create-task NAME` makes one. A task that was archived stands under \
        `.automaton/tasks/complete/`.",
};

/// `untracked`
pub static UNTRACKED: Topic = Topic {
    code: "untracked",
    severity: Severity::Error,
    exit: Exit::NoTask,
    summary: "the task folder has no records",
    explanation: "The folder was made by hand, or by an older tool: it has no journal, so it is not \
        known where the task stands or who approved what. `automaton upgrade` adopts it; new \
        tasks are made with `automaton create-task`.",
};

/// `tampered`
pub static TAMPERED: Topic = Topic {
    code: "tampered",
    severity: Severity::Error,
    exit: Exit::Damaged,
    summary: "the task's records were changed from outside, or are damaged",
    explanation: "`.state` and its journal are written together, by this program only. They disagree, \
        or one of them is not what it should be, and no interrupted step explains it. \
        Nothing moves until a person has looked: `automaton repair` shows what it would do, \
        changes nothing without a terminal, and journals what it did.",
};

/// `workflow-missing`
pub static WORKFLOW_MISSING: Topic = Topic {
    code: "workflow-missing",
    severity: Severity::Error,
    exit: Exit::Damaged,
    summary: "the workflow that decided the last step is gone",
    explanation: "The task was last moved under the project's own `.automaton/workflow.kdl`, and there \
        is none now. The built-in default would allow other things, so deleting the file \
        must not put it in force. Put the file back, for example from version control, or \
        let a person `repair` the task.",
};

/// `orphan-state`
pub static ORPHAN_STATE: Topic = Topic {
    code: "orphan-state",
    severity: Severity::Error,
    exit: Exit::Person,
    summary: "the task stands in a state that the workflow no longer has",
    explanation: "The workflow was changed under a live task. Put the phase back into the workflow, or \
        let a person move the tasks that stood in it with `automaton upgrade --map OLD=NEW`. What \
        was approved there is not approved any more. `automaton workflow diff` shows what else changed.",
};

/// `loop-halted`
pub static LOOP_HALTED: Topic = Topic {
    code: "loop-halted",
    severity: Severity::Error,
    exit: Exit::Person,
    summary: "the task belongs to a loop that is halted",
    explanation: "A loop halts when one of its brakes trips, and only a person lets it go on: \
        `automaton loop approve`. Until then its tasks stay where they are.",
};

/// `abandoned`
pub static ABANDONED: Topic = Topic {
    code: "abandoned",
    severity: Severity::Error,
    exit: Exit::Refused,
    summary: "the task was abandoned",
    explanation: "A person ended the task. It moves no more; make a new one with `automaton \
        create-task`.",
};

/// `unknown-state`
pub static UNKNOWN_STATE: Topic = Topic {
    code: "unknown-state",
    severity: Severity::Error,
    exit: Exit::Usage,
    summary: "the workflow has no state of that name",
    explanation: "A state is a phase, or a phase with an approval sub-state: `phase:sub-state`. \
        `automaton graph` shows all of them.",
};

/// `no-such-transition`
pub static NO_SUCH_TRANSITION: Topic = Topic {
    code: "no-such-transition",
    severity: Severity::Error,
    exit: Exit::Refused,
    summary: "no edge leads from the task's state to the wanted one",
    explanation: "The workflow lists for each phase where a task may go next. The refusal names the \
        steps that are open from here. A phase with an approval is left only from its \
        granted sub-state: submit it, and have it approved.",
};

/// `approval-required`
pub static APPROVAL_REQUIRED: Topic = Topic {
    code: "approval-required",
    severity: Severity::Error,
    exit: Exit::Person,
    summary: "the task waits for an approval",
    explanation: "The phase was submitted. It goes on only when someone who may has approved it; \
        `transition` never passes a pending approval. Withdraw it, by a transition to the \
        phase itself, to work on.",
};

/// `nothing-pending`
pub static NOTHING_PENDING: Topic = Topic {
    code: "nothing-pending",
    severity: Severity::Error,
    exit: Exit::Refused,
    summary: "no approval is pending",
    explanation: "`approve` and `reject` decide a submission. Submit the phase first, by a transition \
        to its pending sub-state.",
};

/// `person-required`
pub static PERSON_REQUIRED: Topic = Topic {
    code: "person-required",
    severity: Severity::Error,
    exit: Exit::Person,
    summary: "only a person at a terminal may do this",
    explanation: "The workflow, or the program itself, leaves this step to a person. It needs a \
        terminal, no agent in the environment, and a typed confirmation. If you are an \
        agent: give the command to your user, and wait.",
};

/// `signature-required`
pub static SIGNATURE_REQUIRED: Topic = Topic {
    code: "signature-required",
    severity: Severity::Error,
    exit: Exit::Person,
    summary: "the approval needs signatures that are not there yet",
    explanation: "The phase declares `approval by=signed`: people listed in `.automaton/approvers` sign \
        what was submitted with their SSH keys, `signers=N` of them with different keys. Nothing \
        weaker stands in for a signature. If you are an agent: give the command to your user, and \
        wait.",
};

/// `already-there`
pub static ALREADY_THERE: Topic = Topic {
    code: "already-there",
    severity: Severity::Error,
    exit: Exit::Refused,
    summary: "the task is already in the wanted state",
    explanation: "Someone took the step before. The refusal says who and when. If it was you, in a run \
        that was cut short, it was done and you may go on.",
};

/// `task-exists`
pub static TASK_EXISTS: Topic = Topic {
    code: "task-exists",
    severity: Severity::Error,
    exit: Exit::Refused,
    summary: "there is a task of that name already",
    explanation: "A task is never overwritten, and names that differ only in case count as the same. \
        Choose another name. The name of an archived task is free; while another task has it, the \
        archived one cannot be brought back.",
};

/// `no-subtasks-here`
pub static NO_SUBTASKS_HERE: Topic = Topic {
    code: "no-subtasks-here",
    severity: Severity::Error,
    exit: Exit::Refused,
    summary: "the parent task allows no sub-task now",
    explanation: "Sub-tasks are made while the parent is settled in a phase that declares `subtasks`: \
        after its approval where it has one. They nest only as deep as declared.",
};

/// `inherited-name`
pub static INHERITED_NAME: Topic = Topic {
    code: "inherited-name",
    severity: Severity::Error,
    exit: Exit::Refused,
    summary: "the template has a file of a name that sub-tasks inherit",
    explanation: "The parent's phase says which of its artifacts a sub-task gets, and under which name. A template \
        must not put something else there. Take the file out of the template, or choose another one.",
};

/// `open-subtasks`
pub static OPEN_SUBTASKS: Topic = Topic {
    code: "open-subtasks",
    severity: Severity::Error,
    exit: Exit::Refused,
    summary: "sub-tasks are still under way",
    explanation: "Going back would take the plan away from under them, and a task is archived with all that \
        belongs to it. The refusal names each of them, where it stands, and what leads on from \
        there. Finish or abandon them first.",
};

/// All of them.
pub static ALL: &[&Topic] = &[
    &FACT_UNAVAILABLE,
    &NO_SUCH_TASK,
    &UNTRACKED,
    &TAMPERED,
    &WORKFLOW_MISSING,
    &ORPHAN_STATE,
    &CLAIMED,
    &CLAIM_LOST,
    &STALE_EPOCH,
    &NOT_CLAIMED,
    &TASK_ENDED,
    &LEASE_OUT_OF_BOUNDS,
    &LOOP_HALTED,
    &ABANDONED,
    &UNKNOWN_STATE,
    &NO_SUCH_TRANSITION,
    &APPROVAL_REQUIRED,
    &NOTHING_PENDING,
    &PERSON_REQUIRED,
    &SIGNATURE_REQUIRED,
    &SIGNATURE_NOT_ASKED,
    &STATEMENT_MALFORMED,
    &STATEMENT_OTHER_TASK,
    &STATEMENT_OUTDATED,
    &STATEMENT_OTHER_ARTIFACTS,
    &STATEMENT_EXPIRED,
    &ALREADY_SIGNED,
    &ALREADY_THERE,
    &TASK_EXISTS,
    &NO_SUBTASKS_HERE,
    &INHERITED_NAME,
    &OPEN_SUBTASKS,
    &ARCHIVED,
    &NOT_ARCHIVED,
    &NOT_OVER,
    &TOO_RECENT,
    &PART_OF_TASK,
    &NOT_IN_ATTIC,
    &NOT_WRITABLE,
    &FORBIDDEN_ARTIFACT,
    &NOT_A_FILE,
    &CASE_MISMATCH,
    &ARTIFACT_CHANGED,
    &UNKNOWN_FILE,
    &MISSING_ARTIFACT,
    &CONTRACT_UNMET,
    &GUARD_FAILED,
    &CHECK_NOT_RUN,
    &TARGET_FORBIDS,
    &TARGET_READS,
    &NOT_INFERRED,
    &NOT_A_BASE_STATE,
    &NOTHING_TO_MAP,
    &NOTHING_TO_REPAIR,
    &BYTES_LOST,
    &NOTHING_SAYS_WHERE,
];
