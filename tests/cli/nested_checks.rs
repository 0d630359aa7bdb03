//! Checks that call the program themselves: they are served or refused, and wait for nothing.

use std::time::{Duration, Instant};

use serde_json::Value;

use crate::project::{PROGRAM, Project};

fn project(to: &str) -> Project {
    let project = Project::with(&format!(
        r#"
        workflow nested version=1 {{
            initial first
            phase first {{
                next second {{ check "{PROGRAM} transition {to} --task login" timeout="60s"; }}
                next third
            }}
            phase second {{ next third; }}
            phase third terminal=success
        }}
        "#
    ));
    project.all(&["create-task login"]);
    project
}

#[test]
fn a_check_that_moves_the_same_task_is_served_and_the_step_decided_again() {
    let project = project("third");
    let started = Instant::now();
    let run = project.run("transition second --task login");
    assert!(started.elapsed() < Duration::from_secs(30), "no waiting");
    insta::assert_snapshot!(run, @"
    exit 1
    --- stderr
    refused: third -> second  [no-such-transition]
      `third` is terminal: the task has ended
        .automaton/workflow.kdl:9  phase third terminal=success
      next: automaton status login
    ");
    assert_eq!(project.state("login"), "third\n");
}

#[test]
fn a_check_that_takes_its_own_step_is_refused_at_once() {
    let project = project("second");
    let started = Instant::now();
    let run = project.run("transition second --task login --json");
    assert!(started.elapsed() < Duration::from_secs(30), "no waiting");
    let answer: Value = serde_json::from_str(&run.stdout).expect("a document");
    assert_eq!((run.exit, &answer["code"]), (1, &"guard-failed".into()));
    // The outer check fails because the inner one, its own last line, was refused.
    let reason = answer["reasons"][0].as_str().expect("a reason");
    assert!(
        reason.contains("it is running already, and called itself"),
        "{reason}"
    );
    assert_eq!(project.state("login"), "first\n");
}
