//! What the dashboard asks, answered by the commands.

use std::path::PathBuf;

use clap::Parser as _;

use crate::cli::Cli;
use crate::cli::session::Session;
use crate::cli::workflow_text::WorkflowText;
use crate::cli::{lint_workflow, status};
use crate::dashboard::{Board, Desk, Question};
use crate::diagnostic::{Diagnostic, Severity};
use crate::report::Answer;
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
        let names = super::projects::names(projects.iter().map(|project| project.base()));
        let folders = projects
            .iter()
            .map(|project| project.automaton_dir().to_owned());
        let named = names.into_iter().zip(folders).collect();
        Ok(Self { sessions, named })
    }

    /// The answer of a command, as if it had been called about the project.
    fn answer(&self, project: usize, words: &[String]) -> Answer {
        let program = std::iter::once("automaton");
        let called = program.chain(words.iter().map(String::as_str));
        match Cli::try_parse_from(called) {
            Ok(cli) => cli
                .command
                .run(&self.sessions[project])
                .unwrap_or_else(|refused| refused),
            Err(error) => Answer::refused(Diagnostic::call(
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

    fn workflow(&self, project: usize) -> Result<Resolved, Answer> {
        let text = WorkflowText::in_force(&self.sessions[project]).map_err(Answer::refused)?;
        let mut studied = lint_workflow::examined(&text, None);
        let told = |found: &Diagnostic| found.severity > Severity::Pedantic;
        studied.findings.retain(told);
        Ok(studied)
    }

    fn ask(&self, project: usize, question: &Question) -> Answer {
        self.answer(project, &question.words())
    }
}
