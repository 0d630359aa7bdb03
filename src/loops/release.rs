//! The only way out of a halt: a person lets a loop go on.

use std::time::Duration;

use super::brakes::{self, Brake, Observed};
use super::money::Amount;
use super::plan::{Plan, Span};
use super::state::{HaltReason, State, Status};

/// By how much limits are raised.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Raise {
    /// Iterations.
    pub iterations: Option<u64>,
    /// Time.
    pub wall_clock: Option<Duration>,
    /// Tokens.
    pub tokens: Option<u64>,
    /// Money.
    pub money: Option<Amount>,
}

/// Why a loop cannot be let go on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NotReleased {
    /// It is not halted.
    NotHalted,
    /// It has no such limit.
    NoLimit(&'static str),
    /// The same brake would hold it again.
    StillHeld(Brake),
}

/// Lets a halted loop go on, with its limits raised. What was used stays counted; what the worktree has
/// become is taken as it is, because a person has looked at it.
pub fn release(plan: &Plan, state: &mut State, raise: &Raise) -> Result<(), NotReleased> {
    let Status::Halted { halt_reason, .. } = &state.status else {
        return Err(NotReleased::NotHalted);
    };
    let reason = *halt_reason;
    let limits = &mut state.limits;
    if let Some(more) = raise.iterations {
        let most = limits.iterations.as_mut();
        let most = most.ok_or(NotReleased::NoLimit("iterations"))?;
        *most = most.saturating_add(more);
    }
    if let Some(more) = raise.wall_clock {
        let most = limits.wall_clock.as_mut();
        let Span(most) = most.ok_or(NotReleased::NoLimit("wall_clock"))?;
        *most = most.saturating_add(more);
    }
    if let Some(more) = raise.tokens {
        let most = limits.tokens.as_mut();
        let most = most.ok_or(NotReleased::NoLimit("tokens"))?;
        *most = most.saturating_add(more);
    }
    if let Some(more) = raise.money {
        let most = limits.money.as_mut();
        let most = most.ok_or(NotReleased::NoLimit("money"))?;
        *most = most.plus(more);
    }
    state.status = Status::Running;
    state.resumed_count += 1;
    state.unmetered = None;
    state.seen = None;
    if reason == HaltReason::VerifierFailed {
        // The best so far is what the next ticks have to better.
        let best = state.score_history.iter().max_by_key(|score| score.score);
        state.score_history = best.cloned().into_iter().collect();
    }
    brakes::check(plan, state, &Observed::default()).map_err(NotReleased::StillHeld)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::loops::state::Score;

    fn plan() -> Plan {
        Plan::parse(
            br#"{"tasks": ["t"], "harness": {"command": ["x"], "time_limit": "1m"},
                 "limits": {"iterations": 3, "tokens": 100}, "meter": {"tokens": ["/t"]},
                 "blast_radius": {"file_scope": ["docs/**"], "max_files": 1, "max_lines": 1},
                 "verifier": {"command": ["v"], "time_limit": "1m"},
                 "plateau": {"window": 2, "least_gain": "0.1"}}"#,
        )
        .expect("a plan")
    }

    fn halted(reason: HaltReason) -> State {
        let name = "docs".parse().expect("a name");
        let mut state = State::new(name, plan().limits, "2026-01-01T00:00:00Z");
        state.status = Status::Halted {
            halt_reason: reason,
            halted_because: "why".to_owned(),
        };
        state
    }

    fn raise(iterations: Option<u64>, tokens: Option<u64>) -> Raise {
        Raise {
            iterations,
            tokens,
            ..Raise::default()
        }
    }

    #[test]
    fn what_was_used_stays_counted_and_limits_are_raised_by_what_is_said() {
        let mut state = halted(HaltReason::IterationsExhausted);
        (state.iteration_count, state.tokens_used) = (3, 99);
        let still = release(&plan(), &mut state.clone(), &Raise::default());
        let Err(NotReleased::StillHeld(brake)) = still else {
            panic!("{still:?}")
        };
        assert_eq!(
            (brake.gate, brake.halts),
            ("iterations", Some(HaltReason::IterationsExhausted))
        );
        assert_eq!(release(&plan(), &mut state, &raise(Some(2), None)), Ok(()));
        assert_eq!((state.iteration_count, state.tokens_used), (3, 99));
        assert_eq!(
            (state.limits.iterations, state.limits.tokens),
            (Some(5), Some(100))
        );
        assert_eq!(
            (state.status.clone(), state.resumed_count),
            (Status::Running, 1)
        );
        assert_eq!(
            release(&plan(), &mut state, &raise(Some(2), None)),
            Err(NotReleased::NotHalted)
        );
    }

    #[test]
    fn raising_one_limit_does_not_open_the_gate_of_another() {
        let mut state = halted(HaltReason::BudgetExhausted);
        (state.iteration_count, state.tokens_used) = (1, 100);
        let still = release(&plan(), &mut state.clone(), &raise(Some(9), None));
        assert!(matches!(still, Err(NotReleased::StillHeld(brake)) if brake.gate == "budget"));
        assert_eq!(release(&plan(), &mut state, &raise(None, Some(1))), Ok(()));
    }

    #[test]
    fn a_limit_that_the_loop_does_not_have_is_not_raised() {
        let more = Raise {
            money: Some(Amount::millionths(1)),
            ..Raise::default()
        };
        let mut state = halted(HaltReason::DriftDetected);
        assert_eq!(
            release(&plan(), &mut state, &more),
            Err(NotReleased::NoLimit("money"))
        );
    }

    #[test]
    fn after_a_plateau_the_best_score_is_what_has_to_be_bettered() {
        let mut state = halted(HaltReason::VerifierFailed);
        for (iteration, score) in [(1, 5), (2, 9), (3, 9), (4, 7)] {
            state.score(Score {
                iteration,
                at: String::new(),
                score: Some(Amount::millionths(score)),
            });
        }
        assert_eq!(release(&plan(), &mut state, &Raise::default()), Ok(()));
        let kept: Vec<_> = state
            .score_history
            .iter()
            .map(|score| score.score)
            .collect();
        assert_eq!(kept, [Some(Amount::millionths(9))]);
    }
}
