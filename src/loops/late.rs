//! Whether a loop ticks as often as its plan says.

use std::time::Duration;

use super::plan::{Plan, Span};
use super::state::{State, Status};
use crate::clock;

/// What there is to say about a loop that has not ticked for more than twice its cadence; nothing
/// about one that need not tick.
pub fn late(plan: &Plan, state: &State, now: &str) -> Option<String> {
    let cadence = plan.schedule.filter(|_| state.status == Status::Running)?;
    let last = state.last_tick_at.as_ref().unwrap_or(&state.started_at);
    let since = u64::try_from(clock::seconds_between(last, now)?).ok()?;
    let passed = Duration::from_secs(since);
    (passed > cadence.0.saturating_mul(2)).then(|| {
        let word = match state.last_tick_at {
            Some(_) => "it last ticked",
            None => "it has not ticked since it was made,",
        };
        format!(
            "{word} {} ago, and is to tick every {cadence}",
            Span(passed)
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::loops::plan::Limits;

    #[test]
    fn a_loop_is_late_after_more_than_twice_its_cadence() {
        let text = r#"{
            "select": {},
            "harness": {"command": ["true"], "time_limit": "1m"},
            "limits": {"iterations": 3},
            "blast_radius": {"file_scope": ["docs/**"], "max_files": 1, "max_lines": 1},
            "schedule": "15m"
        }"#;
        let plan = Plan::parse(text.as_bytes()).expect("a plan");
        let made = "2026-01-01T00:00:00Z";
        let mut state = State::new("docs".parse().expect("a name"), Limits::default(), made);
        let said = |state: &State, now: &str| late(&plan, state, now);
        assert_eq!(said(&state, "2026-01-01T00:30:00Z"), None);
        let never = "it has not ticked since it was made, 1801s ago, and is to tick every 15m";
        assert_eq!(said(&state, "2026-01-01T00:30:01Z").as_deref(), Some(never));
        state.last_tick_at = Some("2026-01-01T01:00:00Z".to_owned());
        assert_eq!(said(&state, "2026-01-01T01:30:00Z"), None);
        let once = "it last ticked 1h ago, and is to tick every 15m";
        assert_eq!(said(&state, "2026-01-01T02:00:00Z").as_deref(), Some(once));
        // A clock that was set back is no reason to complain.
        assert_eq!(said(&state, "2025-01-01T00:00:00Z"), None);
        state.status = Status::Paused { at_once: false };
        assert_eq!(said(&state, "2026-01-01T09:00:00Z"), None);
        state.status = Status::Running;
        let by_hand = Plan {
            schedule: None,
            ..plan.clone()
        };
        assert_eq!(late(&by_hand, &state, "2026-01-01T09:00:00Z"), None);
    }
}
