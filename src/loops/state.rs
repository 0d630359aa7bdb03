//! What has happened to a loop: `.state.loop`.

use serde::{Deserialize, Serialize};

use super::money::Amount;
use super::plan::Limits;
use crate::names::{LoopName, TaskPath};
use crate::task::Look;

/// The version of the format that this program writes, and the only one that it reads.
pub const VERSION: u32 = 1;
/// How many scores are kept.
pub(super) const SCORES: usize = 256;

/// Where a loop stands.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct State {
    /// The version of the format.
    pub v: u32,
    /// The loop.
    #[serde(rename = "loop")]
    pub name: LoopName,
    /// Whether it goes on, and why not.
    #[serde(flatten)]
    pub status: Status,
    /// How often its harness was started.
    pub iteration_count: u64,
    /// When it last ticked, in UTC.
    pub last_tick_at: Option<String>,
    /// What its verifier said.
    pub score_history: Vec<Score>,
    /// The task that it works on.
    pub current_task: Option<TaskPath>,
    /// Where it works.
    pub worktree_path: Option<String>,
    /// How often a person let it go on.
    pub resumed_count: u64,
    /// When it was made, in UTC.
    pub started_at: String,
    /// How much it may use, after a person raised it.
    pub limits: Limits,
    /// How many seconds its ticks took together.
    pub seconds_used: u64,
    /// How many tokens its harness used.
    pub tokens_used: u64,
    /// How much money its harness cost.
    pub money_used: Amount,
    /// Why it is not known how much was used, if it is not.
    pub unmetered: Option<String>,
    /// The tick that is under way, or that was cut short.
    pub tick: Option<Tick>,
    /// What its worktree was when it last looked.
    pub seen: Option<Look>,
}

/// Whether a loop goes on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "status", rename_all = "snake_case")]
pub enum Status {
    /// It does.
    Running,
    /// Somebody stopped it for a while.
    Paused {
        /// Whether a harness that runs is ended, too.
        #[serde(default)]
        at_once: bool,
    },
    /// A brake stopped it, until a person approves.
    Halted {
        /// Which kind of brake.
        halt_reason: HaltReason,
        /// What it found, in a sentence with the numbers.
        halted_because: String,
    },
    /// All of its tasks are over.
    Complete,
}

/// Why a loop was halted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum HaltReason {
    /// It ran as often as it may.
    IterationsExhausted,
    /// It used as much as it may.
    BudgetExhausted,
    /// It gets no further.
    VerifierFailed,
    /// It changed what it may not.
    DriftDetected,
    /// A person has to act first.
    HumanIntervention,
}

/// What the verifier said after one tick.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Score {
    /// After which.
    pub iteration: u64,
    /// When, in UTC.
    pub at: String,
    /// How well it does; nothing where the verifier came to no score.
    pub score: Option<Amount>,
}

/// A tick that was begun.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tick {
    /// Its number.
    pub iteration: u64,
    /// The process.
    pub pid: u32,
    /// When, in UTC.
    pub started_at: String,
}

impl HaltReason {
    /// The word that files and output use.
    pub fn word(self) -> &'static str {
        match self {
            Self::IterationsExhausted => "iterations_exhausted",
            Self::BudgetExhausted => "budget_exhausted",
            Self::VerifierFailed => "verifier_failed",
            Self::DriftDetected => "drift_detected",
            Self::HumanIntervention => "human_intervention",
        }
    }
}

impl Status {
    /// The word that files and output use.
    pub fn word(&self) -> &'static str {
        match self {
            Self::Running => "running",
            Self::Paused { .. } => "paused",
            Self::Halted { .. } => "halted",
            Self::Complete => "complete",
        }
    }
}

impl State {
    /// That of a loop that is made at `now`.
    pub fn new(name: LoopName, limits: Limits, now: &str) -> Self {
        Self {
            v: VERSION,
            name,
            status: Status::Running,
            iteration_count: 0,
            last_tick_at: None,
            score_history: Vec::new(),
            current_task: None,
            worktree_path: None,
            resumed_count: 0,
            started_at: now.to_owned(),
            limits,
            seconds_used: 0,
            tokens_used: 0,
            money_used: Amount::default(),
            unmetered: None,
            tick: None,
            seen: None,
        }
    }

    /// Keeps what the verifier said.
    pub fn score(&mut self, score: Score) {
        self.score_history.push(score);
        let more = self.score_history.len().saturating_sub(SCORES);
        self.score_history.drain(..more);
    }
}
