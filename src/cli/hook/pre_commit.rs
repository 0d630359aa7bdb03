//! `automaton hook pre-commit`

use crate::cli::can_edit;
use crate::cli::session::Session;
use crate::diagnostic::{Diagnostic, Exit, Severity};
use crate::engine::topics::FACT_UNAVAILABLE;
use crate::environment::commit_index;
use crate::report::{self, Answer, commits_json};
use crate::task::root::RootError;
use crate::task::{self, COMMITS_UNKNOWN, Git};

/// The word by which `automaton hook` knows it.
pub(super) const NAME: &str = "pre-commit";

/// Judges what is staged as the commit that it would be. Outside every project, `if_project` lets
/// it through.
pub(super) fn run(if_project: bool, session: &Session) -> Result<Answer, Answer> {
    let project = match session.find_project() {
        Err(RootError::NoProject { .. }) if if_project => {
            return Ok(Answer::done("there is no project here"));
        }
        found => found.map_err(|error| Answer::refused(error.diagnostic()))?,
    };
    let gate = can_edit::open(&project, None, session)?;
    let actor = session.actor()?;
    let code = project.code.clone();
    let may_change = |path: &str| {
        let decided = gate.edit(path, &code);
        decided.map(drop).map_err(|refused| {
            let mut found = gate.diagnose(&refused);
            found.message = format!("refused: commit {path}");
            found
        })
    };
    let git = Git::at(&project.code);
    let bounds = gate.bounds().map_err(|error| {
        let message = format!("refused: {error}");
        Answer::refused(Diagnostic::call(&FACT_UNAVAILABLE, message))
    })?;
    let index = commit_index();
    let audited = task::audit_staged(&git, index.as_deref(), &actor, &may_change, bounds);
    let audited = audited.map_err(|problem| {
        let message = "refused: what is staged cannot be read";
        Answer::refused(Diagnostic::call(&COMMITS_UNKNOWN, message).reason(problem))
    })?;
    let errors = audited.findings.iter().map(|(_, found)| found);
    let errors: Vec<&Diagnostic> = errors
        .filter(|found| found.severity == Severity::Error)
        .collect();
    let Some(worst) = errors.iter().min_by_key(|found| found.topic.exit.rank()) else {
        return Ok(Answer::page("what is staged may be committed", ""));
    };
    let text: String = errors.iter().map(|found| report::refusal(found)).collect();
    let exit = worst.topic.exit.max(Exit::Refused);
    let answer = Answer::page(text.trim_end(), text.clone()).ending(exit, worst.topic.code);
    Err(answer.field("findings", commits_json(&[audited])))
}
