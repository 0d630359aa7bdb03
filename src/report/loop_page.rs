//! Loops, to be read: their brakes, and how much of each is left.

use std::fmt::Write as _;
use std::time::Duration;

use serde_json::{Value, json};

use super::table::Table;
use crate::diagnostic::NextStep;
use crate::loops::plan::{Plan, Span, Worktree};
use crate::loops::state::{State, Status};
use crate::loops::{Entry, LoopError};
use crate::names::LoopName;

/// How many scores a page shows.
const SCORES: usize = 10;

/// Every brake of a loop with its value, one in a line.
pub fn brakes(plan: &Plan, state: &State) -> String {
    let limits = &state.limits;
    let mut table = Table::default();
    let mut row = |name: &str, value: String| table.row(["", name, &value].map(str::to_owned));
    let of = |used: String, most: Option<String>| match most {
        Some(most) => format!("{used} of {most}"),
        None => format!("{used}, without a limit"),
    };
    let most = limits.iterations.map(|most| most.to_string());
    row("iterations", of(state.iteration_count.to_string(), most));
    let used = Span(Duration::from_secs(state.seconds_used)).to_string();
    let most = limits.wall_clock.map(|most| most.to_string());
    row("wall clock", of(used, most));
    let most = limits.tokens.map(|most| most.to_string());
    row("tokens", of(state.tokens_used.to_string(), most));
    let most = limits.money.map(|most| most.to_string());
    row("money", of(state.money_used.to_string(), most));
    let radius = &plan.blast_radius;
    let scope: Vec<String> = radius
        .file_scope
        .iter()
        .map(|it| format!("`{it}`"))
        .collect();
    row("files", scope.join(" "));
    let (files, lines) = (radius.max_files, radius.max_lines);
    row(
        "changes",
        format!("{files} files and {lines} lines in one tick"),
    );
    row(
        "harness",
        format!("ended after {}", plan.harness.time_limit),
    );
    row(
        "verifier",
        plan.verifier.as_ref().map_or_else(
            || "none".to_owned(),
            |verifier| {
                format!(
                    "`{}`, ended after {}",
                    verifier.command.join(" "),
                    verifier.time_limit
                )
            },
        ),
    );
    row(
        "plateau",
        plan.plateau.as_ref().map_or_else(
            || "none".to_owned(),
            |plateau| {
                let (window, gain) = (plateau.window, plateau.least_gain);
                format!("a gain of {gain} in {window} ticks")
            },
        ),
    );
    joined(&table)
}

/// What a loop is for, and how.
pub fn work(plan: &Plan) -> String {
    let mut table = Table::default();
    let mut row = |name: &str, value: String| table.row(["", name, &value].map(str::to_owned));
    let tasks: Vec<String> = plan.tasks.iter().map(ToString::to_string).collect();
    row(
        "tasks",
        match &plan.select {
            None => tasks.join(" "),
            Some(select) => match &select.phase {
                None => "whatever is free".to_owned(),
                Some(phase) => format!("whatever is free in `{phase}`"),
            },
        },
    );
    row("runs", format!("`{}`", plan.harness.command.join(" ")));
    row(
        "works",
        match plan.worktree {
            Worktree::Own => "in a worktree and on a branch of its own".to_owned(),
            Worktree::Project => "in the project's own worktree".to_owned(),
        },
    );
    row(
        "ticks",
        match plan.schedule {
            Some(cadence) => {
                format!("every {cadence}, once `automaton loop schedule install` was run")
            }
            None => "when it is called".to_owned(),
        },
    );
    joined(&table)
}

/// One loop, and where it stands.
pub fn loop_page(plan: &Plan, state: &State) -> String {
    let mut text = heading(state);
    text += &work(plan);
    text += &brakes(plan, state);
    let mut table = Table::default();
    let mut row = |name: &str, value: String| table.row(["", name, &value].map(str::to_owned));
    if let Some(task) = &state.current_task {
        row("task", task.to_string());
    }
    if let Some(worktree) = &state.worktree_path {
        row("worktree", worktree.clone());
    }
    if !state.score_history.is_empty() {
        row("scores", scores(state));
    }
    if let Some(tick) = &state.tick {
        row(
            "now",
            format!("iteration {}, since {}", tick.iteration, tick.started_at),
        );
    } else if let Some(at) = &state.last_tick_at {
        row("last tick", at.clone());
    }
    if state.resumed_count > 0 {
        row("approved", format!("{} times", state.resumed_count));
    }
    text + &joined(&table)
}

/// The latest scores, oldest first.
pub fn scores(state: &State) -> String {
    let history = &state.score_history;
    let latest = &history[history.len().saturating_sub(SCORES)..];
    let latest = latest.iter().map(|score| {
        let score = score.score;
        score.map_or_else(|| "none".to_owned(), |score| score.to_string())
    });
    latest.collect::<Vec<_>>().join(" ")
}

/// A line for each loop.
pub fn loops_page(loops: &[(LoopName, Result<State, LoopError>)]) -> String {
    let mut table = Table::default();
    for (name, state) in loops {
        match state {
            Ok(state) => {
                let most = state.limits.iterations.map(|most| format!(" of {most}"));
                let iterations = state.iteration_count;
                table.row([
                    name.to_string(),
                    state.status.word().to_owned(),
                    format!("iteration {iterations}{}", most.unwrap_or_default()),
                    why(state).unwrap_or_default(),
                ]);
            }
            Err(error) => table.row([
                name.to_string(),
                "unusable".to_owned(),
                String::new(),
                error.to_string(),
            ]),
        }
    }
    joined(&table)
}

/// A loop as data.
pub fn loop_json(name: &LoopName, state: &Result<State, LoopError>) -> Value {
    match state {
        Ok(state) => {
            let mut value = json!(state);
            value["why"] = json!(why(state));
            value["next"] = json!(next_step(name, &state.status).run);
            value
        }
        Err(error) => json!({"loop": name, "status": "unusable", "why": error.to_string()}),
    }
}

/// What leads on from where a loop stands.
pub fn next_step(name: &LoopName, status: &Status) -> NextStep {
    match status {
        Status::Running => NextStep::anyone(format!("automaton loop tick {name}")),
        Status::Paused { .. } => NextStep::human(format!("automaton loop resume {name}")),
        Status::Halted { .. } => {
            NextStep::human(format!("automaton loop approve {name} --reason \"...\""))
        }
        Status::Complete => NextStep::anyone(format!("automaton loop log {name}")),
    }
}

/// What happened to a loop, a line for each entry.
pub fn loop_log(entries: &[Entry]) -> String {
    let mut table = Table::default();
    for entry in entries {
        table.row([
            entry.seq.to_string(),
            entry.at.clone(),
            entry.event.word().to_owned(),
            format!("by {}", entry.actor),
            format!("iteration {}", entry.iteration),
            entry.note.clone().unwrap_or_default(),
        ]);
    }
    joined(&table)
}

fn heading(state: &State) -> String {
    let mut text = format!("{}  {}\n", state.name, state.status.word());
    if let Some(why) = why(state) {
        _ = writeln!(text, "  {why}");
    }
    text
}

fn why(state: &State) -> Option<String> {
    match &state.status {
        Status::Halted {
            halt_reason,
            halted_because,
        } => Some(format!("{}: {halted_because}", halt_reason.word())),
        Status::Running | Status::Paused { .. } | Status::Complete => None,
    }
}

fn joined(table: &Table) -> String {
    let mut text = String::new();
    for line in table.lines() {
        text.push_str(&line);
        text.push('\n');
    }
    text
}
