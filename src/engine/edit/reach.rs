//! What a caller may write altogether: the answer for a command whose writes nobody announces.

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use super::bounds::Bounds;
use super::caller;
use super::facts::{EditFacts, Override, Stand};
use super::judge::{self, Warrant, standing};
use super::protected::protected;
use super::refusal::{EditRefusal, Why};
use super::rules::{EditRules, PhaseRule};
use super::task_file;
use crate::engine::facts::Fact;
use crate::names::{MetadataName, StateName, TaskPath};
use crate::workflow::{Glob, Shell, UnknownFiles};

/// What may be written through the tasks that a caller works on.
#[derive(Clone, Debug)]
pub struct Reach<'r> {
    rules: &'r EditRules,
    phases: Vec<Scoped<'r>>,
    /// The tasks that the caller works on, with their states.
    pub tasks: Vec<(TaskPath, StateName)>,
    /// Those of them whose phases let anything be written.
    pub giving: Vec<TaskPath>,
    /// The deliverables and bookkeeping that may be written in the folders of these tasks.
    pub task_files: Vec<TaskFile>,
    /// A person's word that opens the project's files.
    pub overriding: Option<Override>,
    bounds: Option<Bounds>,
}

/// The phase of a task, and the project files that the task is about.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Scoped<'r> {
    phase: &'r PhaseRule,
    scope: Vec<Glob>,
}

/// A file that may be written in a task's folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TaskFile {
    /// The task.
    pub task: TaskPath,
    /// Its name in the task's folder.
    pub name: String,
    /// Whether the task's phase is there to write it.
    pub due: bool,
}

/// What kind of file of the project may be written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Writing {
    /// What builds and tests write, in every phase.
    Scratch,
    /// What the phase edits.
    Edit,
}

/// What may be written by a command that is run for `task`, or else for every task that the caller
/// works on; refused where the workflow refuses such commands or the task is none to work on.
pub fn reach<'r>(
    rules: &'r EditRules,
    facts: &impl EditFacts,
    task: Option<&TaskPath>,
) -> Result<Reach<'r>, Box<EditRefusal>> {
    let refused = |why| Box::new(EditRefusal::of(None, vec![why]));
    let unknown = |error| refused(Why::Fact(error));
    let bounds = facts.bounds().map_err(unknown)?;
    let overriding = judge::overriding(facts).map_err(unknown)?;
    if rules.shell == Shell::Refuse && overriding.is_none() {
        return Err(refused(Why::ShellRefused));
    }
    let mut reach = Reach {
        rules,
        phases: Vec::new(),
        tasks: Vec::new(),
        giving: Vec::new(),
        task_files: Vec::new(),
        overriding,
        bounds,
    };
    let mut trouble = None;
    let seen: Fact<()> = caller::at_work(facts, &mut |each, footing| {
        match footing.and_then(|footing| standing(rules, footing)) {
            Ok(stand) => reach.stand(each, &stand),
            Err(found) if Some(each) == task => trouble = Some(Why::Task(each.clone(), found)),
            Err(_) => {}
        }
        ControlFlow::Continue(())
    });
    match (trouble, seen) {
        (Some(why), _) => return Err(refused(why)),
        // Without a task that is named, what cannot be read gives nothing to write.
        (None, Err(error)) if task.is_some() => return Err(refused(Why::Fact(error))),
        (None, _) => {}
    }
    reach.add_task_files(facts);
    Ok(reach)
}

impl TaskFile {
    /// The folder of a task, in the folder that belongs to the workflow.
    pub fn folder_in(task: &TaskPath, automaton: &Path) -> PathBuf {
        // The folder that belongs to the workflow has another name in the framework's root.
        let folder = task.folder();
        automaton.join(folder.split_once('/').map_or("", |(_, inside)| inside))
    }
}

impl Reach<'_> {
    fn stand(&mut self, task: &TaskPath, stand: &Stand) {
        self.tasks.push((task.clone(), stand.state.clone()));
        // What a step that is under way would allow is known when it is over.
        let settled = stand.becoming.is_none();
        let Some((phase, _, true)) = self.rules.state(&stand.state).filter(|_| settled) else {
            return;
        };
        if !phase.edits.is_empty() || !phase.produces.is_empty() {
            self.giving.push(task.clone());
        }
        let scope = stand.scope.clone();
        let scoped = Scoped { phase, scope };
        if !self.phases.contains(&scoped) {
            self.phases.push(scoped);
        }
    }

    fn add_task_files(&mut self, facts: &impl EditFacts) {
        let artifacts = self.rules.artifacts.iter().map(|one| one.name.as_str());
        let metadata = self.rules.metadata.iter().map(MetadataName::as_str);
        let names: Vec<&str> = artifacts.chain(metadata).collect();
        for (task, _) in &self.tasks {
            for name in &names {
                if let Ok(permit) = task_file::judge(self.rules, facts, task, name) {
                    self.task_files.push(TaskFile {
                        task: task.clone(),
                        name: (*name).to_owned(),
                        due: matches!(permit.warrant, Warrant::Produces(_)),
                    });
                }
            }
        }
    }

    /// Whether a file of that name may come to stand in the folder of a task, by an edit tool.
    pub fn may_stand(&self, task: &TaskPath, name: &str) -> bool {
        let listed = |file: &TaskFile| file.task == *task && file.name == name;
        let named = self.rules.artifact(name).is_some();
        let unnamed = !named && self.rules.unknown_files != UnknownFiles::Refuse;
        unnamed || self.task_files.iter().any(listed)
    }

    /// Whether any file of the project may be edited.
    pub fn edits(&self) -> bool {
        self.overriding.is_some() || self.phases.iter().any(|of| !of.phase.edits.is_empty())
    }

    /// Whether the file at `path`, relative to the project, may be written, and as what.
    pub fn writing(&self, path: &str) -> Option<Writing> {
        if self.is_denied(path) {
            return None;
        }
        let covers = |glob: &Glob| glob.matches(path);
        if self.rules.scratch.iter().any(|glob| covers(&glob.value)) {
            return Some(Writing::Scratch);
        }
        let edited = self.overriding.is_some() || self.phases.iter().any(|of| of.covers(path));
        let held = self.bounds.as_ref().is_none_or(|bounds| bounds.hold(path));
        (edited && held).then_some(Writing::Edit)
    }

    /// Whether nobody may write at `path`, whatever the globs say.
    pub fn is_denied(&self, path: &str) -> bool {
        let covers = |glob: &Glob| glob.matches(path);
        if protected(path).is_some() {
            return true;
        }
        if self.overriding.is_some() {
            return false;
        }
        let by_phases = |path: &str| {
            let by = |of: &Scoped<'_>| {
                of.phase
                    .protects
                    .iter()
                    .any(|glob| glob.value.matches(path))
            };
            !self.phases.is_empty() && self.phases.iter().all(by)
        };
        self.rules.protects.iter().any(|glob| covers(&glob.value)) || by_phases(path)
    }

    /// The globs that let files be written, with what they let them be written as.
    pub fn globs(&self) -> Vec<(Writing, &Glob)> {
        let scratch = self.rules.scratch.iter();
        let scratch = scratch.map(|glob| (Writing::Scratch, &glob.value));
        let mut edits: Vec<&Glob> = self.phases.iter().flat_map(Scoped::globs).collect();
        if let Some(bounds) = &self.bounds {
            edits = narrowed(&edits, &bounds.file_scope);
        }
        let edits = edits.into_iter();
        scratch
            .chain(edits.map(|glob| (Writing::Edit, glob)))
            .collect()
    }
}

impl Scoped<'_> {
    fn covers(&self, path: &str) -> bool {
        let about = self.scope.is_empty() || self.scope.iter().any(|glob| glob.matches(path));
        about && self.phase.covers(path).is_some()
    }

    /// The globs of the phase or, where the task is about less, those of its scope.
    fn globs(&self) -> Vec<&Glob> {
        let edits: Vec<&Glob> = self.phase.edits.iter().map(|glob| &glob.value).collect();
        if self.scope.is_empty() {
            return edits;
        }
        narrowed(&edits, &self.scope)
    }
}

/// What both lists of globs match. Where neither glob holds the other whole, what both match is left
/// out: it is for the edit tools.
fn narrowed<'g>(globs: &[&'g Glob], to: &'g [Glob]) -> Vec<&'g Glob> {
    // A pattern that matches another one as text matches the file that is named by that.
    let within = |inner: &Glob, outer: &Glob| {
        outer.covers_all_of(inner.folder()) || (inner.is_plain() && outer.matches(inner.as_str()))
    };
    let mut both = Vec::new();
    for narrow in to {
        if globs.iter().any(|glob| within(narrow, glob)) {
            both.push(narrow);
        } else {
            both.extend(globs.iter().filter(|glob| within(glob, narrow)));
        }
    }
    both
}
