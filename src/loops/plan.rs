//! What a person decides about a loop: `loop.json`.

use std::fmt;
use std::ops::RangeInclusive;
use std::time::Duration;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::money::Amount;
use super::state::SCORES;
use crate::clock;
use crate::names::{PhaseName, TaskPath};
use crate::workflow::Glob;

/// Over how many ticks a plateau can be seen: of the scores that are kept, one comes before it.
const WINDOWS: RangeInclusive<u64> = 1..=SCORES as u64 - 1;

/// A loop as its file declares it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Plan {
    /// The tasks that it works on, one after the other.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tasks: Vec<TaskPath>,
    /// Or else which of the free tasks it takes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub select: Option<Select>,
    /// What it runs.
    pub harness: Program,
    /// How much it may use.
    pub limits: Limits,
    /// Where the harness says what it used.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub meter: Option<Meter>,
    /// What it may change.
    pub blast_radius: BlastRadius,
    /// What tells how well it does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub verifier: Option<Verifier>,
    /// When it gets no further.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub plateau: Option<Plateau>,
    /// Where it works.
    #[serde(default)]
    pub worktree: Worktree,
    /// How often it ticks by itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub schedule: Option<Span>,
}

/// Which free tasks a loop takes, as `claim --next` does.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Select {
    /// Only those in this phase.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub phase: Option<PhaseName>,
}

/// A program that a loop runs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Program {
    /// Its words. `{prompt}`, `{task}` and `{worktree}` are filled in; no shell reads them.
    pub command: Vec<String>,
    /// How long it may run.
    pub time_limit: Span,
    /// The variables that it gets.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub environment: Vec<String>,
}

/// How much a loop may use; at least one of the first two is there.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Limits {
    /// How often it may run its harness.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub iterations: Option<u64>,
    /// How long its ticks may take together.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub wall_clock: Option<Span>,
    /// How many tokens its harness may use.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tokens: Option<u64>,
    /// How much money it may cost.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub money: Option<Amount>,
}

/// Where the harness's own JSON output says what it used: JSON pointers, the numbers at which add up.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Meter {
    /// Tokens.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tokens: Vec<String>,
    /// Money.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub money: Vec<String>,
}

/// What a loop may change in one tick.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BlastRadius {
    /// The files, relative to the project.
    pub file_scope: Vec<Glob>,
    /// How many of them.
    pub max_files: u64,
    /// How many lines may be added or removed.
    pub max_lines: u64,
}

/// What tells how well a loop does.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Verifier {
    /// Its words, as for the harness.
    pub command: Vec<String>,
    /// How long it may run.
    pub time_limit: Span,
    /// How its score is read.
    #[serde(default)]
    pub score: ScoreFrom,
    /// The files by which it tells: they may grow, and not shrink or go away.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tests: Vec<Glob>,
}

/// How a verifier's score is read. More is better.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ScoreFrom {
    /// 1 where it succeeds, 0 where it does not.
    #[default]
    Exit,
    /// The number that its last line is.
    LastLine,
    /// The number at this JSON pointer in its output.
    Pointer(String),
}

/// When a loop gets no further.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Plateau {
    /// Over how many ticks that is seen.
    pub window: u64,
    /// By how much the best score has to grow in that time.
    pub least_gain: Amount,
}

/// Where a loop works.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Worktree {
    /// In a worktree of its own, with a branch of its own.
    #[default]
    Own,
    /// In the project's.
    Project,
}

/// A length of time, written such as `10m`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Span(pub Duration);

impl fmt::Display for Span {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let seconds = self.0.as_secs();
        match (seconds % 3600, seconds % 60) {
            (0, _) if seconds > 0 => write!(f, "{}h", seconds / 3600),
            (_, 0) if seconds > 0 => write!(f, "{}m", seconds / 60),
            _ => write!(f, "{seconds}s"),
        }
    }
}

impl Serialize for Span {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Span {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        clock::duration(&text)
            .map(Self)
            .map_err(serde::de::Error::custom)
    }
}

impl Plan {
    /// Reads a plan; on failure, what is wrong with it.
    pub fn parse(bytes: &[u8]) -> Result<Self, String> {
        let plan: Self = serde_json::from_slice(bytes).map_err(|error| error.to_string())?;
        match plan.problem() {
            None => Ok(plan),
            Some(problem) => Err(problem),
        }
    }

    /// What keeps the plan from being one that brakes hold.
    fn problem(&self) -> Option<String> {
        let Self {
            limits,
            meter,
            blast_radius,
            ..
        } = self;
        let measures = |of: fn(&Meter) -> &Vec<String>| {
            meter.as_ref().is_some_and(|meter| !of(meter).is_empty())
        };
        let verifier = self.verifier.as_ref();
        let problem = if self.tasks.is_empty() == self.select.is_none() {
            "a loop has either `tasks` or `select`"
        } else if self.harness.command.is_empty() {
            "`harness.command` is empty"
        } else if verifier.is_some_and(|verifier| verifier.command.is_empty()) {
            "`verifier.command` is empty"
        } else if limits.iterations.is_none() && limits.wall_clock.is_none() {
            "`limits` needs `iterations` or `wall_clock`"
        } else if limits.tokens.is_some() && !measures(|meter| &meter.tokens) {
            "`limits.tokens` needs `meter.tokens`, which says where the harness tells them"
        } else if limits.money.is_some() && !measures(|meter| &meter.money) {
            "`limits.money` needs `meter.money`, which says where the harness tells it"
        } else if blast_radius.file_scope.is_empty() {
            "`blast_radius.file_scope` is not empty"
        } else if let Some(glob) = blast_radius
            .file_scope
            .iter()
            .find(|glob| glob.covers_all_of(""))
        {
            return Some(format!(
                "`{glob}` in `blast_radius.file_scope` is everything"
            ));
        } else if self.plateau.is_some() && self.verifier.is_none() {
            "`plateau` needs a `verifier`"
        } else if self
            .plateau
            .as_ref()
            .is_some_and(|plateau| !WINDOWS.contains(&plateau.window))
        {
            // Of older scores nothing is known, so that the gate would never close.
            "`plateau.window` is from 1 to 255"
        } else if self
            .plateau
            .as_ref()
            .is_some_and(|plateau| plateau.least_gain <= Amount::default())
        {
            "`plateau.least_gain` is more than 0"
        } else {
            return None;
        };
        Some(problem.to_owned())
    }
}
