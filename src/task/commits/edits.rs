//! Whether what a commit changed in the project was allowed to change: by a state that some task
//! stood in from the commit's parents to the commit itself, or by a person's override.

use std::rc::Rc;

use crate::diagnostic::Diagnostic;
use crate::engine::Fact;
use crate::engine::edit::{
    Aim, Bounds, EditFacts, EditRefusal, EditRules, Footing, Object, Override, Stand, Target,
    Visitor, judge,
};
use crate::names::{ActorName, TaskPath};
use crate::task::entry::EntryEvent;
use crate::task::history;
use crate::task::journal::Line;
use crate::task::layout::{HOME, OVERRIDES, TASKS, WORKFLOWS};
use crate::workflow::Workflow;

/// The states that tasks stood in under one workflow.
pub(super) struct Ground {
    workflow: Rc<Workflow>,
    rules: EditRules,
    stands: Vec<(TaskPath, Stand)>,
}

impl Ground {
    pub(super) fn of(workflow: Rc<Workflow>) -> Self {
        Self {
            rules: EditRules::of(&workflow),
            workflow,
            stands: Vec::new(),
        }
    }

    pub(super) fn is_under(&self, workflow: &Workflow) -> bool {
        self.workflow.digest == workflow.digest
    }

    /// Adds where `task` stood after the last of `lines`, unless a person had ended it, or it was in
    /// the archive.
    pub(super) fn add(&mut self, task: &TaskPath, lines: &[Line]) {
        let ended = |line: &Line| line.entry.event == EntryEvent::Abandon;
        if let Some(Line { entry, .. }) = lines.last()
            && !lines.iter().any(ended)
            && history::place(lines).is_none()
        {
            let stand = Stand {
                state: entry.to.clone(),
                becoming: None,
                origin: entry.origin,
                recorded: entry.artifacts.keys().cloned().collect(),
                // Who worked on it then is no matter of the commit.
                claim: None,
                scope: entry.scope.clone(),
            };
            self.stands.push((task.clone(), stand));
        }
    }
}

/// What a commit may change.
pub(super) struct Edits {
    /// One for each workflow; never empty.
    pub(super) grounds: Vec<Ground>,
    pub(super) overriding: Option<Override>,
    /// The bounds of the loop that makes the commit, where one does.
    pub(super) bounds: Option<Bounds>,
}

impl Edits {
    /// Why `path`, relative to the project, may not be changed. What tasks and their records hold is
    /// judged by their journals.
    pub(super) fn refusal(&self, path: &str, is_new: bool) -> Option<Diagnostic> {
        let own = path.strip_prefix(HOME).and_then(|p| p.strip_prefix('/'));
        let top = own.map(|inside| inside.split('/').next().unwrap_or_default());
        if matches!(top, Some(TASKS | WORKFLOWS | OVERRIDES)) {
            return None;
        }
        let aim = Aim {
            given: path.to_owned(),
            target: match own {
                Some(_) => Target::Own(path.to_owned()),
                None => Target::Code(path.to_owned()),
            },
            object: Object::Missing,
        };
        let mut refused: Option<(&Ground, Box<EditRefusal>)> = None;
        for ground in &self.grounds {
            let facts = At {
                ground,
                overriding: self.overriding.as_ref(),
                bounds: self.bounds.as_ref(),
            };
            match judge(&ground.rules, &facts, &aim) {
                Ok(_) => return None,
                Err(refusal) => refused = Some((ground, refusal)),
            }
        }
        let (ground, refusal) = refused?;
        if is_new && refusal.is_of_guarded_ground() {
            // Somebody has to be the first to add the workflow, or the settings that call the gate.
            return None;
        }
        let mut found = refusal.diagnose(&ground.rules, &ground.workflow.source);
        found.message = format!("`{path}` was changed");
        // What leads on from here is not what led on then.
        found.next.clear();
        Some(found)
    }
}

/// The facts of one workflow's tasks.
struct At<'e> {
    ground: &'e Ground,
    overriding: Option<&'e Override>,
    bounds: Option<&'e Bounds>,
}

impl EditFacts for At<'_> {
    fn named(&self) -> Option<&TaskPath> {
        None
    }

    fn is_caller(&self, _: &ActorName) -> Fact<bool> {
        Ok(true)
    }

    fn now(&self) -> String {
        String::new()
    }

    fn each(&self, look: Visitor<'_>) -> Fact<()> {
        let mut stands = self.ground.stands.iter();
        let _ = stands.try_for_each(|(task, stand)| look(task, &|| Ok(Footing::At(stand.clone()))));
        Ok(())
    }

    fn footing(&self, _: &TaskPath) -> Fact<Footing> {
        Ok(Footing::Absent)
    }

    fn overriding(&self) -> Fact<Option<Override>> {
        Ok(self.overriding.cloned())
    }

    fn bounds(&self) -> Fact<Option<Bounds>> {
        Ok(self.bounds.cloned())
    }
}
