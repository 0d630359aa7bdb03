//! The gate's rules, in one order.

use std::ops::ControlFlow;

use super::aim::{Aim, Object, Target};
use super::facts::{EditFacts, Footing, Override, Stand};
use super::protected::{Protected, protected};
use super::refusal::{EditRefusal, Trouble, Why};
use super::rules::EditRules;
use super::{caller, task_file};
use crate::engine::facts::Fact;
use crate::names::{StateName, TaskPath};
use crate::source::Span;
use crate::workflow::{Origin, Shell};

/// Leave to write, and by what.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Permit {
    /// What gives leave.
    pub warrant: Warrant,
    /// The task that it is about, with its state.
    pub task: Option<(TaskPath, StateName)>,
}

/// What gives leave to write.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Warrant {
    /// A glob of the phase's `edits`, at this place of the workflow.
    Edits(Span),
    /// A glob of `scratch`, at this place of the workflow.
    Scratch(Span),
    /// The phase writes the artifact, at this place of the workflow.
    Produces(Span),
    /// The artifact is one that later phases may change, declared at this place.
    Unfrozen(Span),
    /// The file is bookkeeping beside the artifacts.
    Metadata,
    /// The workflow does not name the file, and lets such files be.
    Unnamed,
    /// The file is a temporary one, outside the project.
    Temporary,
    /// The workflow leaves shell commands alone.
    ShellAllowed,
    /// The command may run where it is held to what its caller may write, and only there.
    Held,
    /// A person lets it through.
    Override(Override),
}

impl Permit {
    pub(super) fn by(warrant: Warrant) -> Self {
        Self {
            warrant,
            task: None,
        }
    }

    pub(super) fn of(warrant: Warrant, task: &TaskPath, state: &StateName) -> Self {
        Self {
            warrant,
            task: Some((task.clone(), state.clone())),
        }
    }
}

/// Whether `aim` may be written, or every reason why not.
pub fn judge(
    rules: &EditRules,
    facts: &impl EditFacts,
    aim: &Aim,
) -> Result<Permit, Box<EditRefusal>> {
    let refused = |why| Box::new(EditRefusal::of(Some(aim), why));
    if let Target::Nowhere(problem) = &aim.target {
        return Err(refused(vec![Why::Nowhere(problem.clone())]));
    }
    if let Target::Outside(path) = &aim.target {
        return Err(refused(vec![Why::Outside(path.clone())]));
    }
    match aim.object {
        Object::Other(kind) => return Err(refused(vec![Why::OtherKind(kind)])),
        Object::File { links } if links > 1 => return Err(refused(vec![Why::Links(links)])),
        Object::File { .. } | Object::Missing => {}
    }
    let decided = match &aim.target {
        Target::Temporary(_) => Ok(Permit::by(Warrant::Temporary)),
        Target::Task { task, inside } => {
            return task_file::judge(rules, facts, task, inside).map_err(refused);
        }
        Target::Own(path) | Target::Alias { of: path, .. } => Err(guarded(path)),
        Target::Code(path) => code(rules, facts, path),
        Target::Outside(_) | Target::Nowhere(_) => return Err(refused(Vec::new())),
    };
    unless_overridden(facts, decided, overridable(&aim.target)).map_err(refused)
}

/// Whether the caller may edit any file at all.
pub fn judge_anything(
    rules: &EditRules,
    facts: &impl EditFacts,
) -> Result<Permit, Box<EditRefusal>> {
    let decided = some_task(rules, facts, None, &|phase| {
        phase.edits.first().map(|glob| glob.span)
    });
    unless_overridden(facts, decided, true).map_err(|why| Box::new(EditRefusal::of(None, why)))
}

/// Whether a shell command, which may write anything, may run as it is, or may run where it is held
/// to what the caller may write. `can_be_held` is whether this machine has such a place.
pub fn judge_shell(
    rules: &EditRules,
    facts: &impl EditFacts,
    can_be_held: bool,
) -> Result<Permit, Box<EditRefusal>> {
    let decided = match rules.shell {
        Shell::Allow => return Ok(Permit::by(Warrant::ShellAllowed)),
        Shell::Refuse => Err(vec![Why::ShellRefused]),
        Shell::Sandbox if can_be_held => {
            let held = || Permit::by(Warrant::Held);
            return Ok(given(facts).unwrap_or_else(held));
        }
        Shell::Sandbox => some_task(rules, facts, None, &|phase| {
            phase.edits.first().map(|glob| glob.span)
        })
        .map_err(|mut why| {
            why.insert(0, Why::ShellUnheld);
            why
        }),
    };
    unless_overridden(facts, decided, true).map_err(|why| Box::new(EditRefusal::of(None, why)))
}

/// Files of the project: scratch is free, and some task must be in a phase that edits the rest.
fn code(rules: &EditRules, facts: &impl EditFacts, path: &str) -> Result<Permit, Vec<Why>> {
    if let Some(guard) = protected(path) {
        return Err(vec![Why::Guarded(guard)]);
    }
    let covering = |globs: &[crate::source::Spanned<crate::workflow::Glob>]| {
        let covers = globs.iter().find(|glob| glob.value.matches(path));
        covers.map(|glob| glob.span)
    };
    if let Some(span) = covering(&rules.protects) {
        return Err(vec![Why::ProtectedBy(span)]);
    }
    if let Some(span) = covering(&rules.scratch) {
        return Ok(Permit::by(Warrant::Scratch(span)));
    }
    if let Some(bounds) = facts.bounds().map_err(|error| vec![Why::Fact(error)])?
        && !bounds.hold(path)
    {
        return Err(vec![Why::OutOfBounds(bounds)]);
    }
    some_task(rules, facts, Some(path), &|phase| {
        phase.covers(path).map(|glob| glob.span)
    })
}

/// The first task that the caller works on in the base state of a phase that `allows`, and whose
/// scope covers `path`. While a step is under way, both of its states must allow.
fn some_task(
    rules: &EditRules,
    facts: &impl EditFacts,
    path: Option<&str>,
    allows: &dyn Fn(&super::rules::PhaseRule) -> Option<Span>,
) -> Result<Permit, Vec<Why>> {
    let mut permit = None;
    let mut troubles = Vec::new();
    let seen = caller::at_work(facts, &mut |task, footing| {
        let stand = footing.and_then(|footing| standing(rules, footing));
        let judged = stand.and_then(|stand| {
            let mut span = None;
            for state in stand.states() {
                let (phase, _, is_base) = rules
                    .state(state)
                    .ok_or_else(|| Trouble::Orphan(state.clone()))?;
                span = match allows(phase) {
                    Some(span) if is_base => Some(span),
                    Some(_) => return Err(Trouble::SubState(state.clone())),
                    None => return Err(Trouble::Uncovered(state.clone())),
                };
            }
            if !path.is_none_or(|path| stand.is_about(path)) {
                return Err(Trouble::OutOfScope(stand.scope));
            }
            Ok(span.map(|span| Permit::of(Warrant::Edits(span), task, &stand.state)))
        });
        match judged {
            Ok(Some(found)) => {
                permit = Some(found);
                return ControlFlow::Break(());
            }
            Ok(None) => {}
            Err(trouble) => troubles.push(Why::Task(task.clone(), trouble)),
        }
        ControlFlow::Continue(())
    });
    if let Some(permit) = permit {
        return Ok(permit);
    }
    if let Err(error) = seen {
        troubles.push(Why::Fact(error));
    }
    if troubles.is_empty() {
        troubles.push(Why::Idle);
    }
    Err(troubles)
}

/// What is believed of a task that may be worked on.
pub(super) fn standing(rules: &EditRules, footing: Footing) -> Result<Stand, Trouble> {
    match footing {
        Footing::Absent => Err(Trouble::Absent),
        Footing::Untracked => Err(Trouble::Untracked),
        Footing::Broken { file, problem } => Err(Trouble::Broken { file, problem }),
        Footing::Abandoned => Err(Trouble::Abandoned),
        Footing::Archived => Err(Trouble::Archived),
        Footing::At(stand) if stand.origin == Origin::File && rules.origin == Origin::Embedded => {
            Err(Trouble::WorkflowMissing)
        }
        Footing::At(stand) => Ok(stand),
    }
}

impl Stand {
    /// The state, and the one that a step under way leads to.
    pub(super) fn states(&self) -> impl Iterator<Item = &StateName> {
        std::iter::once(&self.state).chain(&self.becoming)
    }

    /// Whether the task is about `path`, a file of the project.
    fn is_about(&self, path: &str) -> bool {
        self.scope.is_empty() || self.scope.iter().any(|glob| glob.matches(path))
    }
}

fn guarded(path: &str) -> Vec<Why> {
    let own = &super::protected::PROTECTED[0];
    vec![Why::Guarded(protected(path).unwrap_or(own))]
}

/// What a person's override may let through: never the repository's own files, nor the records that
/// this program keeps.
fn overridable(target: &Target) -> bool {
    match target {
        Target::Code(path) => protected(path).is_none_or(|guard| guard.path != GIT),
        Target::Own(path) => {
            let names = path.split('/').skip(1);
            !names
                .map(super::protected::fold)
                .any(|name| is_record(&name))
        }
        _ => false,
    }
}

const GIT: &str = ".git";

fn is_record(name: &str) -> bool {
    let ending = std::path::Path::new(name).extension();
    name.starts_with(".state")
        || matches!(name, "tasks" | "workflows")
        || ending.is_some_and(|ending| ending == "journal")
}

/// What a person lets through, which is nothing within a loop.
pub(super) fn overriding(facts: &impl EditFacts) -> Fact<Option<Override>> {
    match facts.bounds()? {
        Some(_) => Ok(None),
        None => facts.overriding(),
    }
}

/// The same as leave to write; what cannot be read lets nothing through.
fn given(facts: &impl EditFacts) -> Option<Permit> {
    let given = overriding(facts).ok().flatten();
    given.map(|given| Permit::by(Warrant::Override(given)))
}

fn unless_overridden(
    facts: &impl EditFacts,
    decided: Result<Permit, Vec<Why>>,
    overridable: bool,
) -> Result<Permit, Vec<Why>> {
    match decided {
        Err(mut why) if overridable => match overriding(facts) {
            Ok(Some(given)) => Ok(Permit::by(Warrant::Override(given))),
            Ok(None) => Err(why),
            Err(error) => {
                why.push(Why::Fact(error));
                Err(why)
            }
        },
        decided => decided,
    }
}

/// Whether the guard is one that a person's override lets through.
pub(super) fn yields(guard: &Protected) -> bool {
    guard.path != GIT
}
