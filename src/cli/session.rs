//! What the commands share: the project, its workflow, who acts, how to print.

use std::io::IsTerminal;

use super::{Color, Global};
use crate::diagnostic::{Diagnostic, Exit, Severity, Topic};
use crate::engine::Authority;
use crate::environment::Environment;
use crate::names::ActorName;
use crate::report::{self, Answer, Style};
use crate::source::SourceFile;
use crate::task::root::{Asked, Project, RootError};
use crate::task::{DEFAULT_WAIT, Namespace, Waiter};
pub(super) use crate::workflow::WORKFLOW_FILE;
use crate::workflow::{self, Origin, Workflow, embedded};

/// An actor without a usable name.
pub(super) static ACTOR_UNKNOWN: Topic = Topic {
    code: "actor-unknown",
    severity: Severity::Error,
    exit: Exit::Usage,
    summary: "it cannot be told under which name the call acts",
    explanation: "Every step is journaled with the name of who took it: `--actor`, else the \
        variable `AUTOMATON_ACTOR`, else user@host. A name has 1 to 128 bytes and no control \
        characters.",
};

/// One call of the program.
#[derive(Debug)]
pub(super) struct Session {
    pub(super) global: Global,
    pub(super) environment: Environment,
    called: Vec<String>,
}

/// A project with the workflow that is in force there.
#[derive(Debug)]
pub(super) struct Place {
    pub(super) project: Project,
    pub(super) workflow: Workflow,
    pub(super) namespace: Namespace,
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

    /// The project with its workflow, which must compile.
    pub(super) fn place(&self) -> Result<Place, Answer> {
        let project = self.project()?;
        let workflow = workflow(&project)?;
        let namespace = Namespace::open(project.base())
            .map_err(|error| Answer::refused(super::step::io(&error)))?;
        Ok(Place {
            project,
            workflow,
            namespace,
        })
    }

    /// Under which name the call acts.
    pub(super) fn actor(&self) -> Result<ActorName, Answer> {
        let named = match &self.global.actor {
            Some(name) => name.parse().map_err(|error| format!("`--actor`: {error}")),
            None => self.environment.actor().map_err(|error| error.to_string()),
        };
        named.map_err(|error| {
            Answer::refused(Diagnostic::call(
                &ACTOR_UNKNOWN,
                format!("refused: {error}"),
            ))
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
