//! The page in a browser: it asks the program, shows what it answers, and decides nothing itself.

mod diff;
mod markdown;
mod workflow;

pub use diff::{changes, diff};
pub use markdown::markdown;
pub use workflow::{Layouts, Standing, workflow};
