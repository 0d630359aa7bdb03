//! The gate in a harness's own words: one payload in, leave or a refusal out.

use std::path::{Path, PathBuf};

use serde_json::Value;

use super::cache::Cache;
use super::caller::Caller;
use super::event::{Deed, Event};
use super::gate::{Gate, GateError, refusal};
use super::harness::{Harness, Reply};
use super::shell;
use super::topics;
use crate::diagnostic::{Diagnostic, NextStep, Topic};
use crate::engine::edit::Warrant;
use crate::environment::Environment;
use crate::task::root::{Asked, Project, RootError};

/// One call of a hook.
pub struct Hook<'h> {
    /// The harness that calls.
    pub harness: &'h dyn Harness,
    /// Whether a call outside every project is let through.
    pub if_project: bool,
    /// Where the call was made.
    pub environment: Environment,
    /// The file of this program, by which a call of it may be spelled.
    pub own_program: Option<String>,
    /// How a command calls this program.
    pub called: String,
}

impl Hook<'_> {
    /// The answer that lets the tool run which `payload` announces, or why it may not.
    pub fn decide(&self, payload: &[u8]) -> Result<Reply, Box<Diagnostic>> {
        let malformed = |problem: String| {
            let found = Diagnostic::call(&topics::PAYLOAD_UNREADABLE, "refused: the tool call");
            let name = self.harness.name();
            Box::new(found.reason(format!("{name}: {problem}")).next(doctor()))
        };
        let value: Value = serde_json::from_slice(payload)
            .map_err(|error| malformed(format!("the payload is no JSON: {error}")))?;
        let event = self.harness.read(&value);
        let event = event.map_err(|problem| malformed(problem.to_string()))?;
        match event.deed {
            Deed::Look => Ok(self.harness.allow()),
            Deed::Unseen(what) => Err(Box::new(
                Diagnostic::call(&topics::UNSEEN, "refused: the tool call")
                    .reason(format!("it {what}, where no hook would see what happens"))
                    .next(doctor()),
            )),
            _ => self.decide_deed(event, &value),
        }
    }

    fn decide_deed(&self, event: Event, payload: &Value) -> Result<Reply, Box<Diagnostic>> {
        let allowed = || Ok(self.harness.allow());
        let here = self.environment.folder().map(Path::to_owned);
        let Some(base) = event.folder.or(here) else {
            let found = Diagnostic::call(&topics::PAYLOAD_UNREADABLE, "refused: the tool call");
            return Err(Box::new(found.reason("it is not known in which folder")));
        };
        let environment = self.environment.clone().in_session(event.session);
        let environment = environment.in_folder(&base);
        let (paths, base) = match &event.deed {
            Deed::Write(paths) => (paths.clone(), base),
            Deed::Shell(command) => match shell::heredoc_patch(command) {
                Some(patch) => {
                    let folder = patch
                        .folder
                        .map_or_else(|| base.clone(), |to| base.join(to));
                    (patch.files, folder)
                }
                None if shell::is_own_call(command, self.own_program.as_deref()) => {
                    return allowed();
                }
                None => (Vec::new(), base),
            },
            Deed::Look | Deed::Unseen(_) => return allowed(),
        };
        let project = self.project(&environment, &paths, &base);
        let Some(project) = project.map_err(|error| Box::new(error.diagnostic()))? else {
            return allowed();
        };
        let cache = Cache::new(environment.cache_dir());
        let caller = Caller {
            task: None,
            actor: None,
            environment,
        };
        let gate = Gate::open(&project, caller, &cache).map_err(GateError::diagnostic)?;
        if let Deed::Shell(command) = &event.deed
            && paths.is_empty()
        {
            let shell = gate.shell();
            let permit = shell.map_err(|refused| Box::new(gate.diagnose(&refused)))?;
            return match permit.warrant {
                Warrant::Held => self.held(command, payload),
                _ => allowed(),
            };
        }
        refusal(&gate.edit_all(&paths, &base)).map_or_else(allowed, |found| Err(Box::new(found)))
    }

    /// Lets `exec` run the command: in its place where the harness can be told so, or else when it is
    /// asked for.
    fn held(&self, command: &str, payload: &Value) -> Result<Reply, Box<Diagnostic>> {
        let held = shell::held(command, &self.called);
        let replaced = self.harness.replace(payload, &held);
        replaced.ok_or_else(|| {
            let found = Diagnostic::call(&topics::TO_BE_HELD, "refused: a shell command");
            Box::new(
                found
                    .reason(
                        "it can write any file, so `automaton exec` has to run it, held to what may \
                         be written",
                    )
                    .next(NextStep::anyone(held)),
            )
        })
    }

    /// The project that the call is about; nothing where it is about none and that is let through.
    fn project(
        &self,
        environment: &Environment,
        paths: &[String],
        base: &Path,
    ) -> Result<Option<Project>, RootError> {
        let missing = match Project::find(Asked::Nothing, environment) {
            Ok(project) => return Ok(Some(project)),
            Err(missing @ RootError::NoProject { .. }) => missing,
            Err(error) => return Err(error),
        };
        if !self.if_project {
            return Err(missing);
        }
        for path in paths {
            if let Some(project) = Project::around(&nearest_folder(&base.join(path)), environment)?
            {
                return Ok(Some(project));
            }
        }
        Ok(None)
    }
}

/// The refusal of a gate that did not come to a decision.
pub fn undecided(topic: &'static Topic) -> Diagnostic {
    Diagnostic::call(topic, "refused: the tool call")
        .reason(topic.summary)
        .next(doctor())
}

/// The refusal of a command that writes records, called by what `exec` runs.
pub fn inside_exec(called: &[String]) -> Diagnostic {
    Diagnostic::call(
        &topics::INSIDE_EXEC,
        "refused: a command inside `automaton exec`",
    )
    .reason("nothing that `exec` runs may write the tasks' records; run it as a command of its own")
    .next(NextStep::anyone(shell::line(called)))
}

fn doctor() -> NextStep {
    NextStep::anyone("automaton doctor")
}

/// The nearest folder above `path` that exists, with links followed.
fn nearest_folder(path: &Path) -> PathBuf {
    let mut above = path.ancestors().skip(1);
    let found = above.find_map(|folder| folder.canonicalize().ok());
    found.unwrap_or_else(|| PathBuf::from("/"))
}
