//! What is said and put on record after a command that `exec` held.

use std::io::Write as _;

use super::Args;
use crate::cli::session::Session;
use crate::cli::step;
use crate::diagnostic::{Diagnostic, NextStep};
use crate::engine::Action;
use crate::guard::sandbox::{Ended, Ending, Sandbox};
use crate::guard::topics;
use crate::report::Answer;
use crate::task::root::Project;

/// How many paths are named.
const MOST_NAMED: usize = 20;

/// Says to what a command that failed was held: what the system told it was only that it may not.
pub(super) fn hint(args: &Args, sandbox: &Sandbox<'_>, ended: &Ended) {
    if ended.ending == Ending::Exited(0) {
        return;
    }
    let tasks = sandbox.tasks().iter().take(3);
    let tasks: Vec<String> = tasks
        .map(|(task, state)| format!("`{task}` in `{state}`"))
        .collect();
    let whose = match tasks.as_slice() {
        [] => "no task is under way".to_owned(),
        tasks => format!("what {} may", tasks.join(", ")),
    };
    let task = args.task.as_ref();
    let task = task.map_or_else(String::new, |task| format!(" --task {task}"));
    // The command has ended as it did, whether anybody reads this or not.
    let _ = writeln!(
        std::io::stderr(),
        "automaton: writing is held to {whose}; `automaton exec --explain{task}` lists it"
    );
}

/// Reports what was changed that may not be, and puts it on record.
pub(in crate::cli) fn violation(
    ended: &Ended,
    sandbox: &Sandbox<'_>,
    project: &Project,
    session: &Session,
) -> Answer {
    let shown = |path: &std::path::PathBuf| {
        let inside = path.strip_prefix(&project.code).unwrap_or(path);
        inside.display().to_string()
    };
    let mut named: Vec<String> = ended.changed.iter().take(MOST_NAMED).map(shown).collect();
    let more = ended.changed.len().saturating_sub(MOST_NAMED);
    if more > 0 {
        named.push(format!("and {more} more"));
    }
    let found = format!("a command changed {}", named.join(", "));
    let mut problem = Diagnostic::call(
        &topics::CHANGED_OUTSIDE,
        "the command changed what it may not",
    );
    problem.reasons = named;
    problem = problem.reason(format!(
        "it ended {}, held by {}",
        ending(ended.ending),
        ended.tier
    ));
    for task in sandbox.answerable() {
        let action = Action::Violation {
            found: found.clone(),
        };
        let recorded = session
            .place()
            .and_then(|place| step::take(session, &place, &task, action, false));
        problem = match recorded {
            Ok(_) => problem.reason(format!("the journal of `{task}` says so")),
            Err(why) => problem.reason(format!(
                "the journal of `{task}` could not be told: {}",
                why.message
            )),
        };
    }
    Answer::refused(problem.next(NextStep::anyone("automaton status")))
}

fn ending(ending: Ending) -> String {
    match ending {
        Ending::Exited(code) => format!("with exit code {code}"),
        Ending::Killed(signal) => format!("by signal {signal}"),
    }
}
