//! What is for a person to settle, with the text that `explain` prints.

use crate::diagnostic::{Exit, Severity, Topic};

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

/// `nothing-to-map`
pub static NOTHING_TO_MAP: Topic = Topic {
    code: "nothing-to-map",
    severity: Severity::Error,
    exit: Exit::Refused,
    summary: "the task does not stand in a state that the workflow lost",
    explanation: "`upgrade --map OLD=NEW` moves tasks out of states of the phase OLD that the workflow in force \
        no longer has. A state that it has is left along its edges: `automaton status TASK` lists them.",
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
