//! What is on disk: task folders, their journals and their locks. Nothing here decides; a step is
//! written only for a [`Grant`](crate::engine::Grant) whose facts hold the task's lock.

mod adopt;
mod archive;
mod artifact;
mod attic;
mod audit;
pub mod check;
mod claims;
mod commit;
mod commits;
mod create;
mod decision;
mod entry;
mod footing;
mod found;
#[doc(hidden)]
pub mod fuzzing;
mod git;
mod history;
mod husk;
mod journal;
mod judged;
mod kept_bytes;
mod kept_workflows;
mod layout;
mod leftovers;
mod lock;
mod namespace;
mod observe;
mod overrides;
mod reading;
mod records;
mod recover;
mod repair;
mod replay;
pub mod root;
mod shelves;
mod signatures;
mod staging;
mod state_file;
mod subtasks;
mod template;
#[cfg(test)]
mod tests;
mod vacancy;

pub use archive::{MovableTask, TreeLock, relocate};
pub use audit::{Audited, NOT_A_TASK, TOPICS, Terms, audit, audit_task};
pub use commit::{CommitError, Committed, commit};
pub use commits::{AuditedCommit, COMMITS_UNKNOWN, audit_commits, audit_staged};
pub use create::create;
pub use decision::{Decision, Level};
pub use entry::{Entry, EntryEvent};
pub use git::Git;
pub use journal::{Journal, Line};
pub use kept_workflows::KeptWorkflows;
pub use layout::MACHINE_LOCAL;
pub use leftovers::HeldLock;
pub use lock::{DEFAULT_WAIT, Holder, LockError, TaskLock, Waiter};
pub use namespace::{Listed, Namespace, TaskFolder};
pub use overrides::{OverrideEntry, Overrides};
pub use reading::{Checks, Locked, LockedTask, ObservedTask, TaskFacts, Unlocked};
pub use replay::ApprovalOnRecord;
pub use shelves::Stored;
pub use signatures::{Checked, SignatureCheck, statements};
pub use template::{Filling, ListedTemplate, NO_SUCH_TEMPLATE, NewFile, TEMPLATE_BROKEN, Template};
pub use vacancy::{LockedNamespace, NamespaceLock, ObservedNamespace, Vacancy};
