//! `automaton claims`

use serde_json::{Value, json};

use super::session::{Place, Session};
use super::step;
use crate::clock;
use crate::diagnostic::NextStep;
use crate::engine::{Facts as _, Overlap, overlaps};
use crate::names::TaskPath;
use crate::report::{Answer, ClaimRow, claims_page};
use crate::task::{Checks, Listed};

/// Show who works on which task, until when, and whose scopes overlap
#[derive(Debug, clap::Args)]
pub(super) struct Args {}

pub(super) fn run(_: &Args, session: &Session) -> Result<Answer, Answer> {
    let place = session.place()?;
    let rows = rows(&place).map_err(|error| Answer::refused(step::io(&error)))?;
    let overlaps = overlapping(&rows);
    let listed: Vec<Value> = rows.iter().map(ClaimRow::json).collect();
    let mut answer = if rows.is_empty() {
        let mut answer = Answer::done("no task is claimed");
        answer.next = vec![NextStep::anyone("automaton claim --next")];
        answer
    } else {
        let standing = rows.iter().filter(|row| row.stands).count();
        let page = claims_page(&rows, &clock::now());
        Answer::page(format!("{standing} claims stand"), page)
    };
    answer.warnings = overlaps.iter().map(ToString::to_string).collect();
    let overlaps: Vec<Value> = overlaps.iter().map(overlap_json).collect();
    Ok(answer.field("claims", listed).field("overlaps", overlaps))
}

fn overlap_json(overlap: &Overlap) -> Value {
    let tasks = overlap.tasks.each_ref();
    let tasks = tasks.map(|(task, glob)| json!({"task": task.to_string(), "glob": glob}));
    json!({"tasks": tasks, "path": overlap.path})
}

/// Every claim that nobody has ended. Tasks that cannot be read are left to `audit`.
fn rows(place: &Place) -> Result<Vec<ClaimRow>, crate::fs::FsError> {
    let now = clock::now();
    let mut rows = Vec::new();
    place.namespace.visit(&mut |listed: Listed| {
        let facts = listed
            .ok()
            .and_then(|folder| folder.observe(Checks::new()).ok());
        let record = facts
            .as_ref()
            .and_then(|facts| Some((facts.task(), facts.record()?)));
        if let Some((task, record)) = record
            && let Some(claim) = &record.claims.last
        {
            rows.push(ClaimRow {
                task: task.clone(),
                state: record.state.clone(),
                epoch: record.claims.epoch,
                stands: claim.stands(&now),
                claim: claim.clone(),
                scope: record.scope.clone(),
            });
        }
    })?;
    Ok(rows)
}

fn overlapping(rows: &[ClaimRow]) -> Vec<Overlap> {
    let standing = rows.iter().filter(|row| row.stands);
    let scoped = standing.map(|row| (row.task.clone(), row.scope.clone()));
    overlaps(&scoped.collect::<Vec<_>>())
}

/// What is worth saying about the scope of a task that was claimed. The claim stands, whatever
/// cannot be read now.
pub(super) fn overlaps_of(place: &Place, task: &str) -> Vec<String> {
    let rows = rows(place).unwrap_or_default();
    let about = |overlap: &Overlap| {
        let mut tasks = overlap.tasks.iter();
        tasks.any(|(one, _): &(TaskPath, _)| one.to_string() == task)
    };
    let found = overlapping(&rows).into_iter().filter(about);
    found.map(|overlap| overlap.to_string()).collect()
}
