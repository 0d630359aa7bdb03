//! Every kind of refusal of a hook that could not decide, with the text that `explain` prints.

use crate::diagnostic::{Exit, Severity, Topic};

/// `payload-unreadable`
pub static PAYLOAD_UNREADABLE: Topic = Topic {
    code: "payload-unreadable",
    severity: Severity::Error,
    exit: Exit::Usage,
    summary: "what the harness sent does not say what the tool would do",
    explanation: "A hook gets the tool call as JSON on standard input. This one is no JSON, is too large, or \
     lacks what the tool must have, such as the path of the file that it writes. What cannot be \
     told is refused. If the harness changed its payloads, update `automaton`.",
};

/// `unseen-tool`
pub static UNSEEN: Topic = Topic {
    code: "unseen-tool",
    severity: Severity::Error,
    exit: Exit::Refused,
    summary: "the tool would lead to changes that no hook sees",
    explanation: "The harness asks before this tool starts, and not about what is done with it afterwards. Run \
     one command at a time instead.",
};

/// `gate-too-slow`
pub static TOO_SLOW: Topic = Topic {
    code: "gate-too-slow",
    severity: Severity::Error,
    exit: Exit::Io,
    summary: "the gate did not come to a decision in time",
    explanation: "Harnesses let a tool run when a hook takes too long, so the gate refuses by itself after two \
     seconds. Try again; if it happens often, look at the disk that holds the project, and at \
     what `automaton doctor` says.",
};

/// `gate-failed`
pub static FAILED: Topic = Topic {
    code: "gate-failed",
    severity: Severity::Error,
    exit: Exit::Io,
    summary: "the gate broke off while deciding",
    explanation: "This is a fault of the program. Nothing was decided, so the tool was refused. Report it with \
     the payload, and let a person use `automaton override` to go on.",
};

/// Every kind.
pub static ALL: &[&Topic] = &[&PAYLOAD_UNREADABLE, &UNSEEN, &TOO_SLOW, &FAILED];
