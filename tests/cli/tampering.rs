//! Tampering: whatever is changed from outside is found by the next command, or gains nothing.
//!
//! Each row of the [`table`] is tried on one project in two stages: a task whose code is submitted,
//! where `approve` would be granted, and the same task approved, where `transition` would be. No
//! command changes anything that it refuses: files, bytes and modes before are those after.
//!
//! An artifact of a later phase that is made and removed again between two steps leaves nothing
//! that a program could find; the edit gate is what keeps it from being made.

mod stage;
mod table;

use std::sync::Mutex;
use std::thread;

use serde_json::Value;

use self::stage::Stages;
use self::table::{Row, table};
use crate::git;
use crate::project::Project;
use crate::tree::tree;

/// What one command answered: its exit and its code, or for an audit those of its findings.
fn ask(project: &Project, line: &str) -> String {
    let before = tree(&project.root());
    let line = format!("{line} --json");
    let answer = project.json(&line.split_whitespace().collect::<Vec<_>>());
    if answer["exit"] != 0 || !line.starts_with("transition") && !line.starts_with("approve") {
        assert_eq!(tree(&project.root()), before, "{line}: {answer}");
    }
    let code = answer["code"].as_str().expect("a code");
    let found = answer["findings"]
        .as_array()
        .filter(|_| answer["exit"] != 2);
    let mut codes: Vec<&str> = Vec::new();
    for one in found.into_iter().flatten() {
        let code = one["code"].as_str().expect("a code");
        if !codes.contains(&code) {
            codes.push(code);
        }
    }
    if codes.is_empty() {
        codes.push(code);
    }
    format!("{} {}", answer["exit"], codes.join(" "))
}

/// The last step on record, without what differs from run to run.
fn last_step(project: &Project, task: &str) -> Value {
    let journal = project.read(&format!(".automaton/tasks/{task}/.state.journal"));
    let mut entry: Value = match journal.lines().last() {
        Some(line) => serde_json::from_str(line).expect("an entry"),
        None => Value::Null,
    };
    for field in ["at", "prev", "workflow"] {
        entry[field] = Value::Null;
    }
    entry
}

/// What the commands answer after the change, in the order of a row.
fn answers(stages: &Stages, row: &Row) -> [String; 5] {
    let (approved, submitted) = (stages.approved.copy(), stages.submitted.copy());
    let looks = [&approved, &submitted].map(|project| {
        (row.change)(project);
        let validate = format!("validate-folder --task {}", row.task);
        [ask(project, &validate), ask(project, "audit")]
    });
    assert_eq!(looks[0], looks[1], "{}", row.what);
    let [[validate, audit], _] = looks;
    git::commit(&approved.root(), row.what);
    let commits = ask(&approved, "audit --commits HEAD~1..HEAD");
    let step = |asked: &str, project: &Project, untouched: &Project, line: &str| {
        if asked == "-" {
            return asked.to_owned();
        }
        let line = format!("{line} --task {}", row.task);
        let said = ask(project, &line);
        if said == "0 done" && row.gains_nothing {
            let untouched = untouched.copy();
            assert_eq!(ask(&untouched, &line), "0 done", "{}", row.what);
            let steps = [project, &untouched].map(|project| last_step(project, row.task));
            assert_eq!(steps[0], steps[1], "{}", row.what);
            assert_eq!(project.state(row.task), untouched.state(row.task));
        }
        said
    };
    let transition = step(
        row.answers[0],
        &approved,
        &stages.approved,
        "transition over",
    );
    let approve = step(row.answers[1], &submitted, &stages.submitted, "approve");
    [transition, approve, validate, audit, commits]
}

#[test]
fn what_is_changed_from_outside_is_found_or_gains_nothing() {
    let stages = Stages::new();
    let rows = Mutex::new(table().into_iter());
    let wrong = Mutex::new(String::new());
    let work = || {
        while let Some(row) = next(&rows) {
            let found = answers(&stages, &row);
            if found != row.answers {
                let (what, expected) = (row.what, row.answers);
                let line = format!("{what}\n  expected {expected:?}\n  found    {found:?}\n");
                wrong.lock().expect("no panic").push_str(&line);
            }
        }
    };
    thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(work);
        }
    });
    let wrong = wrong.into_inner().expect("no panic");
    assert!(wrong.is_empty(), "\n{wrong}");
}

/// Takes the next row, and holds the lock no longer than that.
fn next(rows: &Mutex<impl Iterator<Item = Row>>) -> Option<Row> {
    rows.lock().expect("no panic").next()
}

#[test]
fn the_table_has_no_row_twice() {
    let mut names: Vec<_> = table().into_iter().map(|row| row.what).collect();
    assert!(names.len() >= 30, "{}", names.len());
    names.sort_unstable();
    let twice: Vec<_> = names.windows(2).filter(|pair| pair[0] == pair[1]).collect();
    assert_eq!(twice, Vec::<&[&str]>::new());
}
