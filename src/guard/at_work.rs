//! The tasks that a caller works on, as the gate reads them.

use std::ops::ControlFlow;

use crate::clock;
use crate::engine::edit::{EditFacts, Footing, Override};
use crate::engine::{Fact, FactError};
use crate::names::TaskPath;
use crate::task::Namespace;

/// The tasks of a project, as far as the caller works on them.
#[derive(Clone, Debug)]
pub struct AtWork {
    namespace: Namespace,
    task: Option<TaskPath>,
}

impl AtWork {
    /// The task that the caller names, or else every task.
    pub fn new(namespace: Namespace, task: Option<TaskPath>) -> Self {
        Self { namespace, task }
    }
}

impl EditFacts for AtWork {
    fn at_work(
        &self,
        look: &mut dyn FnMut(&TaskPath, Fact<Footing>) -> ControlFlow<()>,
    ) -> Fact<()> {
        if let Some(task) = &self.task {
            let _ = look(task, self.footing(task));
            return Ok(());
        }
        let mut unreadable = None;
        let visited = self.namespace.visit_until(&mut |listed| match listed {
            Ok(folder) => look(folder.task(), folder.footing().map_err(FactError::from)),
            Err(error) => {
                unreadable.get_or_insert(error);
                ControlFlow::Continue(())
            }
        });
        visited.map_err(FactError::from)?;
        unreadable.map_or(Ok(()), Err)
    }

    fn works_on(&self, task: &TaskPath) -> bool {
        let own = self.task.as_ref();
        own.is_none_or(|own| task.is_within(own))
    }

    fn footing(&self, task: &TaskPath) -> Fact<Footing> {
        match self.namespace.find(task)? {
            Some(folder) => Ok(folder.footing()?),
            None => Ok(Footing::Absent),
        }
    }

    fn overriding(&self) -> Fact<Option<Override>> {
        Ok(self.namespace.overrides()?.standing(&clock::now()))
    }
}
