//! What is on disk.

pub mod root;
