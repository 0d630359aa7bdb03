//! The tasks of a project and who asks about them, as the gate reads them.

use std::cell::OnceCell;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use super::caller::Caller;
use crate::clock;
use crate::engine::edit::{Bounds, EditFacts, Footing, Override, Visitor};
use crate::engine::{Fact, FactError};
use crate::names::{ActorName, TaskPath};
use crate::task::{Namespace, bounds};

/// The tasks of a project, for one caller.
#[derive(Clone, Debug)]
pub struct AtWork {
    namespace: Namespace,
    automaton: PathBuf,
    caller: Caller,
    /// Found out only where a claim makes it matter: it may take reading a file.
    name: OnceCell<Fact<ActorName>>,
    /// Read once: many files may be asked about.
    bounds: OnceCell<Fact<Option<Bounds>>>,
}

impl AtWork {
    /// The tasks of `namespace`, in the folder `automaton`, for `caller`.
    pub fn new(namespace: Namespace, automaton: &Path, caller: Caller) -> Self {
        Self {
            namespace,
            automaton: automaton.to_owned(),
            caller,
            name: OnceCell::new(),
            bounds: OnceCell::new(),
        }
    }
}

impl EditFacts for AtWork {
    fn named(&self) -> Option<&TaskPath> {
        self.caller.task.as_ref()
    }

    fn is_caller(&self, owner: &ActorName) -> Fact<bool> {
        let name = self.name.get_or_init(|| self.caller.name());
        Ok(name.as_ref().map_err(FactError::clone)? == owner)
    }

    fn now(&self) -> String {
        clock::now()
    }

    fn each(&self, look: Visitor<'_>) -> Fact<()> {
        let mut unreadable = None;
        let visited = self.namespace.visit_until(&mut |listed| match listed {
            Ok(folder) => look(folder.task(), &|| Ok(folder.footing()?)),
            Err(error) => {
                unreadable.get_or_insert(error);
                ControlFlow::Continue(())
            }
        });
        visited.map_err(FactError::from)?;
        unreadable.map_or(Ok(()), Err)
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

    fn bounds(&self) -> Fact<Option<Bounds>> {
        let read = || {
            let name = self.caller.looped()?;
            let home = self.caller.environment.loop_home();
            let home = home.unwrap_or(&self.automaton);
            name.map(|name| bounds(home, &name)).transpose()
        };
        self.bounds.get_or_init(read).clone()
    }
}
