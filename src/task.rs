//! What is on disk.

pub mod check;
pub mod root;
