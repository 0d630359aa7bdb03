//! Why a signature does not count, with the text that `explain` prints.

use crate::diagnostic::{Exit, Severity, Topic};

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
