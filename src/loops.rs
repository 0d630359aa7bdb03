//! Loops: an agent that is started again and again on a task, with brakes that hold.

pub mod drift;
pub mod harness;
pub mod held;
pub mod meter;
pub mod pace;
