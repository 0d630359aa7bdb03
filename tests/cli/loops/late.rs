//! Loops that do not tick as often as they are to.

use automaton::loops::Event;
use insta::assert_snapshot;
use serde_json::{Value, json};

use super::ground::Ground;

#[test]
fn a_loop_that_is_late_is_named_by_status_and_doctor() {
    let ground = Ground::new();
    let doctor = |ground: &Ground| -> Vec<(String, String)> {
        let run = ground.project.run("doctor --json");
        let answer: Value = serde_json::from_str(&run.stdout).expect("a document");
        let checks = answer["checks"].as_array().expect("a list");
        let about = checks.iter().filter(|check| check["subject"] == "loops");
        let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        about
            .map(|check| (text(&check["health"]), text(&check["seen"])))
            .collect()
    };
    assert_eq!(doctor(&ground), []);
    let mut plan = ground.plan("true");
    plan["schedule"] = json!("15m");
    ground.create("docs", &plan);
    let fine = "1, and each ticks as often as it is to";
    assert_eq!(doctor(&ground), [("ok".to_owned(), fine.to_owned())]);
    assert_eq!(ground.project.run("status").stderr, "");
    ground.change("docs", Event::End, |state| {
        state.last_tick_at = Some("2026-01-01T00:00:00Z".to_owned());
    });
    let seen = doctor(&ground);
    assert_eq!(seen.len(), 1);
    assert_eq!(seen[0].0, "warning");
    let (before, after) = seen[0].1.split_once(" ago").expect("how long ago");
    assert!(before.starts_with("`docs`: it last ticked "), "{before}");
    assert_eq!(after, ", and is to tick every 15m");
    let warned = ground.project.run("status").stderr;
    let begin = "warning: a loop needs a look: `docs`: it last ticked ";
    assert!(warned.starts_with(begin), "{warned}");
    ground
        .project
        .write(".automaton/loops/docs/.state.loop", "{");
    assert_snapshot!(ground.project.run("status").stderr, @"warning: a loop needs a look: .automaton/loops/docs/.state.loop: EOF while parsing an object at line 1 column 1");
}
