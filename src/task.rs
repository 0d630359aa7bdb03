//! What is on disk: task folders, their journals and their locks. Nothing here decides; a step is
//! written only for a [`Grant`](crate::engine::Grant) whose facts hold the task's lock.

mod adopt;
mod artifact;
mod attic;
pub mod check;
mod commit;
mod create;
mod entry;
mod history;
mod journal;
mod layout;
mod lock;
mod namespace;
mod observe;
mod reading;
mod records;
mod recover;
mod repair;
pub mod root;
mod state_file;
mod subtasks;
mod vacancy;

pub use commit::{CommitError, Committed, commit};
pub use create::create;
pub use entry::{Decision, Entry, EntryEvent, Level};
pub use journal::{Journal, Line};
pub use layout::MACHINE_LOCAL;
pub use lock::{DEFAULT_WAIT, Holder, LockError, TaskLock, Waiter};
pub use namespace::{Listed, Namespace, TaskFolder};
pub use reading::{Checks, Locked, LockedTask, ObservedTask, TaskFacts, Unlocked};
pub use vacancy::{LockedNamespace, NamespaceLock, ObservedNamespace, Vacancy};
