//! What can be wrong with a schedule.

use crate::diagnostic::{Exit, Severity, Topic};

/// Every code about a schedule.
pub const ALL: &[&Topic] = &[&SCHEDULE_FAILED, &SCHEDULE_CHANGED];

/// A scheduler that did not do what it was asked to.
pub static SCHEDULE_FAILED: Topic = Topic {
    code: "schedule-failed",
    severity: Severity::Error,
    exit: Exit::Io,
    summary: "the machine's scheduler could not be asked, or refused",
    explanation: "A schedule is a timer of the user's systemd, or a line of the user's crontab. The program \
        that installs it is missing, or ended with the error that the message quotes. The same call \
        again completes what was begun; `--show` prints what has to be installed by hand.",
};

/// A schedule that somebody changed.
pub static SCHEDULE_CHANGED: Topic = Topic {
    code: "schedule-changed",
    severity: Severity::Error,
    exit: Exit::Refused,
    summary: "the schedule was changed since it was installed",
    explanation: "What this program writes ends with, or starts with, a digest of itself. It does not fit any \
        more, so somebody changed the schedule on purpose. It is neither overwritten nor removed: \
        move the change away by hand, and run the command again.",
};
