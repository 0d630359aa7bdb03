//! Where the tasks of a project stand, as the linter asks for it.

use crate::engine::{FactError, Facts as _, Standing};
use crate::lint::Outside;
use crate::names::{StateName, TaskPath};
use crate::task::{Checks, Listed, Namespace};

/// The tasks of a project.
pub(super) struct LiveTasks(pub(super) Namespace);

impl Outside for LiveTasks {
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
        self.0.visit(&mut look)?;
        match failed {
            Some(error) => Err(error),
            None => Ok(tasks),
        }
    }
}
