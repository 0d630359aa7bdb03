//! The brakes: six gates, in order, the first of which that fails halts the loop.

use super::drift::Drift;
use super::money::Amount;
use super::plan::{Plan, Span};
use super::state::{HaltReason, State, Status};
use std::time::Duration;

/// What was looked at.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Observed {
    /// Why a person has to act on the task first, if one has.
    pub waits_for_person: Option<String>,
    /// What became of the worktree, and whether commits in it are the loop's own.
    pub drift: Option<Drift>,
    /// The commit that was checked out, and the one that is, where the loop made none.
    pub commits: Option<(String, String)>,
}

/// A gate that is closed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Brake {
    /// Its name.
    pub gate: &'static str,
    /// What the loop is halted for; nothing where it stands still already.
    pub halts: Option<HaltReason>,
    /// What it found, with the numbers.
    pub why: String,
}

/// Whether the harness may run once more.
pub fn check(plan: &Plan, state: &State, observed: &Observed) -> Result<(), Brake> {
    standing(state)?;
    task(observed)?;
    drift(plan, observed)?;
    plateau(plan, state)
}

/// The gates that need no look at the task and the worktree.
pub fn standing(state: &State) -> Result<(), Brake> {
    status(state)?;
    iterations(state)?;
    budget(state)
}

fn closed(gate: &'static str, halts: HaltReason, why: String) -> Brake {
    Brake {
        gate,
        halts: Some(halts),
        why,
    }
}

fn status(state: &State) -> Result<(), Brake> {
    let why = match &state.status {
        Status::Running => return Ok(()),
        Status::Paused { .. } => "it is paused".to_owned(),
        Status::Complete => "all of its tasks are over".to_owned(),
        Status::Halted { halted_because, .. } => format!("it is halted: {halted_because}"),
    };
    Err(Brake {
        gate: "status",
        halts: None,
        why,
    })
}

fn iterations(state: &State) -> Result<(), Brake> {
    match state.limits.iterations {
        Some(most) if state.iteration_count >= most => {
            let why = format!(
                "it ran {} times, and may {most} times",
                state.iteration_count
            );
            Err(closed("iterations", HaltReason::IterationsExhausted, why))
        }
        _ => Ok(()),
    }
}

fn budget(state: &State) -> Result<(), Brake> {
    let limits = &state.limits;
    let seconds = Span(Duration::from_secs(state.seconds_used));
    let why = if let Some(most) = limits.wall_clock.filter(|most| seconds >= *most) {
        format!("it ran for {seconds}, and may for {most}")
    } else if let Some(unknown) = &state.unmetered {
        format!("it is not known how much it used: {unknown}")
    } else if let Some(most) = limits.tokens.filter(|most| state.tokens_used >= *most) {
        format!("it used {} tokens, and may use {most}", state.tokens_used)
    } else if let Some(most) = limits.money.filter(|most| state.money_used >= *most) {
        format!("it cost {}, and may cost {most}", state.money_used)
    } else {
        return Ok(());
    };
    Err(closed("budget", HaltReason::BudgetExhausted, why))
}

fn task(observed: &Observed) -> Result<(), Brake> {
    match &observed.waits_for_person {
        None => Ok(()),
        Some(why) => Err(closed("task", HaltReason::HumanIntervention, why.clone())),
    }
}

/// Whether the worktree is what the loop may have made of it.
pub fn drift(plan: &Plan, observed: &Observed) -> Result<(), Brake> {
    let Some(drift) = &observed.drift else {
        return Ok(());
    };
    let radius = &plan.blast_radius;
    let why = if let Some((from, to)) = &drift.moved {
        format!("the branch was moved: from {from} to {to}")
    } else if let Some((from, to)) = &observed.commits {
        format!("there are commits that the loop did not make: from {from} to {to}")
    } else if !drift.guards.is_empty() {
        format!(
            "files that guard the project changed: {}",
            drift.guards.join(", ")
        )
    } else if !drift.tests.is_empty() {
        format!(
            "tests of the verifier are gone or shorter: {}",
            drift.tests.join(", ")
        )
    } else if !drift.outside.is_empty() {
        format!(
            "files outside `file_scope` changed: {}",
            drift.outside.join(", ")
        )
    } else if drift.files > radius.max_files {
        format!(
            "{} files changed, and {} may",
            drift.files, radius.max_files
        )
    } else if drift.lines > radius.max_lines {
        format!(
            "{} lines changed, and {} may",
            drift.lines, radius.max_lines
        )
    } else {
        return Ok(());
    };
    Err(closed("drift", HaltReason::DriftDetected, why))
}

fn plateau(plan: &Plan, state: &State) -> Result<(), Brake> {
    let Some(plateau) = &plan.plateau else {
        return Ok(());
    };
    let window = usize::try_from(plateau.window).unwrap_or(usize::MAX);
    let scores = &state.score_history;
    // The best before the window is what has to be bettered in it.
    let Some(start) = scores.len().checked_sub(window).filter(|start| *start > 0) else {
        return Ok(());
    };
    let best = |scores: &[super::state::Score]| -> Option<Amount> {
        scores.iter().filter_map(|score| score.score).max()
    };
    let (before, since) = (best(&scores[..start]), best(&scores[start..]));
    let gained = match (before, since) {
        (_, None) => false,
        (None, Some(_)) => true,
        (Some(before), Some(since)) => since.minus(before) >= plateau.least_gain,
    };
    if gained {
        return Ok(());
    }
    let shown = |score: Option<Amount>| score.map_or("none".to_owned(), |score| score.to_string());
    let why = format!(
        "the best score was {} and is {} after {window} more ticks; it has to grow by {}",
        shown(before),
        shown(since),
        plateau.least_gain
    );
    Err(closed("plateau", HaltReason::VerifierFailed, why))
}

#[cfg(test)]
mod tests;
