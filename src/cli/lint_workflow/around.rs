//! What lies around a workflow file, as the linter asks for it.

use std::path::PathBuf;

use crate::approval;
use crate::engine::{FactError, Facts as _, Standing};
use crate::lint::Outside;
use crate::names::{StateName, TaskPath};
use crate::task::{Checks, Listed, Namespace};

/// The folder of a workflow file, and the tasks of a project if they count.
pub(super) struct Around<'a> {
    pub(super) folder: Option<PathBuf>,
    pub(super) tasks: Option<&'a Namespace>,
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
}
