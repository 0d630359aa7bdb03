//! What lies outside the text: the linter asks, and whoever calls it looks.

use crate::engine::FactError;
use crate::names::{StateName, TaskPath};

/// The world around a workflow file.
pub trait Outside {
    /// The tasks on record and where they stand.
    fn tasks(&self) -> Result<Vec<(TaskPath, StateName)>, FactError>;
}

/// Nothing is known but the text.
#[derive(Clone, Copy, Debug, Default)]
pub struct Nothing;

impl Outside for Nothing {
    fn tasks(&self) -> Result<Vec<(TaskPath, StateName)>, FactError> {
        Ok(Vec::new())
    }
}
