//! What may happen: the engine decides every request from facts, and looks at nothing itself.

mod adopt;
mod archive;
mod arrival;
mod attic;
mod claim;
mod conditions;
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
mod next_task;
mod outlook;
mod phrases;
mod produced;
mod refusal;
mod repair;
mod request;
mod rework;
mod scope;
mod sentences;
mod signature;
mod signing;
mod standing;
mod statement;
mod step;
mod subtasks;
pub mod topics;
mod ways_out;

pub use adopt::adopts_first;
pub use claim::{Claim, Claims, DEFAULT_LEASE, LONGEST_LEASE, Loss, SHORTEST_LEASE};
pub use conditions::conditions;
pub use decide::decide;
pub use facts::{
    CheckResult, Fact, FactError, Facts, Presence, Record, Standing, Submission, Subtask,
    SubtaskStanding, Tampering,
};
pub use folder::{Notice, may_write};
pub use grant::{Grant, Order};
pub use inventory::{Role, Stock, inventory};
pub use judge::{checks, judge};
pub use next_steps::{all as next_steps, along as next_step};
pub use next_task::{Distances, Rank, Work, work};
pub use outlook::{Condition, Outlook, Prospect, Verdict, examine, outlook};
pub use refusal::{Obstacle, Refusal};
pub use request::{Action, Authority, Keep, Request};
pub use scope::{Overlap, may_set_scope, overlaps, scope_glob};
pub use signature::{Evidence, Signature, distinct};
pub use signing::{collected, to_sign};
pub use statement::{STATEMENT_DAYS, Statement};
pub use step::{Step, StepKind};
