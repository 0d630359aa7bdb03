//! Refusals about the archive, and about what lies in a task's attic.

use crate::diagnostic::{Exit, Severity, Topic};

/// `archived`
pub static ARCHIVED: Topic = Topic {
    code: "archived",
    severity: Severity::Error,
    exit: Exit::Refused,
    summary: "the task is archived",
    explanation: "The task was over, and `automaton cleanup-done` moved its folder to \
        `.automaton/tasks/complete/`. It can be looked at, and nothing else: `automaton \
        cleanup-done --restore TASK` brings it back.",
};

/// `not-archived`
pub static NOT_ARCHIVED: Topic = Topic {
    code: "not-archived",
    severity: Severity::Error,
    exit: Exit::Refused,
    summary: "the task is not archived",
    explanation: "Only a task in the archive can be brought back from it. This one stands among the \
        others: somebody may have brought it back before.",
};

/// `not-over`
pub static NOT_OVER: Topic = Topic {
    code: "not-over",
    severity: Severity::Error,
    exit: Exit::Refused,
    summary: "the task is not over, so it is not archived",
    explanation: "A task is archived once it stands in a terminal phase, or a person has abandoned it. \
        Finish it, or end it with `automaton abandon`.",
};

/// `too-recent`
pub static TOO_RECENT: Topic = Topic {
    code: "too-recent",
    severity: Severity::Error,
    exit: Exit::Refused,
    summary: "the task ended too short a time ago to be archived",
    explanation: "`cleanup-done --older-than` leaves tasks alone that were over, or brought back from the \
        archive, more recently than that. The time is counted from the last entry of the journal \
        that set the state or ended the task; claims and the like do not count.",
};

/// `part-of-task`
pub static PART_OF_TASK: Topic = Topic {
    code: "part-of-task",
    severity: Severity::Error,
    exit: Exit::Usage,
    summary: "a sub-task is archived, and comes back, with the task that it is a part of",
    explanation: "The folder of a sub-task is in that of its parent, whose journal names it. Taken away from \
        there it would be missing. Name the outermost task.",
};

/// `not-in-attic`
pub static NOT_IN_ATTIC: Topic = Topic {
    code: "not-in-attic",
    severity: Severity::Error,
    exit: Exit::Usage,
    summary: "the attic holds no such artifact of the workflow",
    explanation: "The attic keeps what each step moved aside under the number of the step. `automaton attic \
        list` shows all of it. Only what the workflow declares as an artifact can be put back.",
};

/// `not-writable`
pub static NOT_WRITABLE: Topic = Topic {
    code: "not-writable",
    severity: Severity::Error,
    exit: Exit::Refused,
    summary: "the artifact may not be written in the state that the task is in",
    explanation: "Putting an artifact back writes it. What a phase forbids, or what another phase wrote and is \
        frozen, is not written there, and nothing is while an approval is pending or granted. Go \
        back to a phase that writes it first.",
};
