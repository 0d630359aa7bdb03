//! Every kind of refusal, with the text that `explain` prints.

use crate::diagnostic::{Exit, Severity, Topic};

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
        let a person settle where the task stands now with `automaton repair --as STATE`.",
};

/// `claimed`
pub static CLAIMED: Topic = Topic {
    code: "claimed",
    severity: Severity::Error,
    exit: Exit::Busy,
    summary: "someone else has claimed the task",
    explanation: "One task is worked on by one actor at a time. Wait until the claim is released or \
        has run out, or work on another task.",
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

/// `signature-not-asked`
pub static SIGNATURE_NOT_ASKED: Topic = Topic {
    code: "signature-not-asked",
    severity: Severity::Error,
    exit: Exit::Refused,
    summary: "the approval is not one by signature",
    explanation: "The workflow asks for another kind of approval here: `by=human` for a person at a \
        terminal, `by=anyone` for whoever relays the decision. Run `automaton approve` without a \
        signature, or declare `approval by=signed`.",
};

/// `statement-malformed`
pub static STATEMENT_MALFORMED: Topic = Topic {
    code: "statement-malformed",
    severity: Severity::Error,
    exit: Exit::Refused,
    summary: "what was signed is not a statement of this program",
    explanation: "The bytes that are signed are made from the journal, and every one of them counts: \
        `automaton approve --print-statement` prints them. A text that was written anew, \
        formatted or extended is another one, even if it says the same.",
};

/// `statement-other-task`
pub static STATEMENT_OTHER_TASK: Topic = Topic {
    code: "statement-other-task",
    severity: Severity::Error,
    exit: Exit::Refused,
    summary: "what was signed is about another task, phase or project",
    explanation: "A signature approves one phase of one task. The project is known by the first entry \
        of the task's journal, which is the same in every clone and worktree, and differs from \
        that of another project's task with the same name.",
};

/// `statement-outdated`
pub static STATEMENT_OUTDATED: Topic = Topic {
    code: "statement-outdated",
    severity: Severity::Error,
    exit: Exit::Refused,
    summary: "what was signed is about another submission of the phase",
    explanation: "A signature is bound to the journal entry by which the phase was submitted. Once the \
        phase is taken back, turned down, revised or reworked and submitted again, everything \
        that was signed before is void, even if no byte changed. Sign what is submitted now.",
};

/// `statement-other-artifacts`
pub static STATEMENT_OTHER_ARTIFACTS: Topic = Topic {
    code: "statement-other-artifacts",
    severity: Severity::Error,
    exit: Exit::Refused,
    summary: "what was signed is about other bytes than those that were submitted",
    explanation: "The statement names each artifact that the phase produces by its SHA-256. At least one \
        of them is not what the journal says was submitted, so that something else would be \
        approved than was signed.",
};

/// `statement-expired`
pub static STATEMENT_EXPIRED: Topic = Topic {
    code: "statement-expired",
    severity: Severity::Error,
    exit: Exit::Refused,
    summary: "the submission was not signed in time",
    explanation: "A submission can be signed for seven days. After that nobody can be taken to mean it \
        any more: withdraw it, submit it again, and have the new submission signed.",
};

/// `already-signed`
pub static ALREADY_SIGNED: Topic = Topic {
    code: "already-signed",
    severity: Severity::Error,
    exit: Exit::Refused,
    summary: "this key has signed the submission already",
    explanation: "Each key counts once, whoever it is listed for and however often. Somebody else has to \
        sign, with another key.",
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
    explanation: "A task is never overwritten. Names that differ only in case count as the same, and \
        so do archived tasks. Choose another name.",
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

/// `open-subtasks`
pub static OPEN_SUBTASKS: Topic = Topic {
    code: "open-subtasks",
    severity: Severity::Error,
    exit: Exit::Refused,
    summary: "sub-tasks are still under way",
    explanation: "Going back would take the plan away from under them. Finish or abandon them first.",
};

/// `forbidden-artifact`
pub static FORBIDDEN_ARTIFACT: Topic = Topic {
    code: "forbidden-artifact",
    severity: Severity::Error,
    exit: Exit::Refused,
    summary: "an artifact exists that the task's phase forbids",
    explanation: "The artifact belongs to a later phase: it was written too early. Move it out of the \
        task folder and go through the phases in order. An empty file counts too.",
};

/// `not-a-file`
pub static NOT_A_FILE: Topic = Topic {
    code: "not-a-file",
    severity: Severity::Error,
    exit: Exit::Refused,
    summary: "an artifact's name is taken by something that is not a regular file",
    explanation: "A link or a folder could show one thing at the check and another later. Artifacts \
        are regular files.",
};

/// `case-mismatch`
pub static CASE_MISMATCH: Topic = Topic {
    code: "case-mismatch",
    severity: Severity::Error,
    exit: Exit::Refused,
    summary: "a file's name differs from an artifact's only in case",
    explanation: "Names are matched exactly. On some systems both names mean the same file, so the \
        difference could hide an artifact. Rename the file.",
};

/// `artifact-changed`
pub static ARTIFACT_CHANGED: Topic = Topic {
    code: "artifact-changed",
    severity: Severity::Error,
    exit: Exit::Damaged,
    summary: "an artifact was changed that had to stay as it was",
    explanation: "What a phase has left behind is frozen, what was submitted or approved is fixed: \
        later work rests on exactly those bytes. Put the file back as it was. If the change \
        is wanted, go back to the phase that writes the file: withdraw a pending submission, \
        revise a granted one, or rework. A person's `automaton repair` restores the recorded \
        bytes, or accepts the new ones and voids the approval.",
};

/// `unknown-file`
pub static UNKNOWN_FILE: Topic = Topic {
    code: "unknown-file",
    severity: Severity::Error,
    exit: Exit::Refused,
    summary: "a file stands in the task folder that the workflow does not name",
    explanation: "The workflow says `unknown-files refuse`. Move the file out of the task folder, or \
        name it in the workflow as an artifact or as metadata.",
};

/// `missing-artifact`
pub static MISSING_ARTIFACT: Topic = Topic {
    code: "missing-artifact",
    severity: Severity::Error,
    exit: Exit::Refused,
    summary: "the phase has not produced what it has to",
    explanation: "A phase is left, or submitted for approval, when everything it `produces` exists as \
        a regular file that is not empty. Write what is missing, then take the step again.",
};

/// `contract-unmet`
pub static CONTRACT_UNMET: Topic = Topic {
    code: "contract-unmet",
    severity: Severity::Error,
    exit: Exit::Refused,
    summary: "an artifact's content is not what the workflow asks for",
    explanation: "The workflow says what the file has to contain to count as produced: an outcome word \
        on a line of its own or after a label such as `Verdict:`, headings, texts, ticked \
        boxes, or a size that it must not exceed. Mend the file, then take the step again.",
};

/// `guard-failed`
pub static GUARD_FAILED: Topic = Topic {
    code: "guard-failed",
    severity: Severity::Error,
    exit: Exit::Refused,
    summary: "a condition of the step does not hold",
    explanation: "An edge may ask for an outcome, a text, finished sub-tasks or a command that \
        succeeds. All of its conditions must hold. The refusal quotes what was found.",
};

/// `check-not-run`
pub static CHECK_NOT_RUN: Topic = Topic {
    code: "check-not-run",
    severity: Severity::Error,
    exit: Exit::Busy,
    summary: "the task changed while its check ran",
    explanation: "A `check` command runs before the task is locked, and everything is decided again \
        afterwards. The step now needs a command that was not run. Run the same command \
        again.",
};

/// `target-forbids`
pub static TARGET_FORBIDS: Topic = Topic {
    code: "target-forbids",
    severity: Severity::Error,
    exit: Exit::Refused,
    summary: "the next phase forbids an artifact that exists",
    explanation: "The step would bring the task into a phase in which its folder is invalid. Move the \
        file out of the task folder first.",
};

/// `target-reads`
pub static TARGET_READS: Topic = Topic {
    code: "target-reads",
    severity: Severity::Error,
    exit: Exit::Refused,
    summary: "the next phase reads an artifact that does not exist",
    explanation: "A phase can only start on what it reads. Produce the file in the phase that writes \
        it first.",
};

/// `not-inferred`
pub static NOT_INFERRED: Topic = Topic {
    code: "not-inferred",
    severity: Severity::Error,
    exit: Exit::Refused,
    summary: "the folder does not say in which phase the task is",
    explanation: "The phase of a folder without records is inferred from its artifacts: the most \
        advanced phase that produces one of them and forbids none. No phase fits, or several \
        fit equally. A person may settle it: `automaton upgrade --task T --as STATE`.",
};

/// `not-a-base-state`
pub static NOT_A_BASE_STATE: Topic = Topic {
    code: "not-a-base-state",
    severity: Severity::Error,
    exit: Exit::Usage,
    summary: "the state is an approval sub-state",
    explanation: "What was not approved here is not approved. A task can be adopted or repaired only \
        into a phase itself.",
};

/// `nothing-to-repair`
pub static NOTHING_TO_REPAIR: Topic = Topic {
    code: "nothing-to-repair",
    severity: Severity::Error,
    exit: Exit::Refused,
    summary: "the task's records are in order",
    explanation: "State, journal and artifacts agree. There is nothing to settle.",
};

/// `bytes-lost`
pub static BYTES_LOST: Topic = Topic {
    code: "bytes-lost",
    severity: Severity::Error,
    exit: Exit::Damaged,
    summary: "the recorded bytes of an artifact are not kept",
    explanation: "`repair` puts back what it has kept. These bytes were never kept, or were removed. \
        Put the file back from version control, or accept what is there: `automaton repair \
        --accept`.",
};

/// `nothing-says-where`
pub static NOTHING_SAYS_WHERE: Topic = Topic {
    code: "nothing-says-where",
    severity: Severity::Error,
    exit: Exit::Damaged,
    summary: "neither the journal nor the folder says where the task stood",
    explanation: "No sound entry of the journal and no readable `.state` names a state of this \
        workflow. A person has to say where the task stands: `automaton repair --task T --as \
        STATE`.",
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
    &OPEN_SUBTASKS,
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
    &NOTHING_TO_REPAIR,
    &BYTES_LOST,
    &NOTHING_SAYS_WHERE,
];
