use super::*;
use crate::loops::plan::Limits;
use crate::loops::state::Score;

/// A plan with every brake.
fn plan() -> Plan {
    Plan::parse(
        br#"{"tasks": ["t"], "harness": {"command": ["x"], "time_limit": "1m"},
             "limits": {"iterations": 3, "wall_clock": "1h", "tokens": 100, "money": "2.50"},
             "meter": {"tokens": ["/t"], "money": ["/m"]},
             "blast_radius": {"file_scope": ["docs/**"], "max_files": 2, "max_lines": 10},
             "verifier": {"command": ["v"], "time_limit": "1m"},
             "plateau": {"window": 2, "least_gain": "0.5"}}"#,
    )
    .expect("a plan")
}

fn state() -> State {
    let name = "docs".parse().expect("a name");
    State::new(name, plan().limits, "2026-01-01T00:00:00Z")
}

fn scored(scores: &[Option<i64>]) -> State {
    let mut state = state();
    for (iteration, score) in (1..).zip(scores) {
        state.score(Score {
            iteration,
            at: String::new(),
            score: score.map(|tenths| Amount::millionths(tenths * 100_000)),
        });
    }
    state
}

/// Which gate is closed, what the loop is halted for, and why.
type Closed = (&'static str, Option<HaltReason>, &'static str);

#[track_caller]
fn assert_gate(state: &State, observed: &Observed, expected: Option<Closed>) {
    let found = check(&plan(), state, observed).err();
    let found = found.map(|brake| (brake.gate, brake.halts, brake.why));
    let expected = expected.map(|(gate, halts, why)| (gate, halts, why.to_owned()));
    assert_eq!(found, expected);
}

fn with(change: impl FnOnce(&mut State)) -> State {
    let mut state = state();
    change(&mut state);
    state
}

#[test]
fn a_loop_that_stands_still_is_not_halted_once_more() {
    let halted = Status::Halted {
        halt_reason: HaltReason::DriftDetected,
        halted_because: "2 files".to_owned(),
    };
    for (status, why) in [
        (Status::Running, None),
        (Status::Paused { at_once: false }, Some("it is paused")),
        (Status::Paused { at_once: true }, Some("it is paused")),
        (Status::Complete, Some("all of its tasks are over")),
        (halted, Some("it is halted: 2 files")),
    ] {
        let state = with(|state| state.status = status);
        let expected = why.map(|why| ("status", None, why));
        assert_gate(&state, &Observed::default(), expected);
    }
}

#[test]
fn a_limit_is_reached_when_all_of_it_is_used() {
    const OVER: Option<HaltReason> = Some(HaltReason::BudgetExhausted);
    let iterations = |count| with(|state| state.iteration_count = count);
    let seconds = |count| with(|state| state.seconds_used = count);
    let tokens = |count| with(|state| state.tokens_used = count);
    let money = |count| with(|state| state.money_used = Amount::millionths(count));
    let ran = |why| ("iterations", Some(HaltReason::IterationsExhausted), why);
    let used = |why| ("budget", OVER, why);
    for (state, expected) in [
        (iterations(2), None),
        (iterations(3), Some(ran("it ran 3 times, and may 3 times"))),
        (iterations(4), Some(ran("it ran 4 times, and may 3 times"))),
        (seconds(3599), None),
        (seconds(3600), Some(used("it ran for 1h, and may for 1h"))),
        (
            seconds(3601),
            Some(used("it ran for 3601s, and may for 1h")),
        ),
        (tokens(99), None),
        (
            tokens(100),
            Some(used("it used 100 tokens, and may use 100")),
        ),
        (
            tokens(101),
            Some(used("it used 101 tokens, and may use 100")),
        ),
        (money(2_499_999), None),
        (
            money(2_500_000),
            Some(used("it cost 2.5, and may cost 2.5")),
        ),
        (
            money(2_500_001),
            Some(used("it cost 2.500001, and may cost 2.5")),
        ),
    ] {
        assert_gate(&state, &Observed::default(), expected);
    }
}

#[test]
fn what_was_used_without_being_told_closes_the_budget() {
    let state = with(|state| state.unmetered = Some("iteration 2 was cut short".to_owned()));
    let why = "it is not known how much it used: iteration 2 was cut short";
    let expected = ("budget", Some(HaltReason::BudgetExhausted), why);
    assert_gate(&state, &Observed::default(), Some(expected));
}

#[test]
fn a_limit_that_a_loop_does_not_have_holds_nothing() {
    let state = with(|state| {
        state.limits = Limits::default();
        state.iteration_count = u64::MAX;
        (state.seconds_used, state.tokens_used) = (u64::MAX, u64::MAX);
        state.money_used = Amount::millionths(i64::MAX);
    });
    assert_gate(&state, &Observed::default(), None);
}

#[test]
fn a_task_that_waits_for_a_person_halts_its_loop() {
    let observed = Observed {
        waits_for_person: Some("`t` waits for approval".to_owned()),
        ..Observed::default()
    };
    let reason = Some(HaltReason::HumanIntervention);
    assert_gate(
        &state(),
        &observed,
        Some(("task", reason, "`t` waits for approval")),
    );
}

fn drifted(change: impl FnOnce(&mut Drift)) -> Observed {
    let mut drift = Drift::default();
    change(&mut drift);
    Observed {
        drift: Some(drift),
        ..Observed::default()
    }
}

#[test]
fn a_worktree_has_drifted_where_one_thing_is_not_the_loops_work() {
    let paths = || vec!["a".to_owned(), "b".to_owned()];
    let two = || ("1".to_owned(), "2".to_owned());
    let commits = Observed {
        commits: Some(two()),
        ..drifted(|_| {})
    };
    for (observed, why) in [
        (drifted(|_| {}), None),
        (
            drifted(|drift| drift.moved = Some(two())),
            Some("the branch was moved: from 1 to 2"),
        ),
        (
            commits,
            Some("there are commits that the loop did not make: from 1 to 2"),
        ),
        (
            drifted(|drift| drift.guards = paths()),
            Some("files that guard the project changed: a, b"),
        ),
        (
            drifted(|drift| drift.tests = paths()),
            Some("tests of the verifier are gone or shorter: a, b"),
        ),
        (
            drifted(|drift| drift.outside = paths()),
            Some("files outside `file_scope` changed: a, b"),
        ),
        (drifted(|drift| drift.files = 1), None),
        (drifted(|drift| drift.files = 2), None),
        (
            drifted(|drift| drift.files = 3),
            Some("3 files changed, and 2 may"),
        ),
        (drifted(|drift| drift.lines = 9), None),
        (drifted(|drift| drift.lines = 10), None),
        (
            drifted(|drift| drift.lines = 11),
            Some("11 lines changed, and 10 may"),
        ),
    ] {
        let reason = Some(HaltReason::DriftDetected);
        let expected = why.map(|why| ("drift", reason, why));
        assert_gate(&state(), &observed, expected);
    }
}

#[test]
fn the_best_score_has_to_grow_within_the_window() {
    for (scores, why) in [
        (&[][..], None),
        (&[Some(10)], None),
        // The window is all there is: nothing came before it that could be bettered.
        (&[Some(10), Some(10)], None),
        (
            &[Some(10), Some(10), Some(14)],
            Some("the best score was 1 and is 1.4 after 2 more ticks; it has to grow by 0.5"),
        ),
        (&[Some(10), Some(10), Some(15)], None),
        (&[Some(10), Some(16), Some(2)], None),
        (
            &[Some(10), Some(16), Some(2), Some(20)],
            Some("the best score was 1.6 and is 2 after 2 more ticks; it has to grow by 0.5"),
        ),
        (&[Some(-20), Some(-30), Some(-10)], None),
        (&[None, None, Some(0)], None),
        (
            &[Some(10), None, None],
            Some("the best score was 1 and is none after 2 more ticks; it has to grow by 0.5"),
        ),
        (
            &[None, None, None],
            Some("the best score was none and is none after 2 more ticks; it has to grow by 0.5"),
        ),
    ] {
        let reason = Some(HaltReason::VerifierFailed);
        let expected = why.map(|why| ("plateau", reason, why));
        assert_gate(&scored(scores), &Observed::default(), expected);
    }
}

#[test]
fn the_first_gate_that_is_closed_is_the_one_that_is_named() {
    let mut state = scored(&[Some(1), Some(1), Some(1)]);
    state.status = Status::Paused { at_once: false };
    state.iteration_count = 3;
    state.tokens_used = 100;
    let mut observed = drifted(|drift| drift.files = 3);
    observed.waits_for_person = Some("`t` waits".to_owned());
    let mut closed = Vec::new();
    while let Err(brake) = check(&plan(), &state, &observed) {
        closed.push(brake.gate);
        match brake.gate {
            "status" => state.status = Status::Running,
            "iterations" => state.iteration_count = 0,
            "budget" => state.tokens_used = 0,
            "task" => observed.waits_for_person = None,
            "drift" => observed.drift = None,
            _ => state.score_history.clear(),
        }
    }
    let order = ["status", "iterations", "budget", "task", "drift", "plateau"];
    assert_eq!(closed, order);
}
