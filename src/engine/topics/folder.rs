//! What stands in the way in a task's folder, with the text that `explain` prints.

use crate::diagnostic::{Exit, Severity, Topic};

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
