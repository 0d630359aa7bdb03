//! Where the rules are enforced besides the commands: before edits, in harnesses, at commits.

mod at_work;
mod cache;
mod gate;
mod ground;

pub use at_work::AtWork;
pub use cache::Cache;
pub use gate::{Gate, GateError};
pub use ground::Ground;
