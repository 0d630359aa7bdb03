//! The page of claims.

use serde_json::{Value, json};

use super::age::age;
use super::table::Table;
use crate::engine::Claim;
use crate::names::{StateName, TaskPath};
use crate::workflow::Glob;

/// A claim on a task.
#[derive(Clone, Debug)]
pub struct ClaimRow {
    /// The task.
    pub task: TaskPath,
    /// Where it stands.
    pub state: StateName,
    /// The epoch of the claim.
    pub epoch: u64,
    /// The claim.
    pub claim: Claim,
    /// Whether the claim has not run out.
    pub stands: bool,
    /// The scope of the task.
    pub scope: Vec<Glob>,
}

impl ClaimRow {
    /// The row as JSON.
    pub fn json(&self) -> Value {
        json!({
            "task": self.task.to_string(),
            "state": self.state.to_string(),
            "owner": self.claim.owner.as_str(),
            "epoch": self.epoch,
            "since": self.claim.since,
            "until": self.claim.until,
            "lease": self.claim.lease,
            "expired": !self.stands,
            "scope": self.scope,
        })
    }
}

/// One line for each claim.
pub fn claims_page(rows: &[ClaimRow], now: &str) -> String {
    let mut table = Table::default();
    for row in rows {
        let claim = &row.claim;
        let until = if row.stands {
            format!("until {}", claim.until)
        } else {
            format!("ran out at {}", claim.until)
        };
        let scope = if row.scope.is_empty() {
            String::new()
        } else {
            scope_words(&row.scope)
        };
        table.row([
            row.task.to_string(),
            row.state.to_string(),
            claim.owner.to_string(),
            format!("epoch {}", row.epoch),
            format!("since {} ({})", claim.since, age(&claim.since, now)),
            until,
            scope,
        ]);
    }
    table.lines().join("\n") + "\n"
}

/// A scope in words.
pub fn scope_words(scope: &[Glob]) -> String {
    let globs: Vec<String> = scope.iter().map(|glob| format!("`{glob}`")).collect();
    if globs.is_empty() {
        "about everything that its phase edits".to_owned()
    } else {
        format!("about {}", globs.join(", "))
    }
}
