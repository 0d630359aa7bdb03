//! Loops: an agent that is started again and again on a task, with brakes that hold.

pub mod brakes;
mod create;
pub mod drift;
pub mod harness;
pub mod held;
mod journal;
pub mod late;
pub mod meter;
mod money;
pub mod pace;
pub mod plan;
pub mod release;
mod shelf;
pub mod state;
pub mod template;
pub mod turn;
pub mod verifier;

pub use journal::{Entry, Event};
pub use money::Amount;
pub(crate) use shelf::lock_worktrees;
pub use shelf::{LoopError, LoopFolder, Note, TickLock, names};
