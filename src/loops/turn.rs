//! What a tick makes of the record: an iteration begins, ends, or is found cut short. Counters only grow.

use super::brakes::{self, Brake};
use super::meter::Used;
use super::state::{Score, State, Tick};
use super::verifier::Scored;
use crate::clock;
use crate::names::TaskPath;
use crate::task::Look;

/// What is about to run.
#[derive(Clone, Debug)]
pub struct Beginning {
    /// The task that it works on.
    pub task: TaskPath,
    /// Where it works, as an absolute path.
    pub worktree: String,
    /// What that looks like; nothing where nobody looked.
    pub seen: Option<Look>,
    /// The process that runs it.
    pub pid: u32,
    /// When, in UTC.
    pub at: String,
}

/// What an iteration came to.
#[derive(Clone, Debug, Default)]
pub struct Ending {
    /// How many seconds it took.
    pub seconds: u64,
    /// What the harness says it used.
    pub used: Used,
    /// Why it is not known what it used, where a limit depends on it.
    pub unmetered: Option<String>,
    /// What the verifier said, where there is one.
    pub score: Option<Scored>,
    /// What the worktree looks like now; nothing where nobody looked.
    pub seen: Option<Look>,
    /// When, in UTC.
    pub at: String,
}

/// Counts an iteration before its harness runs, or says which brake came in between.
pub fn begin(state: &mut State, beginning: Beginning) -> Result<(), Brake> {
    brakes::standing(state)?;
    state.iteration_count = state.iteration_count.saturating_add(1);
    state.current_task = Some(beginning.task);
    state.worktree_path = Some(beginning.worktree);
    state.last_tick_at = Some(beginning.at.clone());
    state.seen = beginning.seen;
    state.tick = Some(Tick {
        iteration: state.iteration_count,
        pid: beginning.pid,
        started_at: beginning.at,
    });
    Ok(())
}

/// Counts what an iteration used, once it is over.
pub fn end(state: &mut State, ending: Ending) {
    state.tick = None;
    state.seen = ending.seen;
    took(state, ending.seconds);
    state.tokens_used = state.tokens_used.saturating_add(ending.used.tokens);
    state.money_used = state.money_used.plus(ending.used.money);
    state.unmetered = state.unmetered.take().or(ending.unmetered);
    if let Some(Scored(score)) = ending.score {
        let iteration = state.iteration_count;
        let at = ending.at;
        state.score(Score {
            iteration,
            at,
            score,
        });
    }
}

/// Understands, at the time `now`, an iteration that was cut short: it counts, and what it used is not
/// known. Says so, if there was one.
pub fn settle(state: &mut State, now: &str) -> Option<String> {
    let tick = state.tick.take()?;
    // What its harness had committed is the loop's own.
    if let Some(seen) = &mut state.seen {
        seen.head = None;
    }
    let cut = format!("iteration {} was cut short", tick.iteration);
    if state.limits.tokens.is_some() || state.limits.money.is_some() {
        state.unmetered.get_or_insert_with(|| cut.clone());
    }
    let seconds = clock::seconds_between(&tick.started_at, now).unwrap_or(0);
    took(state, u64::try_from(seconds).unwrap_or(0));
    Some(cut)
}

/// An iteration takes at least a second: a clock that was set back, or one that fails at once, would
/// let it run for ever where nothing but time is limited.
fn took(state: &mut State, seconds: u64) {
    state.seconds_used = state.seconds_used.saturating_add(seconds.max(1));
}
