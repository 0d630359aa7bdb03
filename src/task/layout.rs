//! The names of what a task folder, and the folder of all tasks, hold besides artifacts.

/// The folder of everything that belongs to this program, in the project.
pub(super) const HOME: &str = ".automaton";
/// The folder of all tasks, in [`HOME`].
pub(super) const TASKS: &str = "tasks";
/// The folder of archived tasks, in [`TASKS`].
pub(super) const COMPLETE: &str = "complete";
/// The folder of workflow texts that journals refer to, in [`HOME`].
pub(super) const WORKFLOWS: &str = "workflows";

/// The folder of the project's own templates, in [`HOME`].
pub(super) const TEMPLATES: &str = "templates";

/// What people let through although no phase allows it, in [`HOME`].
pub(super) const OVERRIDES: &str = "overrides.journal";

/// The state of a task.
pub(super) const STATE: &str = ".state";
/// The state that a step leads to, while the step is under way.
pub(super) const STAGED_STATE: &str = ".state.tmp";
/// The state that a repair leads to, in the attic's folder for the repair.
pub(super) const STAGED_REPAIR: &str = ".state.repair";
/// The journal of a task.
pub(super) const JOURNAL: &str = ".state.journal";
/// A journal that is about to be put in place as a whole.
pub(super) const STAGED_JOURNAL: &str = ".state.journal.tmp";
/// The lock file of a task, or of [`TASKS`].
pub(super) const LOCK: &str = ".state.lock";
/// The folder of what steps moved aside.
pub(super) const ATTIC: &str = ".state.attic";
/// The folder in which a task is built before it is put in place.
pub(super) const STAGING: &str = ".state.new";
/// An artifact that is about to get its recorded bytes back.
pub(super) const STAGED_ARTIFACT: &str = ".state.restore";
/// The folder of sub-tasks.
pub(super) const SUBTASKS: &str = "subtasks";

/// What one machine needs and no other should get, as patterns for Git in `.automaton`: locks, claims,
/// what is being written, and loops: no branch gives back to a loop what it has used.
pub const MACHINE_LOCAL: &[&str] = &[
    STAGED_STATE,
    LOCK,
    ".state.claim",
    ".state.tick",
    STAGING,
    STAGED_ARTIFACT,
    STAGED_REPAIR,
    ".*.tmp",
    "workflows/*.tmp",
    "loops/*",
    "**/.state.attic/bytes/*.tmp",
];

/// What every name that belongs to this program starts with.
pub(super) const OWN: &str = ".state";
