//! Many loops that tick at once on one project.

use serde_json::{Value, json};

use super::ground::Ground;

/// How many: a hundred take a minute, so that a run of all tests has fewer.
fn count() -> usize {
    let asked = std::env::var("AUTOMATON_TEST_LOOPS").ok();
    asked.and_then(|count| count.parse().ok()).unwrap_or(12)
}

#[test]
fn loops_that_tick_at_once_do_not_disturb_each_other() {
    let ground = Ground::new();
    let names: Vec<String> = (0..count())
        .map(|number| format!("loop-{number}"))
        .collect();
    for name in &names {
        ground.project.all(&[&format!("create-task {name}")]);
        let mut plan = ground.plan("echo more >> docs/a.md");
        plan["tasks"] = json!([name]);
        plan["worktree"] = json!("own");
        ground.create(name, &plan);
    }
    for round in 1..=2 {
        let begun: Vec<_> = names
            .iter()
            .map(|name| ground.call(&format!("loop tick {name} --json")))
            .collect();
        for (name, child) in names.iter().zip(begun) {
            let run = ground.end(child);
            let answer: Value = serde_json::from_str(&run.stdout).expect("a document");
            assert_eq!(
                (&answer["code"], &answer["ran"]),
                (&json!("done"), &json!(true)),
                "{run}"
            );
            let state = ground.state(name);
            assert_eq!(
                (&state["iteration_count"], &state["status"]),
                (&json!(round), &json!("running"))
            );
            let tree = ground
                .project
                .path(&format!("../project.loops/{name}/docs/a.md"));
            let text = std::fs::read_to_string(tree).expect("a file");
            assert_eq!(text.lines().count(), 1 + round);
        }
    }
}
