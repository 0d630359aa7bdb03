//! What may happen: the engine decides every request from facts, and looks at nothing itself.

pub mod contract;
mod facts;
mod folder;
mod grant;
mod request;
mod step;

pub use facts::{
    CheckResult, Claim, Fact, FactError, Facts, Presence, Record, Standing, Subtask,
    SubtaskStanding, Tampering,
};
pub use folder::Notice;
pub use grant::{Grant, Order};
pub use request::{Action, Authority, Keep, Request};
pub use step::{Step, StepKind};
