//! What may happen: the engine decides every request from facts, and looks at nothing itself.

mod adopt;
mod arrival;
pub mod contract;
mod create;
mod decide;
mod diagnose;
mod edge;
pub mod edit;
mod facts;
mod folder;
mod grant;
mod guards;
mod inventory;
mod judge;
mod map;
mod next_steps;
mod outlook;
mod phrases;
mod produced;
mod refusal;
mod repair;
mod request;
mod rework;
mod sentences;
mod signature;
mod signing;
mod standing;
mod statement;
mod step;
pub mod topics;
mod ways_out;

pub use adopt::adopts_first;
pub use decide::decide;
pub use facts::{
    CheckResult, Claim, Fact, FactError, Facts, Presence, Record, Standing, Submission, Subtask,
    SubtaskStanding, Tampering,
};
pub use folder::Notice;
pub use grant::{Grant, Order};
pub use inventory::{Role, Stock, inventory};
pub use judge::{checks, judge};
pub use next_steps::all as next_steps;
pub use outlook::{Condition, Outlook, Prospect, Verdict, examine, outlook};
pub use refusal::{Obstacle, Refusal};
pub use request::{Action, Authority, Keep, Request};
pub use signature::{Evidence, Signature, distinct};
pub use signing::{collected, to_sign};
pub use statement::{STATEMENT_DAYS, Statement};
pub use step::{Step, StepKind};
