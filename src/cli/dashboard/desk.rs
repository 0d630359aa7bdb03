//! What the dashboard asks, answered by the commands.

use std::path::PathBuf;

use clap::Parser as _;

use super::decisions;
use crate::cli::Cli;
use crate::cli::session::Session;
use crate::cli::{lint_workflow, status};
use crate::dashboard::{Board, Deed, Desk, Pending, Question};
use crate::engine::Action;
use crate::names::{ArtifactName, TaskPath};
use crate::report::Answer;
use crate::task::root::Project;
use crate::workflow::Resolved;

/// The projects of a dashboard.
#[derive(Debug)]
pub(super) struct Rooms {
    sessions: Vec<Session>,
    named: Vec<(String, PathBuf)>,
}

impl Rooms {
    /// The projects of `sessions`, each of which must be there.
    pub(super) fn open(sessions: Vec<Session>) -> Result<Self, Answer> {
        let projects = sessions.iter().map(Session::project);
        let projects = projects.collect::<Result<Vec<_>, _>>()?;
        let names = super::projects::names(projects.iter().map(Project::base));
        let folders = projects
            .iter()
            .map(|project| project.automaton_dir().to_owned());
        Ok(Self {
            sessions,
            named: names.into_iter().zip(folders).collect(),
        })
    }

    /// The answer of a command, as if it had been called about the project.
    fn answer(&self, project: usize, words: &[&str]) -> Answer {
        let program = std::iter::once("automaton");
        let called = program.chain(words.iter().copied());
        match Cli::try_parse_from(called) {
            Ok(cli) => cli
                .command
                .run(&self.sessions[project])
                .unwrap_or_else(|refused| refused),
            Err(error) => Answer::refused(crate::diagnostic::Diagnostic::call(
                &crate::cli::output::USAGE,
                format!("refused: {}", error.kind()),
            )),
        }
    }
}

impl Desk for Rooms {
    fn projects(&self) -> &[(String, PathBuf)] {
        &self.named
    }

    fn board(&self, project: usize) -> Result<Board, Answer> {
        status::board(&self.sessions[project])
    }

    fn study(&self, project: usize) -> Result<Resolved, Answer> {
        lint_workflow::study(&self.sessions[project])
    }

    fn pending(&self, project: usize, task: &TaskPath) -> Result<Option<Pending>, Answer> {
        decisions::pending(&self.sessions[project], task)
    }

    fn artifact(
        &self,
        project: usize,
        task: &TaskPath,
        name: &ArtifactName,
    ) -> Result<Vec<u8>, Answer> {
        decisions::artifact(&self.sessions[project], task, name)
    }

    fn act(&self, project: usize, deed: &Deed) -> Answer {
        let session = &self.sessions[project];
        let done = match deed {
            Deed::Approve { task, shown } => {
                decisions::decide(session, task, Action::Approve, *shown)
            }
            Deed::Reject {
                task,
                shown,
                reason,
            } => decisions::reason(reason).and_then(|reason| {
                decisions::decide(session, task, Action::Reject { reason }, *shown)
            }),
            Deed::Archive(None) => return self.answer(project, &["cleanup-done"]),
            Deed::Archive(Some(task)) => {
                return self.answer(project, &["cleanup-done", "--task", &task.to_string()]);
            }
            Deed::Restore(task) => {
                return self.answer(project, &["cleanup-done", "--restore", &task.to_string()]);
            }
            Deed::Pause(name) => return self.answer(project, &["loop", "pause", name.as_str()]),
        };
        done.unwrap_or_else(|refused| refused)
    }

    fn ask(&self, project: usize, question: &Question) -> Answer {
        let words = question.words();
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        self.answer(project, &words)
    }
}
