//! Where the rules are enforced besides the commands: before edits, in harnesses, at commits.

mod at_work;
mod cache;
mod caller;
mod event;
mod gate;
mod ground;
mod harness;
mod hook;
pub mod hooks;
mod patch;
mod payload;
pub mod sandbox;
mod shell;
pub mod topics;

pub use at_work::AtWork;
pub use cache::Cache;
pub use caller::Caller;
pub use event::{Deed, Event, Malformed};
pub use gate::{Decision, Gate, GateError, refusal};
pub use ground::Ground;
pub use harness::{HARNESSES, Harness, Reply, harness};
pub use hook::{Hook, inside_exec, undecided};

/// The exit code of a hook that could not give its reply: most harnesses take it for a refusal.
pub const UNSPOKEN: u8 = 2;
