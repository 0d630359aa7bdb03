//! What lies outside the text: the linter asks, and whoever calls it looks.

use crate::diagnostic::Diagnostic;
use crate::engine::FactError;
use crate::names::{StateName, TaskPath};
use crate::workflow::Model;

/// The world around a workflow file.
pub trait Outside {
    /// The tasks on record and where they stand.
    fn tasks(&self) -> Result<Vec<(TaskPath, StateName)>, FactError> {
        Ok(Vec::new())
    }

    /// The text of the approvers file beside it, if there is one.
    fn approvers(&self) -> Result<Option<String>, FactError> {
        Ok(None)
    }

    /// What is wrong with the prompts beside the workflow. They and the commands in them are known
    /// above the linter, which documents the findings.
    fn prompts(&self, _: &Model) -> Result<Vec<Diagnostic>, FactError> {
        Ok(Vec::new())
    }
}

/// Nothing is known but the text.
#[derive(Clone, Copy, Debug, Default)]
pub struct Nothing;

impl Outside for Nothing {}

/// An approvers file with this text lies beside it.
#[derive(Clone, Copy, Debug)]
pub struct Beside<'a>(pub Option<&'a str>);

impl Outside for Beside<'_> {
    fn approvers(&self) -> Result<Option<String>, FactError> {
        Ok(self.0.map(str::to_owned))
    }
}
