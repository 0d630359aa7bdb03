//! What Linux offers to hold a command.

mod channel;
mod descriptors;
mod landlock;
mod namespace;
mod seccomp;
mod stage;
mod supervise;

pub use stage::stage;
pub(super) use supervise::{Started, start};
