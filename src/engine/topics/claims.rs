//! Refusals about claims.

use crate::diagnostic::{Exit, Severity, Topic};

/// `claimed`
pub static CLAIMED: Topic = Topic {
    code: "claimed",
    severity: Severity::Error,
    exit: Exit::Busy,
    summary: "someone else has claimed the task",
    explanation: "One task is worked on by one actor at a time. Wait until the claim is released or \
        has run out, or work on another task: `automaton claim --next` takes one that is free. A \
        person may end anyone's claim with `automaton release`. What only a person decides is not \
        blocked by a claim: approving, turning down, going back, abandoning and repairing.",
};

/// `claim-lost`
pub static CLAIM_LOST: Topic = Topic {
    code: "claim-lost",
    severity: Severity::Error,
    exit: Exit::Refused,
    summary: "someone else ended the caller's claim, and the caller has not claimed again",
    explanation: "The claim ran out and somebody took the task over, or a person released it. What the \
        caller knows about the task may be out of date, so nothing more is taken from it, also when \
        nobody holds the task any more. Look at `automaton log TASK`, then claim the task again.",
};

/// `stale-epoch`
pub static STALE_EPOCH: Topic = Topic {
    code: "stale-epoch",
    severity: Severity::Error,
    exit: Exit::Refused,
    summary: "the caller does not hold the claim of the epoch that the call is bound to",
    explanation: "With `--epoch N` or the variable `AUTOMATON_EPOCH` a command changes a task only under the \
        claim of exactly that epoch, which `automaton claim` printed. The claim has run out, was \
        released, or somebody else holds the task. Drop what was decided under it, and claim the \
        task again without an epoch.",
};

/// `not-claimed`
pub static NOT_CLAIMED: Topic = Topic {
    code: "not-claimed",
    severity: Severity::Error,
    exit: Exit::Refused,
    summary: "there is no claim that could be released",
    explanation: "Nobody has claimed the task, or the claim was released already. Nothing was changed, and \
        anyone may claim it.",
};

/// `task-ended`
pub static TASK_ENDED: Topic = Topic {
    code: "task-ended",
    severity: Severity::Error,
    exit: Exit::Refused,
    summary: "a task that has ended cannot be claimed",
    explanation: "The task stands in a terminal phase, so there is no work left on it. The step into that \
        phase ended whatever claim there was. `automaton claim --next` takes a task that is open.",
};

/// `lease-out-of-bounds`
pub static LEASE_OUT_OF_BOUNDS: Topic = Topic {
    code: "lease-out-of-bounds",
    severity: Severity::Error,
    exit: Exit::Usage,
    summary: "a claim cannot last that long or that short",
    explanation: "A claim ends by itself, so that a task whose owner died is not lost: after 30 minutes, or \
        after what `--for` says, from one minute to 24 hours. Every step that its owner takes, and \
        claiming again, renews it.",
};
