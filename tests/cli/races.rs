//! Many processes that want the same thing at once: one gets it, and the others are told.

use std::process::{Child, Stdio};

use serde_json::Value;

use crate::project::Project;

/// What each process answered: its exit code and its document.
fn race(project: &Project, line: &str, racers: usize) -> Vec<(i32, Value)> {
    let start = |number| {
        let mut command = project.command();
        command
            .args(line.split_whitespace())
            .args(["--json", "--actor", &format!("racer-{number}")])
            .stdout(Stdio::piped())
            .stderr(Stdio::null());
        command.spawn().expect("started")
    };
    let racers: Vec<Child> = (0..racers).map(start).collect();
    let answers = racers.into_iter().map(|racer| {
        let output = racer.wait_with_output().expect("ended");
        let answer = serde_json::from_slice(&output.stdout).expect("one document");
        (output.status.code().expect("an exit code"), answer)
    });
    answers.collect()
}

/// The one answer that took the step, and all others.
fn settled(answers: Vec<(i32, Value)>) -> (Value, Vec<(i32, Value)>) {
    let (mut won, lost): (Vec<_>, Vec<_>) = answers.into_iter().partition(|(exit, _)| *exit == 0);
    assert_eq!(won.len(), 1, "{lost:?}");
    (won.remove(0).1, lost)
}

fn journal(project: &Project, task: &str) -> Vec<Value> {
    let text = project.read(&format!(".automaton/tasks/{task}/.state.journal"));
    let lines = text.lines().map(serde_json::from_str);
    lines.collect::<Result<_, _>>().expect("whole lines")
}

#[test]
fn one_of_64_transitions_is_taken_and_the_others_are_told() {
    let project = Project::relayed();
    project.all(&["create-task login"]);
    let answers = race(&project, "transition research --task login", 64);
    let (won, lost) = settled(answers);
    let entries = journal(&project, "login");
    assert_eq!(entries.len(), 2, "the creation and one step");
    // What was acknowledged is what was journaled.
    let acknowledged = (&won["seq"], &won["at"], &won["state"]);
    let step = &entries[1];
    assert_eq!(acknowledged, (&step["seq"], &step["at"], &step["to"]));
    let (by, since) = (step["actor"].as_str(), step["at"].as_str());
    let (by, since) = (by.expect("a name"), since.expect("a time"));
    for (exit, answer) in lost {
        assert_eq!((exit, &answer["code"]), (1, &"already-there".into()));
        let told = format!("`{by}` brought the task to `research` at {since}");
        assert_eq!(answer["reasons"], Value::from(vec![told]));
    }
    assert_eq!(project.state("login"), "research\n");
    let left = project.in_task("login", ".state.tmp");
    assert!(!left.exists(), "nothing half written");
}

#[test]
fn one_of_16_tasks_of_one_name_is_made() {
    let project = Project::relayed();
    let (won, lost) = settled(race(&project, "create-task login", 16));
    assert_eq!(won["state"], "new");
    for (exit, answer) in lost {
        assert_eq!((exit, &answer["code"]), (1, &"task-exists".into()));
    }
    assert_eq!(journal(&project, "login").len(), 1);
    let left = std::fs::read_dir(project.path(".automaton/tasks/.state.new"));
    assert_eq!(left.expect("a folder").count(), 0, "nothing half made");
}

#[test]
fn names_that_differ_only_in_case_are_one_name() {
    let project = Project::relayed();
    let mut answers = Vec::new();
    for name in ["login", "Login", "LOGIN"] {
        answers.push(race(&project, &format!("create-task {name}"), 1).remove(0));
    }
    let (_, lost) = settled(answers);
    for (exit, answer) in lost {
        assert_eq!((exit, &answer["code"]), (1, &"task-exists".into()));
    }
}
