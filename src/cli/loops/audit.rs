//! What `audit` finds about loops.

use super::topics::{LOOP_DAMAGED, LOOP_PLAN, LOOP_UNTRACKED};
use crate::diagnostic::Diagnostic;
use crate::fs::FsError;
use crate::loops::{LoopError, LoopFolder, names};
use crate::names::LoopName;
use crate::task::Audited;
use crate::task::root::Project;

/// The loops of a project of which something is wrong.
pub(in crate::cli) fn audit(project: &Project) -> Result<Vec<Audited>, FsError> {
    let mut audited = Vec::new();
    for name in names(project.automaton_dir())? {
        let findings = look(project, &name)?;
        if !findings.is_empty() {
            audited.push(Audited::elsewhere(format!("loops/{name}"), findings));
        }
    }
    Ok(audited)
}

fn look(project: &Project, name: &LoopName) -> Result<Vec<Diagnostic>, FsError> {
    let shown = |file: &str| format!(".automaton/loops/{name}/{file}");
    let folder = match LoopFolder::open(project.automaton_dir(), name) {
        Ok(folder) => folder,
        Err(error) => return Ok(vec![finding(&shown(""), error)?]),
    };
    let mut findings = Vec::new();
    let stands = folder.state();
    match folder.is_as_journaled() {
        Ok(()) => {}
        Err(error @ LoopError::Untracked(_)) => return Ok(vec![finding(&shown(""), error)?]),
        Err(error) => findings.push(finding(&shown(".state.loop"), error)?),
    }
    if stands.is_ok()
        && let (_, Some(problem)) = folder.entries()?
    {
        let path = shown(".state.journal");
        findings.push(Diagnostic::about(&LOOP_DAMAGED, path, problem));
    }
    if let Err(error) = folder.plan() {
        findings.push(finding(&shown("loop.json"), error)?);
    }
    Ok(findings)
}

fn finding(path: &str, error: LoopError) -> Result<Diagnostic, FsError> {
    let message = error.to_string();
    Ok(match error {
        LoopError::Io(error) | LoopError::InDoubt(error) => return Err(error),
        LoopError::Untracked(_) => Diagnostic::about(&LOOP_UNTRACKED, path, message),
        LoopError::Plan { path, problem } => Diagnostic::about(&LOOP_PLAN, path, problem),
        LoopError::Damaged { path, problem } => Diagnostic::about(&LOOP_DAMAGED, path, problem),
        LoopError::NoLoop(_) | LoopError::Taken(_) | LoopError::Busy(_) => {
            Diagnostic::about(&LOOP_DAMAGED, path, message)
        }
    })
}
