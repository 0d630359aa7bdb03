//! What can come of a call about a loop.

use crate::diagnostic::{Exit, Severity, Topic};

/// Every code about a loop.
pub(in crate::cli) const ALL: &[&Topic] = &[
    &NO_SUCH_LOOP,
    &LOOP_EXISTS,
    &LOOP_UNTRACKED,
    &LOOP_DAMAGED,
    &LOOP_PLAN,
    &LOOP_TRIPPED,
    &LOOP_NOT_HALTED,
    &LOOP_STILL_HELD,
    &LOOP_NOT_PAUSED,
    &LOOP_INTERRUPTED,
    &HARNESS_MISSING,
    &HARNESS_FAILED,
    &HARNESS_TIMED_OUT,
    &WORKTREE_FAILED,
    &NO_CADENCE,
    &LOOP_BREAKER,
];

/// A loop that does not exist.
pub(in crate::cli) static NO_SUCH_LOOP: Topic = Topic {
    code: "no-such-loop",
    severity: Severity::Error,
    exit: Exit::NoTask,
    summary: "there is no loop of that name",
    explanation: "A loop is a folder below `.automaton/loops` that `automaton loop create` made. Check the \
        name, or make the loop first.",
};

/// A name that is taken.
pub(in crate::cli) static LOOP_EXISTS: Topic = Topic {
    code: "loop-exists",
    severity: Severity::Error,
    exit: Exit::Refused,
    summary: "a loop cannot be made, because something has its name",
    explanation: "What a loop has used belongs to its name for good: making it anew would give it all of its \
        budget once more. Choose another name, or go on with the loop that is there.",
};

/// A folder that no command made.
pub(in crate::cli) static LOOP_UNTRACKED: Topic = Topic {
    code: "loop-untracked",
    severity: Severity::Error,
    exit: Exit::NoTask,
    summary: "the folder of a loop has no `.state.loop`",
    explanation: "Nothing is known about what the loop has used, so nothing would brake it. `automaton loop \
        create` is the only way to make one: move the folder away, and make the loop anew.",
};

/// Records of a loop that cannot be believed.
pub(in crate::cli) static LOOP_DAMAGED: Topic = Topic {
    code: "loop-damaged",
    severity: Severity::Error,
    exit: Exit::Damaged,
    summary: "the records of a loop are damaged, or somebody changed them",
    explanation: "`.state.loop` holds what a loop has used, and its journal holds a digest of it. They do not \
        agree, or one of them cannot be read. No brake could be trusted, so the loop does not run.",
};

/// A plan that brakes would not hold.
pub(in crate::cli) static LOOP_PLAN: Topic = Topic {
    code: "loop-plan",
    severity: Severity::Error,
    exit: Exit::Usage,
    summary: "`loop.json` is not a plan that brakes hold",
    explanation: "`loop.json` says what a loop runs and what holds it. The message says what in it is wrong. \
        A person mends it; a loop that is not sure of its limits does not run.",
};

/// A brake that a tick ran into.
pub(in crate::cli) static LOOP_TRIPPED: Topic = Topic {
    code: "loop-tripped",
    severity: Severity::Error,
    exit: Exit::Refused,
    summary: "what a tick did tripped a brake, and the loop is halted",
    explanation: "After the harness has run, what it changed and used is held against what the loop allows. \
        The message says what was too much. Nothing runs any more until a person has looked at it, and \
        has let the loop go on with `automaton loop approve`.",
};

/// An approval of what needs none.
pub(in crate::cli) static LOOP_NOT_HALTED: Topic = Topic {
    code: "loop-not-halted",
    severity: Severity::Error,
    exit: Exit::Refused,
    summary: "only a halted loop can be approved",
    explanation: "`automaton loop approve` is the way out of a halt, and of nothing else. A paused loop goes on with \
        `automaton loop resume`; one whose tasks are all over has nothing left to do.",
};

/// An approval that would change nothing.
pub(in crate::cli) static LOOP_STILL_HELD: Topic = Topic {
    code: "loop-still-held",
    severity: Severity::Error,
    exit: Exit::Refused,
    summary: "the brake that halted the loop would halt it again",
    explanation: "What a loop has used stays counted, so that approving it does not give it all of its budget once \
        more. Say by how much the limit is raised: `--iterations +5`, or `--budget +2.50`. Nothing was changed.",
};

/// A pause or its end where there is none to make.
pub(in crate::cli) static LOOP_NOT_PAUSED: Topic = Topic {
    code: "loop-not-paused",
    severity: Severity::Error,
    exit: Exit::Refused,
    summary: "the loop is neither running nor paused",
    explanation: "A running loop can be paused, and a paused one resumed. One that a brake halted waits for a person to \
        approve it; one whose tasks are all over stands still for good.",
};

/// A tick that was ended from outside.
pub(in crate::cli) static LOOP_INTERRUPTED: Topic = Topic {
    code: "loop-interrupted",
    severity: Severity::Error,
    exit: Exit::Refused,
    summary: "a tick was stopped while its harness ran",
    explanation: "Somebody paused or halted the loop, or told the tick to end. The harness and all that it \
        started were ended, and the iteration counts. What it had changed was measured as always.",
};

/// A harness that could not be started.
pub(in crate::cli) static HARNESS_MISSING: Topic = Topic {
    code: "harness-missing",
    severity: Severity::Error,
    exit: Exit::Refused,
    summary: "the program of a loop could not be started",
    explanation: "The first word of `harness.command` names no program that can be run here. A schedule has \
        the search path that it was installed with. Name the program by its absolute path, or \
        install it.",
};

/// A harness that failed.
pub(in crate::cli) static HARNESS_FAILED: Topic = Topic {
    code: "harness-failed",
    severity: Severity::Error,
    exit: Exit::Refused,
    summary: "the harness of a loop ended with an error",
    explanation: "The iteration counts, and no step of the task was taken. What the harness wrote is in the \
        log that the message names. `loop run` waits longer after each failure, and ends after five of \
        the same kind in an hour.",
};

/// A harness that took too long.
pub(in crate::cli) static HARNESS_TIMED_OUT: Topic = Topic {
    code: "harness-timed-out",
    severity: Severity::Error,
    exit: Exit::Refused,
    summary: "the harness of a loop did not end within its time limit",
    explanation: "It was told to end, and was ended where it did not, with all that it had started. The \
        iteration counts, and no step of the task was taken. What it wrote is in the log that the \
        message names.",
};

/// A worktree that could not be had.
pub(in crate::cli) static WORKTREE_FAILED: Topic = Topic {
    code: "worktree-failed",
    severity: Severity::Error,
    exit: Exit::Io,
    summary: "the worktree of a loop could not be made or looked at",
    explanation: "A loop works in a worktree of Git, by which it is told what changed. Git does not run, there \
        is no repository, or it refused; the message says what it said. What cannot be measured is not \
        run.",
};

/// A loop that has no cadence.
pub(in crate::cli) static NO_CADENCE: Topic = Topic {
    code: "no-cadence",
    severity: Severity::Error,
    exit: Exit::Usage,
    summary: "the plan of the loop does not say how often it ticks",
    explanation: "`schedule` in `loop.json` is how much time passes from one tick to the next, such as `15m`. \
        Without it a loop is ticked by hand. A person writes it there.",
};

/// A loop that kept failing.
pub(in crate::cli) static LOOP_BREAKER: Topic = Topic {
    code: "loop-breaker",
    severity: Severity::Error,
    exit: Exit::Refused,
    summary: "five ticks of a loop failed the same way within an hour",
    explanation: "`automaton loop run` waits longer after each tick that fails, and gives up when waiting does \
        not help. The message names the last failure. Mend its cause, and start it again; what the \
        loop has used so far stays counted.",
};
