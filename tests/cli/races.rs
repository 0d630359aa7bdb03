//! Many processes that want the same thing at once: one gets it, and the others are told.

use std::process::{Child, Stdio};
use std::time::Duration;

use serde_json::Value;

use crate::project::Project;

/// What each process answered: its exit code and its document.
fn race(project: &Project, line: &str, racers: usize) -> Vec<(i32, Value)> {
    let racers = start(project, line, racers);
    let answers = racers.into_iter().map(|racer| {
        let output = racer.wait_with_output().expect("ended");
        let answer = serde_json::from_slice(&output.stdout).expect("one document");
        (output.status.code().expect("an exit code"), answer)
    });
    answers.collect()
}

/// Starts processes that all want the same.
fn start(project: &Project, line: &str, racers: usize) -> Vec<Child> {
    let start = |number| {
        let mut command = project.command();
        command
            .args(line.split_whitespace())
            .args(["--json", "--actor", &format!("racer-{number}")])
            .stdout(Stdio::piped())
            .stderr(Stdio::null());
        command.spawn().expect("started")
    };
    (0..racers).map(start).collect()
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

/// The two steps that undo each other, so that there is always one to race for.
const BACK_AND_FORTH: [&str; 2] = ["research:awaiting_approval", "research"];

fn submittable() -> Project {
    let project = Project::relayed();
    project.all(&["create-task login", "transition research --task login"]);
    project.artifact("login", "SPEC.md", "what is wanted\n");
    project
}

/// One race after the other for a step of the same task. Every fourth one loses a racer to a kill
/// at some moment.
fn races(count: usize) {
    let project = submittable();
    for number in 0..count {
        let to = BACK_AND_FORTH[number % 2];
        let line = format!("transition {to} --task login");
        let mut racers = start(&project, &line, 4);
        if number % 4 == 3 {
            std::thread::sleep(Duration::from_micros(number as u64 * 997 % 20_000));
            racers[0].kill().expect("killed or ended");
        }
        let mut winners = 0;
        for racer in racers {
            let output = racer.wait_with_output().expect("ended");
            let Some(exit) = output.status.code() else {
                continue;
            };
            let answer: Value = serde_json::from_slice(&output.stdout).expect("one document");
            assert!(exit == 0 || answer["code"] == "already-there", "{answer}");
            winners += usize::from(exit == 0);
        }
        // Whoever was killed may have won, and told nobody.
        assert!(
            winners == 1 || winners == 0 && number % 4 == 3,
            "race {number}: {winners}"
        );
        let entries = journal(&project, "login");
        assert_eq!(
            entries.len(),
            3 + number,
            "race {number}: one step, and no other"
        );
        assert_eq!(entries.last().expect("a step")["to"], to);
    }
    let audit = project.run("audit");
    assert_eq!(audit.exit, 0, "{audit}");
}

#[test]
fn each_of_twenty_races_has_one_winner() {
    races(20);
}

/// `cargo test --test cli races::each_of_a_thousand -- --ignored --nocapture`
#[test]
#[ignore = "takes minutes"]
fn each_of_a_thousand_races_has_one_winner() {
    for _ in 0..40 {
        races(25);
    }
}

/// One race after the other for the claim on a task, which its owner ends after each.
fn claim_races(count: usize) {
    let project = submittable();
    for epoch in 1..=count {
        let answers = race(&project, "claim --task login", 4);
        let (won, lost) = settled(answers);
        assert_eq!(won["epoch"], epoch, "{won}");
        let owner = won["claim"]["owner"].as_str().expect("an owner").to_owned();
        for (exit, answer) in lost {
            assert_eq!((exit, &answer["code"]), (5, &"claimed".into()));
            let told = format!("`{owner}` has claimed the task since ");
            let reason = answer["reasons"][0].as_str().expect("a reason");
            assert!(reason.starts_with(&told), "{reason}");
        }
        project.all(&[&format!("release --task login --as {owner}")]);
    }
    // The creation, one step, and a claim and its end for each race.
    assert_eq!(journal(&project, "login").len(), 2 + 2 * count);
    let audit = project.run("audit");
    assert_eq!(audit.exit, 0, "{audit}");
}

#[test]
fn each_of_thirty_claim_races_has_one_winner() {
    claim_races(30);
}

/// `cargo test --test cli races::each_of_ten_thousand -- --ignored --nocapture`
#[test]
#[ignore = "takes minutes"]
fn each_of_ten_thousand_claim_races_has_one_winner() {
    for _ in 0..200 {
        claim_races(50);
    }
}

#[test]
fn a_pool_gets_each_task_once() {
    let project = Project::relayed();
    let names: Vec<String> = (0..8).map(|number| format!("t{number}")).collect();
    for name in &names {
        project.all(&[&format!("create-task {name}")]);
    }
    let answers = race(&project, "claim --next", 12);
    let (won, lost): (Vec<_>, Vec<_>) = answers.into_iter().partition(|(exit, _)| *exit == 0);
    let mut taken: Vec<&str> = won
        .iter()
        .filter_map(|(_, answer)| answer["task"].as_str())
        .collect();
    taken.sort_unstable();
    assert_eq!(taken, names);
    for (exit, answer) in lost {
        assert_eq!((exit, &answer["code"]), (5, &"all-claimed".into()));
    }
}
