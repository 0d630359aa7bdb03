//! Whether a file may be written: the gate's question, decided from facts like every other one.

mod aim;
mod bounds;
mod caller;
mod facts;
mod judge;
mod overriding;
mod protected;
mod reach;
mod refusal;
mod rules;
mod sentences;
mod task_file;
pub mod topics;

pub use aim::{Aim, Object, Target};
pub use bounds::Bounds;
pub use facts::{EditFacts, Footing, Override, Stand, Visitor};
pub use judge::{Permit, Warrant, judge, judge_anything, judge_shell};
pub use overriding::{LONGEST_OVERRIDE, OverrideGrant, decide_override};
pub use protected::{PROTECTED, Protected, protected};
pub use reach::{Reach, TaskFile, Writing, reach};
pub use refusal::EditRefusal;
pub use rules::EditRules;
