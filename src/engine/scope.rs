//! Scopes: the project files that a task is about, which narrow what its phase edits.

use std::fmt;

use super::refusal::Reason;
use super::request::Authority;
use super::step::{Step, StepKind};
use crate::names::TaskPath;
use crate::workflow::{Glob, Model, State, SubState, overlap, witness};

/// Whether the scope of a task in `state` may be set: by a person, or by anyone where an approval
/// is still to come, whose approver sees it.
pub(super) fn judge(
    model: &Model,
    authority: Authority,
    state: State,
) -> Result<Step, Vec<Reason>> {
    if authority != Authority::Person && !may_set_scope(model, state) {
        return Err(vec![Reason::ScopeNeedsPerson]);
    }
    Ok(Step::staying(StepKind::Scope, Some(state)))
}

/// Whether anyone may set the scope of a task in `state`.
pub fn may_set_scope(model: &Model, state: State) -> bool {
    state.sub == SubState::Base && model.phase(state.phase).approval.is_some()
}

/// Reads one glob of a scope; on failure, says what is wrong with it.
pub fn scope_glob(text: &str) -> Result<Glob, String> {
    let glob = Glob::parse(text).map_err(|error| error.to_string())?;
    match glob.escape() {
        None => Ok(glob),
        Some(how) => Err(format!(
            "`{text}` {how}; a scope is relative to the project"
        )),
    }
}

/// Two tasks whose scopes have files in common, as far as can be told.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Overlap {
    /// The tasks, each with the glob of its scope.
    pub tasks: [(TaskPath, Glob); 2],
    /// A path that both globs match, where one was found.
    pub path: Option<String>,
}

impl fmt::Display for Overlap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [(one, glob), (other, of_other)] = &self.tasks;
        write!(
            f,
            "the scopes of `{one}` (`{glob}`) and `{other}` (`{of_other}`) overlap"
        )?;
        match &self.path {
            Some(path) => write!(f, ", for example in `{path}`"),
            None => Ok(()),
        }
    }
}

/// The pairs of tasks whose scopes overlap, one for each pair. A task without a scope is about
/// whatever its phases edit, and is not compared.
pub fn overlaps(scoped: &[(TaskPath, Vec<Glob>)]) -> Vec<Overlap> {
    let mut found = Vec::new();
    for (index, (task, scope)) in scoped.iter().enumerate() {
        for (other, of_other) in &scoped[index + 1..] {
            let pairs = scope
                .iter()
                .flat_map(|one| of_other.iter().map(move |two| (one, two)));
            let mut meeting = pairs.filter(|(one, two)| overlap(one, two));
            if let Some((one, two)) = meeting.next() {
                found.push(Overlap {
                    tasks: [(task.clone(), one.clone()), (other.clone(), two.clone())],
                    path: in_both(one, two),
                });
            }
        }
    }
    found
}

fn in_both(one: &Glob, other: &Glob) -> Option<String> {
    let mut examples = [one, other].into_iter().filter_map(witness);
    examples.find(|path| one.matches(path) && other.matches(path))
}
