//! `automaton audit`

use clap::ValueEnum;

use super::session::{Place, Session};
use super::step;
use crate::approval::{Verifier, approvers};
use crate::diagnostic::{Diagnostic, Exit, Severity};
use crate::names::TaskPath;
use crate::report::{
    Answer, approvals_json, audit_page, commits_json, commits_page, findings_json,
};
use crate::task::root::FOLDER;
use crate::task::{self, Audited, COMMITS_UNKNOWN, Git, KeptWorkflows, Terms};

/// Check every task: records, steps, approvals and folders
///
/// Every journal is replayed against the workflows that decided it. Exit 6 where anything is
/// tampered with or damaged, 1 for other findings, 0 for warnings alone.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Check only this task and its sub-tasks
    task: Option<TaskPath>,
    /// Ask this much of every approval that stands, whatever the workflow asks
    #[arg(long, value_name = "LEVEL")]
    require: Option<Required>,
    /// Check these commits instead, as `git rev-list` names them: `main..HEAD`
    ///
    /// Every commit is compared with its parents: journals only grow, and what was committed is
    /// what they allow. It finds what a skipped hook let through.
    #[arg(long, value_name = "RANGE", conflicts_with = "require")]
    commits: Option<String>,
}

/// What can be asked of approvals.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Required {
    /// Signatures by keys that the approvers file lists
    Signed,
}

pub(super) fn run(args: &Args, session: &Session) -> Result<Answer, Answer> {
    let place = session.place()?;
    match &args.commits {
        Some(range) => commits(args, session, &place, range),
        None => Ok(answer(&audit(args, session, &place)?)),
    }
}

fn commits(args: &Args, session: &Session, place: &Place, range: &str) -> Result<Answer, Answer> {
    let actor = session.actor()?;
    let git = Git::at(place.project.base());
    let audited = task::audit_commits(&git, range, args.task.as_ref(), &actor);
    let audited = audited.map_err(|problem| {
        let message = format!("refused: the commits `{range}` cannot be audited");
        Answer::refused(Diagnostic::call(&COMMITS_UNKNOWN, message).reason(problem))
    })?;
    let page = commits_page(&audited);
    let answer = Answer::page(last_line(&page), page)
        .field("commits", audited.len())
        .field("findings", commits_json(&audited));
    let findings = audited.iter().flat_map(|commit| &commit.findings);
    Ok(ending(answer, findings.map(|(_, found)| found)))
}

fn audit(args: &Args, session: &Session, place: &Place) -> Result<Vec<Audited>, Answer> {
    let actor = session.actor()?;
    let failed = |error| Answer::refused(step::io(&error));
    let approvers = approvers(place.project.automaton_dir(), FOLDER).map_err(failed)?;
    let terms = Terms {
        actor: &actor,
        signatures: &Verifier::new(approvers),
        signed: args.require == Some(Required::Signed),
    };
    let mut workflows = KeptWorkflows::open(&place.namespace, &place.workflow).map_err(failed)?;
    let Some(task) = &args.task else {
        let mut progress = place.progress(session)?;
        let mut told = || progress.step();
        let audited = task::audit(&place.namespace, &mut workflows, terms, &mut told);
        let mut audited = audited.map_err(failed)?;
        audited.extend(super::loops::audit(&place.project).map_err(failed)?);
        return Ok(audited);
    };
    let folder = place.namespace.find_anywhere(task).map_err(failed)?;
    let folder = folder.ok_or_else(|| step::no_task(place, task))?;
    Ok(task::audit_task(&folder, &mut workflows, terms))
}

fn answer(audited: &[Audited]) -> Answer {
    let page = audit_page(audited);
    let answer = Answer::page(last_line(&page), page)
        .field("findings", findings_json(audited))
        .field("approvals", approvals_json(audited));
    ending(answer, audited.iter().flat_map(|one| &one.findings))
}

/// The counts that a page ends with.
fn last_line(page: &str) -> String {
    page.lines().last().unwrap_or_default().to_owned()
}

/// The same answer, with the exit that the findings ask for.
fn ending<'f>(answer: Answer, findings: impl Iterator<Item = &'f Diagnostic> + Clone) -> Answer {
    let mut errors = findings.filter(|found| found.severity == Severity::Error);
    let is_damage = |found: &&Diagnostic| found.topic.exit == Exit::Damaged;
    let first = errors.clone().next();
    match (errors.find(is_damage), first) {
        (Some(damage), _) => answer.ending(Exit::Damaged, damage.topic.code),
        (None, Some(first)) => answer.ending(Exit::Refused, first.topic.code),
        (None, None) => answer,
    }
}
