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

/// `to-be-held`
pub static TO_BE_HELD: Topic = Topic {
    code: "to-be-held",
    severity: Severity::Error,
    exit: Exit::Refused,
    summary: "a shell command is run by `automaton exec`, and this harness does not let a hook see to that",
    explanation: "Under `shell sandbox` every shell command runs where the kernel holds it to what the phase may \
     write; it may read everything. Most harnesses let the hook put `automaton exec` before the \
     command. Where one does not, run the command that the refusal names: it is the same one, held.",
};

/// `not-held`
pub static NOT_HELD: Topic = Topic {
    code: "not-held",
    severity: Severity::Error,
    exit: Exit::Refused,
    summary: "nothing on this machine would hold the command to the phase",
    explanation: "`automaton exec` runs a command only where the kernel keeps it from writing what the phase \
     may not. That takes Linux with Landlock in version 3 or later; namespaces hold more where they \
     are allowed. Where there is neither, a person may write `shell allow` into the workflow: then \
     shell commands run as they are, and only the agent's edit tools are held.",
};

/// `inside-exec`
pub static INSIDE_EXEC: Topic = Topic {
    code: "inside-exec",
    severity: Severity::Error,
    exit: Exit::Refused,
    summary: "a command that writes records was called by a command that `exec` holds",
    explanation: "What `automaton exec` runs may not write in a task's folder, and the kernel holds it to that, \
     so a step could not be journaled from there. Run the command as one of its own, not as a part \
     of a script or behind `&&`.",
};

/// `changed-outside`
pub static CHANGED_OUTSIDE: Topic = Topic {
    code: "changed-outside",
    severity: Severity::Error,
    exit: Exit::Damaged,
    summary: "a command changed what the phase may not, where the kernel could not hold it",
    explanation: "`automaton exec` compares before and after what the kernel of this machine cannot hold: Git's \
     hooks and settings in a phase that edits, modes under Landlock alone, and files in granted \
     folders that the phase's globs do not cover. What changed is named, and the journal of the \
     task has an entry `violation`. Put it back, or let a person look at it.",
};

/// Every kind.
pub static ALL: &[&Topic] = &[
    &PAYLOAD_UNREADABLE,
    &UNSEEN,
    &TOO_SLOW,
    &FAILED,
    &TO_BE_HELD,
    &NOT_HELD,
    &INSIDE_EXEC,
    &CHANGED_OUTSIDE,
];
