//! What the commands share: the project, its workflow, who acts, how to print.

use std::io::IsTerminal;
use std::path::Path;

use super::output::USAGE;
use super::progress::Progress;
use super::{Color, Global};
use crate::diagnostic::{Diagnostic, Exit, Severity, Topic};
use crate::engine::Authority;
use crate::environment::Environment;
use crate::names::{ActorName, LoopName, NameError};
use crate::report::{self, Answer, Style};
use crate::source::SourceFile;
use crate::task::root::{Asked, Project, RootError, Settings};
use crate::task::{DEFAULT_WAIT, Listed, Namespace, Waiter};
pub(super) use crate::workflow::WORKFLOW_FILE;
use crate::workflow::{self, Origin, Workflow, embedded};

/// An actor without a usable name.
pub(super) static ACTOR_UNKNOWN: Topic = Topic {
    code: "actor-unknown",
    severity: Severity::Error,
    exit: Exit::Usage,
    summary: "it cannot be told under which name the call acts",
    explanation: "Every step is journaled with the name of who took it: `--actor`, else the \
        variable `AUTOMATON_ACTOR`, else the session of the harness that runs the command, else \
        user@host. A name has 1 to 128 bytes and no control \
        characters.",
};

/// One call of the program.
#[derive(Debug)]
pub(super) struct Session {
    pub(super) global: Global,
    pub(super) environment: Environment,
    called: Vec<String>,
}

/// A project with the workflow and the settings that are in force there.
#[derive(Debug)]
pub(super) struct Place {
    pub(super) project: Project,
    pub(super) workflow: Workflow,
    pub(super) settings: Settings,
    pub(super) namespace: Namespace,
}

impl Place {
    /// Shows `look` every task, each followed by its sub-tasks, and a person how far that has come.
    pub(super) fn visit(
        &self,
        session: &Session,
        look: &mut dyn FnMut(Listed),
    ) -> Result<(), Answer> {
        let mut progress = self.progress(session)?;
        let visited = self.namespace.visit(&mut |listed| {
            look(listed);
            progress.step();
        });
        visited.map_err(|error| Answer::refused(super::step::io(&error)))
    }

    /// How far a look at every task has come.
    pub(super) fn progress(&self, session: &Session) -> Result<Progress, Answer> {
        let tasks = self.namespace.count();
        let tasks = tasks.map_err(|error| Answer::refused(super::step::io(&error)))?;
        Ok(Progress::of(tasks, !session.global.quiet))
    }
}

impl Session {
    pub(super) fn new(global: Global, environment: Environment, called: Vec<String>) -> Self {
        Self {
            global,
            environment,
            called,
        }
    }

    /// The words of the call.
    pub(super) fn called(&self) -> &[String] {
        &self.called
    }

    /// The project that the call is about.
    pub(super) fn project(&self) -> Result<Project, Answer> {
        self.find_project()
            .map_err(|error| Answer::refused(error.diagnostic()))
    }

    /// The same for commands that can do without a project.
    pub(super) fn find_project(&self) -> Result<Project, RootError> {
        let asked = match &self.global.project {
            Some(folder) => Asked::Folder(folder),
            None if self.global.framework => Asked::Framework,
            None => Asked::Nothing,
        };
        Project::find(asked, &self.environment)
    }

    /// Whether the call says which project it is about, so that no other will do.
    pub(super) fn names_project(&self) -> bool {
        let named = self.global.project.is_some() || self.environment.project().is_some();
        named || self.global.framework
    }

    /// The project with its workflow and its settings, which must be sound.
    pub(super) fn place(&self) -> Result<Place, Answer> {
        let project = self.project()?;
        let workflow = workflow(&project)?;
        let settings =
            Settings::read(&project, &self.environment).map_err(|found| Answer::refused(*found))?;
        let namespace = Namespace::open(project.base())
            .map_err(|error| Answer::refused(super::step::io(&error)))?;
        Ok(Place {
            project,
            workflow,
            settings,
            namespace,
        })
    }

    /// Under which name the call acts.
    pub(super) fn actor(&self) -> Result<ActorName, Answer> {
        match self.named_actor()? {
            Some(named) => Ok(named),
            None => self
                .environment
                .actor()
                .map_err(|error| unknown_actor(&error.to_string())),
        }
    }

    /// The name that the call gives, if it gives one.
    pub(super) fn named_actor(&self) -> Result<Option<ActorName>, Answer> {
        let named = self.global.actor.as_ref().map(|name| name.parse());
        let named = named.transpose();
        named.map_err(|error: NameError| unknown_actor(&format!("`--actor`: {error}")))
    }

    /// The same call under another name, if one is given.
    pub(super) fn acting_as(&self, name: Option<&String>) -> Self {
        let mut global = self.global.clone();
        global.actor = name.cloned().or(global.actor);
        Self::new(global, self.environment.clone(), self.called.clone())
    }

    /// The same call made in a worktree, about the project that is found there, under a name.
    pub(super) fn in_worktree(&self, folder: &Path, actor: &ActorName) -> Self {
        let global = Global {
            project: None,
            framework: false,
            actor: Some(actor.to_string()),
            epoch: None,
            ..self.global.clone()
        };
        let environment = self.environment.clone().of_folder(folder);
        Self::new(global, environment, self.called.clone())
    }

    /// The same call made by what a loop runs, which is in the folder `home` of a workflow; in a
    /// worktree, about the project that is found there.
    pub(super) fn in_loop(&self, name: &LoopName, home: &Path, worktree: Option<&Path>) -> Self {
        let mut global = self.global.clone();
        global.actor.get_or_insert_with(|| name.actor());
        let mut environment = self.environment.clone().in_loop(name, home);
        if let Some(folder) = worktree {
            (global.project, global.framework) = (None, false);
            environment = environment.of_folder(folder);
        }
        Self::new(global, environment, self.called.clone())
    }

    /// The epoch of the claim that the call is bound to, if it is to one.
    pub(super) fn epoch(&self) -> Result<Option<u64>, Answer> {
        if let Some(epoch) = self.global.epoch {
            return Ok(Some(epoch));
        }
        self.environment.epoch().map_err(|text| {
            let message = format!("refused: `AUTOMATON_EPOCH`: `{text}` is not a number");
            Answer::refused(Diagnostic::call(&USAGE, message))
        })
    }

    /// What is known about who calls, before anyone is asked.
    pub(super) fn authority(&self) -> Authority {
        if self.environment.agents().is_empty() {
            Authority::Program
        } else {
            Authority::Agent
        }
    }

    /// Who waits for locks, and for how long.
    pub(super) fn waiter(&self) -> Waiter {
        Waiter {
            host: self.environment.host(),
            command: self.called.join(" "),
            wait: DEFAULT_WAIT,
        }
    }

    /// How to draw on standard output.
    pub(super) fn style(&self) -> Style {
        let color = match self.global.color {
            Color::Always => true,
            Color::Never => false,
            Color::Auto => !self.environment.no_color() && std::io::stdout().is_terminal(),
        };
        Style { color, width: 100 }
    }
}

fn unknown_actor(why: &str) -> Answer {
    Answer::refused(Diagnostic::call(&ACTOR_UNKNOWN, format!("refused: {why}")))
}

/// The workflow in force in `project`.
pub(super) fn workflow(project: &Project) -> Result<Workflow, Answer> {
    let text = project
        .workflow_text()
        .map_err(|error| Answer::refused(error.diagnostic()))?;
    let Some(text) = text else {
        return Ok(embedded().clone());
    };
    let source = SourceFile::new(WORKFLOW_FILE, text);
    Workflow::compile(&source, Origin::File).map_err(|findings| broken(&source, &findings))
}

/// How many findings of a text that does not compile are listed; `lint-workflow` has them all.
const LISTED: usize = 1_000;

/// A workflow text that does not compile.
pub(super) fn broken(source: &SourceFile, findings: &[Diagnostic]) -> Answer {
    let listed = findings.iter().take(LISTED).map(report::finding);
    let listed: Vec<_> = listed.collect();
    Answer::refused(workflow::broken(source, findings)).field("findings", listed)
}
