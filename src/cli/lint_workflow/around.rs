//! What lies around a workflow file, as the linter asks for it.

use std::path::PathBuf;

use crate::approval;
use crate::cli::CommandTree;
use crate::diagnostic::Diagnostic;
use crate::engine::{FactError, Facts as _, Standing};
use crate::lint::Outside;
use crate::names::{StateName, TaskPath};
use crate::prompts::{self, Shelf};
use crate::task::{Checks, Listed, Namespace};
use crate::workflow::Model;

/// The folder of a workflow file, and the tasks of a project if they count.
pub(in crate::cli) struct Around<'a> {
    pub(in crate::cli) folder: Option<PathBuf>,
    pub(in crate::cli) tasks: Option<&'a Namespace>,
    /// Where the prompts lie, if they can be looked at.
    pub(in crate::cli) shelf: Option<Shelf>,
}

impl Outside for Around<'_> {
    fn tasks(&self) -> Result<Vec<(TaskPath, StateName)>, FactError> {
        let mut tasks = Vec::new();
        let mut failed = None;
        let mut look = |listed: Listed| {
            let found = listed.and_then(|folder| {
                let facts = folder.observe(Checks::new())?;
                let state = match facts.standing()? {
                    Standing::Tracked(record) => Some(record.state.clone()),
                    _ => None,
                };
                Ok(state.map(|state| (folder.task().clone(), state)))
            });
            match found {
                Ok(standing) => tasks.extend(standing),
                Err(error) => failed = Some(error),
            }
        };
        if let Some(namespace) = self.tasks {
            namespace.visit(&mut look)?;
        }
        match failed {
            Some(error) => Err(error),
            None => Ok(tasks),
        }
    }

    fn approvers(&self) -> Result<Option<String>, FactError> {
        match &self.folder {
            Some(folder) => Ok(approval::approvers(folder, "")?),
            None => Ok(None),
        }
    }
    fn prompts(&self, model: &Model) -> Result<Vec<Diagnostic>, FactError> {
        let checked = self.shelf.as_ref();
        let checked = checked.map(|shelf| prompts::check(model, shelf, &CommandTree));
        Ok(checked.unwrap_or_default())
    }
}
