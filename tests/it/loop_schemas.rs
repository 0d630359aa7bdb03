//! The files of loops, as other programs read them: their schemas and this program agree.

use automaton::loops::Amount;
use automaton::loops::plan::Plan;
use automaton::loops::state::{HaltReason, Score, State, Status, Tick};
use automaton::loops::template::TEMPLATES;
use automaton::task::Look;
use proptest::prelude::*;
use proptest::sample::{Index, select};
use serde_json::{Value, json};

const PLAN: &str = include_str!("../../docs/schemas/loop.json");
const STATE: &str = include_str!("../../docs/schemas/state.loop.json");

fn is_valid(schema: &str, document: &Value) -> bool {
    let schema = serde_json::from_str(schema).expect("JSON");
    let options = jsonschema::options().should_validate_formats(true);
    let validator = options.build(&schema).expect("a schema");
    validator.is_valid(document)
}

/// A plan that says all that a plan can say.
pub fn plan() -> Value {
    json!({
        "tasks": ["a", "b"],
        "harness": {
            "command": ["agent", "{prompt}"], "time_limit": "10m", "environment": ["PATH"],
        },
        "limits": {"iterations": 3, "wall_clock": "4h", "tokens": 100, "money": "2.50"},
        "meter": {"tokens": ["/in", "/out"], "money": ["/cost"]},
        "blast_radius": {"file_scope": ["docs/**"], "max_files": 2, "max_lines": 10},
        "verifier": {
            "command": ["check"], "time_limit": "1m", "score": {"pointer": "/score"},
            "tests": ["tests/**"],
        },
        "plateau": {"window": 2, "least_gain": "0.5"},
        "worktree": "project",
        "schedule": "1h",
    })
}

fn parsed(document: &Value) -> Result<Plan, String> {
    Plan::parse(document.to_string().as_bytes())
}

/// A state that says all that one can say.
fn state() -> State {
    let limits = parsed(&plan()).expect("a plan").limits;
    let mut state = State::new(
        "docs".parse().expect("a name"),
        limits,
        "2026-01-02T03:04:05Z",
    );
    state.last_tick_at = Some(state.started_at.clone());
    for score in [None, Some(Amount::millionths(-1_500_000))] {
        let at = state.started_at.clone();
        state.score(Score {
            iteration: 1,
            at,
            score,
        });
    }
    state.current_task = Some("a/b".parse().expect("a task"));
    state.worktree_path = Some("/work".to_owned());
    state.unmetered = Some("why".to_owned());
    state.tick = Some(Tick {
        iteration: 2,
        pid: 7,
        started_at: state.started_at.clone(),
    });
    state.seen = Some(Look {
        head: Some("1".to_owned()),
        branch: None,
        tree: "2".to_owned(),
    });
    state
}

#[test]
fn the_schema_of_a_plan_and_the_program_agree() {
    for (name, text) in TEMPLATES {
        let document = serde_json::from_str(text).expect("JSON");
        assert!(is_valid(PLAN, &document), "{name}");
    }
    assert_eq!(parsed(&plan()).map(drop), Ok(()));
    assert!(is_valid(PLAN, &plan()));
    let changes: &[(&str, Value, bool)] = &[
        ("/tasks", json!([]), false),
        ("/harness/command", json!([]), false),
        ("/harness/time_limit", json!(5), false),
        ("/limits", json!({}), false),
        ("/limits", json!({"tokens": 1, "money": "1"}), false),
        ("/limits", json!({"iterations": 1}), true),
        ("/limits", json!({"wall_clock": "1h"}), true),
        ("/limits/iterations", json!(-1), false),
        ("/limits/iterations", json!("3"), false),
        ("/limits/money", json!(2.5), false),
        ("/limits/money", json!("2.5000001"), false),
        ("/meter/tokens", json!([]), false),
        ("/meter/money", json!([]), false),
        ("/meter", json!({}), false),
        ("/blast_radius/file_scope", json!([]), false),
        ("/blast_radius/file_scope", json!(["**"]), false),
        (
            "/blast_radius/file_scope",
            json!(["docs/**", "**/*"]),
            false,
        ),
        ("/blast_radius/file_scope", json!(["**/*.md"]), true),
        ("/blast_radius/max_files", json!(0), true),
        ("/verifier/command", json!([]), false),
        ("/verifier/score", json!("exit"), true),
        ("/verifier/score", json!("last_line"), true),
        ("/verifier/score", json!("best"), false),
        ("/verifier/score", json!({"pointer": 1}), false),
        ("/plateau/window", json!(0), false),
        ("/plateau/window", json!(1), true),
        ("/plateau/window", json!(255), true),
        ("/plateau/window", json!(256), false),
        ("/plateau/least_gain", json!("0"), false),
        ("/plateau/least_gain", json!("-1"), false),
        ("/plateau/least_gain", json!("0.000001"), true),
        ("/worktree", json!("own"), true),
        ("/worktree", json!("elsewhere"), false),
    ];
    for (pointer, value, is_plan) in changes {
        let mut other = plan();
        *other.pointer_mut(pointer).expect(pointer) = value.clone();
        let found = parsed(&other).is_ok();
        assert_eq!(
            (found, is_valid(PLAN, &other)),
            (*is_plan, *is_plan),
            "{pointer} {value}"
        );
    }
    for (field, is_plan) in [
        ("tasks", false),
        ("harness", false),
        ("limits", false),
        ("meter", false),
        ("blast_radius", false),
        ("verifier", false),
        ("plateau", true),
        ("worktree", true),
        ("schedule", true),
    ] {
        let mut other = plan();
        other.as_object_mut().expect("fields").remove(field);
        let found = parsed(&other).is_ok();
        assert_eq!(
            (found, is_valid(PLAN, &other)),
            (is_plan, is_plan),
            "without {field}"
        );
    }
    let mut both = plan();
    both["select"] = json!({});
    let mut unknown = plan();
    unknown["limit"] = json!(1);
    for other in [both, unknown] {
        assert_eq!(
            (parsed(&other).is_ok(), is_valid(PLAN, &other)),
            (false, false)
        );
    }
}

#[test]
fn the_schema_of_a_state_accepts_what_the_program_writes_and_would_not_accept_anything() {
    let halted = |halt_reason| Status::Halted {
        halt_reason,
        halted_because: "why".to_owned(),
    };
    let statuses = [
        Status::Running,
        Status::Paused { at_once: true },
        Status::Complete,
        halted(HaltReason::IterationsExhausted),
        halted(HaltReason::BudgetExhausted),
        halted(HaltReason::VerifierFailed),
        halted(HaltReason::DriftDetected),
        halted(HaltReason::HumanIntervention),
    ];
    let new = State::new(
        "docs".parse().expect("a name"),
        state().limits,
        "2026-01-02T03:04:05Z",
    );
    for base in [new, state()] {
        for status in &statuses {
            let status = status.clone();
            let state = State {
                status,
                ..base.clone()
            };
            let written = serde_json::to_value(&state).expect("a document");
            assert!(is_valid(STATE, &written), "{written}");
        }
    }
    let written = serde_json::to_value(state()).expect("a document");
    for (field, value) in [
        ("v", json!(2)),
        ("status", json!("halted")),
        ("status", json!("stopped")),
        ("halt_reason", json!("drift_detected")),
        ("iteration_count", json!(-1)),
        ("money_used", json!(1)),
        ("started_at", json!("yesterday")),
        ("more", json!(1)),
    ] {
        let mut other = written.clone();
        other[field] = value;
        assert!(!is_valid(STATE, &other), "{field}");
    }
}

/// Every place in a document.
fn places(document: &Value, at: &str, found: &mut Vec<String>) {
    let inside: Vec<(String, &Value)> = match document {
        Value::Object(fields) => fields
            .iter()
            .map(|(name, value)| (name.clone(), value))
            .collect(),
        Value::Array(items) => (0..).map(|at: usize| at.to_string()).zip(items).collect(),
        _ => Vec::new(),
    };
    for (name, value) in inside {
        let place = format!("{at}/{name}");
        found.push(place.clone());
        places(value, &place, found);
    }
}

/// The document with something else at one place.
fn mutated(document: &Value, place: Index, value: &Value) -> Value {
    let mut all = Vec::new();
    places(document, "", &mut all);
    let mut other = document.clone();
    let place = place.get(&all);
    *other.pointer_mut(place).expect("a place") = value.clone();
    other
}

fn values() -> impl Strategy<Value = Value> {
    select(vec![
        json!(-1),
        json!(0),
        json!(1),
        json!(1.5),
        json!(u64::MAX),
        json!(""),
        json!("x"),
        json!("**"),
        json!("1h"),
        json!("-1"),
        json!("0"),
        json!([]),
        json!(["x"]),
        json!({}),
        json!({"x": 1}),
        json!(true),
    ])
}

proptest! {
    #[test]
    fn what_the_program_takes_for_a_plan_its_schema_does_too(place: Index, value in values()) {
        let other = mutated(&plan(), place, &value);
        if parsed(&other).is_ok() {
            prop_assert!(is_valid(PLAN, &other), "{other}");
        }
    }

    #[test]
    fn no_bytes_are_too_much_for_a_plan(bytes in proptest::collection::vec(any::<u8>(), 0..256)) {
        let _ = Plan::parse(&bytes);
    }
}
