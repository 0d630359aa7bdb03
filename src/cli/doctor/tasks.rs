//! Whether tasks can go on, what steps left behind, and who holds locks.

use super::super::session::Session;
use crate::engine::{Condition, examine};
use crate::fs::FsError;
use crate::report::Symptom;
use crate::task::{Checks, HeldLock, Namespace};
use crate::workflow::Workflow;

/// What was seen on the way through all tasks.
#[derive(Default)]
struct Seen {
    tasks: usize,
    stuck: usize,
    leftovers: Vec<String>,
    held: Vec<HeldLock>,
    failed: Vec<String>,
}

impl Seen {
    fn note(
        &mut self,
        leftovers: Result<Vec<String>, FsError>,
        held: Result<Option<HeldLock>, FsError>,
    ) {
        match leftovers {
            Ok(found) => self.leftovers.extend(found),
            Err(error) => self.failed.push(error.to_string()),
        }
        match held {
            Ok(found) => self.held.extend(found),
            Err(error) => self.failed.push(error.to_string()),
        }
    }
}

/// What there is to say about the tasks of a project.
pub(super) fn symptoms(
    namespace: &Namespace,
    workflow: Option<&Workflow>,
    session: &Session,
) -> Vec<Symptom> {
    let mut seen = Seen::default();
    seen.note(namespace.leftovers(), namespace.held_lock());
    let actor = session.actor().ok();
    let visited = namespace.visit(&mut |listed| {
        let Ok(folder) = listed else {
            seen.stuck += 1;
            return;
        };
        seen.tasks += 1;
        seen.note(folder.leftovers(), folder.held_lock());
        let (Some(workflow), Some(actor)) = (workflow, &actor) else {
            return;
        };
        let goes_on = folder.observe(Checks::new()).is_ok_and(|facts| {
            let (condition, _) = examine(workflow, &facts, actor);
            !matches!(condition, Condition::Broken | Condition::Untracked)
        });
        seen.stuck += usize::from(!goes_on);
    });
    if let Err(error) = visited {
        seen.failed.push(error.to_string());
    }
    vec![tasks(&seen), staging(&seen), locks(&seen)]
}

fn tasks(seen: &Seen) -> Symptom {
    if let Some(first) = seen.failed.first() {
        return Symptom::error("tasks", first.clone(), "let this user read the folder");
    }
    let count = seen.tasks;
    match seen.stuck {
        0 => Symptom::ok("tasks", format!("{count}, and each can go on or is over")),
        stuck => Symptom::error(
            "tasks",
            format!("{count}, and {stuck} untracked, damaged or no task"),
            "run `automaton audit`",
        ),
    }
}

fn staging(seen: &Seen) -> Symptom {
    match seen.leftovers.as_slice() {
        [] => Symptom::ok("staging", "no step is under way or was cut short"),
        found => Symptom::warning(
            "staging",
            format!("a step is under way or was cut short: {}", found.join(", ")),
            "nothing needs to be deleted: the next step with the task settles it",
        ),
    }
}

fn locks(seen: &Seen) -> Symptom {
    let one = |lock: &HeldLock| match &lock.holder {
        Some(holder) => format!(
            "{} by `{}` (process {} on {}) since {}",
            lock.path, holder.command, holder.pid, holder.host, holder.since
        ),
        None => lock.path.clone(),
    };
    match seen.held.as_slice() {
        [] => Symptom::ok("locks", "none is held"),
        held => Symptom::warning(
            "locks",
            format!(
                "held: {}",
                held.iter().map(one).collect::<Vec<_>>().join("; ")
            ),
            "wait for that process or end it; a lock goes away with its process",
        ),
    }
}
