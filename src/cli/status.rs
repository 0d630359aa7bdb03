//! `automaton status`

mod watch;

use std::collections::BTreeSet;

use serde_json::json;

use super::loops::late;
use super::session::{Place, Session};
use super::step;
use crate::clock;
use crate::diagnostic::{Diagnostic, Exit, NextStep};
use crate::engine::{Condition, Facts as _, inventory, outlook, topics};
use crate::names::{ActorName, PhaseName, StateName, TaskPath};
use crate::report::{
    Answer, Items, NextRow, Rows, TaskRow, overview, reworks_json, stock_json, tally, task_page,
};
use crate::task::{Checks, EntryEvent, Journal, Listed, ObservedTask};
use crate::workflow::{Model, nearest};

/// Show where tasks stand, what may happen next, and who must do it
///
/// Without TASK: every task, those that wait for a person first. With TASK: its artifacts, and for
/// each possible next command whether it would be granted now.
#[derive(Debug, clap::Args)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a flag of the command"
)]
pub(super) struct Args {
    /// The task; without it, all of them
    #[arg(conflicts_with_all = ["phase", "state", "waiting", "all"])]
    task: Option<TaskPath>,
    /// Show only tasks in this phase, in any of its sub-states
    #[arg(long, value_name = "PHASE")]
    phase: Option<PhaseName>,
    /// Show only tasks in exactly this state
    #[arg(long, value_name = "STATE")]
    state: Option<StateName>,
    /// Show only tasks that wait for a person
    #[arg(long)]
    waiting: bool,
    /// Show also tasks that are over, however many
    #[arg(long)]
    all: bool,
    /// Show archived tasks instead
    #[arg(long, conflicts_with = "task")]
    archived: bool,
    /// Show the page again whenever it changes, until interrupted
    #[arg(long)]
    watch: bool,
}

pub(super) fn run(args: &Args, session: &Session) -> Result<Answer, Answer> {
    if args.watch {
        watch::run(args, session)
    } else {
        once(args, session)
    }
}

fn once(args: &Args, session: &Session) -> Result<Answer, Answer> {
    let place = session.place()?;
    let actor = session.actor()?;
    match &args.task {
        Some(task) => one(session, &place, task, &actor),
        None => every(args, session, &place, &actor),
    }
}

fn every(
    args: &Args,
    session: &Session,
    place: &Place,
    actor: &ActorName,
) -> Result<Answer, Answer> {
    let model: &Model = &place.workflow;
    let (mut rows, mut items) = (Rows::default(), Items::default());
    let mut states = BTreeSet::new();
    let mut any = false;
    let mut look = |listed| {
        any = true;
        let row = row(model, listed, actor);
        states.extend(row.state.clone());
        if is_wanted(args, &row) {
            if session.global.json {
                items.push(&row.json());
            }
            rows.push(row);
        }
    };
    if args.archived {
        let visited = place.namespace.visit_archive(&mut look);
        visited.map_err(|error| Answer::refused(step::io(&error)))?;
    } else {
        place.visit(session, &mut look)?;
    }
    if !any && args.archived {
        return Ok(Answer::done("no archived tasks").list("tasks", items));
    }
    let archived = place.namespace.archived();
    let archived = archived.map_err(|error| Answer::refused(step::io(&error)))?;
    if !any {
        let mut answer = Answer::done(if archived == 0 {
            "no tasks yet"
        } else {
            "every task is archived"
        });
        answer.next = vec![NextStep::anyone("automaton create-task NAME")];
        if archived > 0 {
            answer
                .next
                .push(NextStep::anyone("automaton status --archived"));
        }
        return Ok(answer.field("archived", archived).list("tasks", items));
    }
    known(args, model, &states)?;
    let rows = rows.as_slice();
    let all = args.all || args.archived || is_filtered(args);
    let page = overview(model, rows, all, &clock::now());
    let counts: serde_json::Map<_, _> = tally(model, rows)
        .into_iter()
        .map(|(word, count)| (word, json!(count)))
        .collect();
    let waiting = rows.iter().filter(|row| row.waits_for_person()).count();
    let summary = page.lines().last().unwrap_or_default().to_owned();
    let mut answer = Answer::page(summary, page)
        .field("counts", counts)
        .field("waiting", waiting)
        .field("archived", archived)
        .list("tasks", items);
    answer.warnings = late::warnings(place.project.automaton_dir());
    Ok(answer)
}

/// All tasks, each with no more than one line of it shows.
#[cfg(feature = "dashboard")]
pub(super) fn board(session: &Session) -> Result<crate::dashboard::Board, Answer> {
    let place = session.place()?;
    let actor = session.actor()?;
    let model: &Model = &place.workflow;
    let mut rows = Vec::new();
    place.visit(session, &mut |listed| {
        rows.push(row(model, listed, &actor).in_one_line());
    })?;
    let phases = model.phases.iter().map(|phase| phase.name.to_string());
    let phases = phases.collect();
    Ok(crate::dashboard::Board { phases, rows })
}

fn is_filtered(args: &Args) -> bool {
    args.phase.is_some() || args.state.is_some() || args.waiting
}

fn is_wanted(args: &Args, row: &TaskRow) -> bool {
    let state = row.state.as_ref();
    let in_phase = |phase: &PhaseName| state.is_some_and(|state| state.phase == *phase);
    args.phase.as_ref().is_none_or(in_phase)
        && args
            .state
            .as_ref()
            .is_none_or(|wanted| state == Some(wanted))
        && (!args.waiting || row.waits_for_person())
}

/// Refuses a filter by a phase or state that neither the workflow nor any task knows: an empty
/// page would look like an answer.
fn known(args: &Args, model: &Model, states: &BTreeSet<StateName>) -> Result<(), Answer> {
    let unknown = |kind, name: String, names: Vec<String>| {
        let message = format!("refused: the workflow has no {kind} `{name}`");
        let found = Diagnostic::call(&topics::UNKNOWN_STATE, message);
        Answer::refused(match nearest(&name, names.iter().map(String::as_str)) {
            Some(near) => found.reason(format!("did you mean `{near}`?")),
            None => found.next(NextStep::anyone("automaton status")),
        })
    };
    if let Some(phase) = &args.phase
        && model.phase_named(phase).is_none()
        && !states.iter().any(|state| state.phase == *phase)
    {
        let names = model.phases.iter().map(|phase| phase.name.to_string());
        return Err(unknown("phase", phase.to_string(), names.collect()));
    }
    if let Some(state) = &args.state
        && model.state_named(state).is_none()
        && !states.contains(state)
    {
        let names = model
            .states()
            .map(|state| model.state_name(state).to_string());
        return Err(unknown("state", state.to_string(), names.collect()));
    }
    Ok(())
}

/// One task of many. What cannot be read hides nothing else.
fn row(model: &Model, listed: Listed, actor: &ActorName) -> TaskRow {
    let folder = match listed {
        Ok(folder) => folder,
        Err(error) => {
            let code = crate::task::NOT_A_TASK.code;
            return TaskRow::unreadable(None, &error.path, code, error.problem);
        }
    };
    match folder.observe(Checks::new()) {
        Ok(facts) => TaskRow::of(model, facts.task(), &outlook(model, &facts, actor)),
        Err(error) => {
            let task = Some(folder.task().clone());
            let code = topics::FACT_UNAVAILABLE.code;
            TaskRow::unreadable(task, folder.shown(), code, error.to_string())
        }
    }
}

fn one(
    session: &Session,
    place: &Place,
    task: &TaskPath,
    actor: &ActorName,
) -> Result<Answer, Answer> {
    let model: &Model = &place.workflow;
    let folder = place
        .namespace
        .find_anywhere(task)
        .map_err(|error| Answer::refused(step::io(&error)))?;
    let folder = folder.ok_or_else(|| step::no_task(place, task))?;
    let facts = folder
        .observe(Checks::new())
        .map_err(|error| step::fact(task, &error))?;
    let outlook = outlook(model, &facts, actor);
    let task = facts.task();
    let row = TaskRow::of(model, task, &outlook);
    let stock = stock(model, &facts).map_err(|error| step::fact(task, &error))?;
    let lines = facts.journal().map_or(&[][..], Journal::lines);
    let entries = lines.iter().map(|line| &line.entry);
    let reworks: Vec<_> = entries
        .filter(|entry| entry.event == EntryEvent::Rework)
        .collect();
    let page = task_page(model, &row, &stock, &reworks, &clock::now());
    let mut answer = Answer::page(format!("{task}: {}", row.condition.word()), page)
        .field("task", task.to_string())
        .field("artifacts", stock_json(model, &stock))
        .field("reworks", reworks_json(&reworks))
        .field("tasks", vec![row.json()]);
    if let Some(state) = &row.state {
        answer = answer.field("state", state.to_string());
    }
    if session.global.json {
        let leads_on = |next: &&NextRow| next.verdict != "blocked";
        let steps = row.next.iter().filter(leads_on).map(|next| &next.step);
        answer.next = steps.chain(&row.mends).cloned().collect();
    }
    // What stands in the folder may be mended on the way; broken records stop everything.
    match &outlook.wrong {
        Some(wrong) if matches!(row.condition, Condition::Untracked | Condition::Broken) => {
            Ok(answer.ending(wrong.exit(), wrong.topic().code))
        }
        _ => Ok(answer.ending(Exit::Done, "done")),
    }
}

/// What the folder of a task holds, where it is known in which phase the task is.
fn stock(
    model: &Model,
    facts: &ObservedTask,
) -> Result<Vec<crate::engine::Stock>, crate::engine::FactError> {
    let Some(record) = facts.record() else {
        return Ok(Vec::new());
    };
    match model.state_named(&record.state) {
        Some(state) => inventory(model, facts, state, record),
        None => Ok(Vec::new()),
    }
}
