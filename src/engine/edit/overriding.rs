//! Letting edits and commits through for a while: a person's answer to a hotfix or a merge.

use std::time::Duration;

use super::topics;
use crate::diagnostic::{Diagnostic, NextStep};
use crate::engine::request::Authority;
use crate::engine::topics as refusals;
use crate::names::ActorName;

/// The longest that one override lasts.
pub const LONGEST_OVERRIDE: Duration = Duration::from_hours(24);

/// Leave to let edits and commits through. Only [`decide_override`] makes one.
#[derive(Debug)]
#[must_use = "an override lets nothing through until the store has recorded it"]
pub struct OverrideGrant {
    actor: ActorName,
    reason: String,
    length: Duration,
}

impl OverrideGrant {
    /// Who gives it.
    pub fn actor(&self) -> &ActorName {
        &self.actor
    }

    /// Why.
    pub fn reason(&self) -> &str {
        &self.reason
    }

    /// For how long.
    pub fn length(&self) -> Duration {
        self.length
    }
}

/// Decides whether edits may be let through for `length`: only by a person, and not for ever.
pub fn decide_override(
    actor: &ActorName,
    authority: Authority,
    reason: &str,
    length: Duration,
) -> Result<OverrideGrant, Diagnostic> {
    if length.is_zero() || length > LONGEST_OVERRIDE {
        let refused = Diagnostic::call(&topics::OVERRIDE_TOO_LONG, "refused: override");
        return Err(refused
            .reason("an override lasts from one second to 24 hours")
            .next(NextStep::human(command(reason))));
    }
    if authority != Authority::Person {
        let refused = Diagnostic::call(&refusals::PERSON_REQUIRED, "refused: override");
        return Err(refused
            .reason("only a person at a terminal lets edits through")
            .next(NextStep::human(command(reason))));
    }
    Ok(OverrideGrant {
        actor: actor.clone(),
        reason: reason.to_owned(),
        length,
    })
}

fn command(reason: &str) -> String {
    let plain = !reason.is_empty() && !reason.contains(['"', '\\', '$', '`', '\n']);
    let reason = if plain { reason } else { "..." };
    format!("automaton override --reason \"{reason}\" --for 10m")
}
