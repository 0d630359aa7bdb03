//! `automaton audit`

use std::fs;

use automaton::engine::Action;
use insta::assert_snapshot;
use serde_json::{Value, json};

use crate::by_person::{approve, take};
use crate::forged::forge;
use crate::project::Project;
use crate::status::{EVERY_KIND, busy};

/// A project with one task whose plan a person approved.
fn approved() -> Project {
    let project = Project::with(EVERY_KIND);
    project.all(&["create-task t"]);
    project.artifact("t", "PLAN.md", "the plan\n");
    project.all(&["transition plan:awaiting_approval --task t"]);
    approve(&project, "t");
    project
}

/// The codes of the findings, and the exit.
fn codes(project: &Project) -> (i32, Vec<String>) {
    let run = project.run("audit --json");
    let document: Value = serde_json::from_str(&run.stdout).expect("a document");
    let findings = document["findings"].as_array().expect("findings").iter();
    let codes = findings.map(|found| found["code"].as_str().expect("a code").to_owned());
    (run.exit, codes.collect())
}

fn found(exit: i32, expected: &[&str]) -> (i32, Vec<String>) {
    (exit, expected.iter().map(ToString::to_string).collect())
}

#[test]
fn a_clean_project_lists_its_approvals() {
    let project = approved();
    assert_snapshot!(project.run("audit"), @"
    exit 0
    t
      approved: plan, at TIME, by ann, confirmed by a person at a terminal

    1 task, 0 errors, 0 warnings
    ");
    assert_snapshot!(project.run("audit --json"), @r#"
    exit 0
    {"schema":"automaton/1","ok":true,"code":"done","exit":0,"message":"1 task, 0 errors, 0 warnings","findings":[],"approvals":[{"task":"t","phase":"plan","at":"TIME","by":"ann","level":"person","signatures":[],"stands":true}],"next":[]}
    "#);
    let relayed = Project::relayed();
    relayed.all(&["create-task t", "transition research --task t"]);
    relayed.artifact("t", "SPEC.md", "what is wanted\n");
    relayed.all(&[
        "transition research:awaiting_approval --task t",
        "approve --task t",
        "transition research --task t",
    ]);
    assert_snapshot!(relayed.run("audit"), @"
    exit 0
    t
      approved: research, at TIME, by tester, relayed by a program; it no longer stands

    1 task, 0 errors, 0 warnings
    ");
}

#[test]
fn every_task_is_looked_at_and_damage_decides_the_exit() {
    let project = busy();
    assert_snapshot!(project.run("audit"), @"
    exit 6
    builds
      approved: plan, at TIME, by ann, confirmed by a person at a terminal

    by-hand
      error[untracked] .automaton/tasks/by-hand: task `by-hand` was created manually, without a `.state`: `automaton create-task` is the way to create tasks, and a person adopts this one with `automaton upgrade`
          next, by a person: automaton upgrade --task by-hand

    damaged
      error[tampered] .automaton/tasks/damaged: `.state`: contains NUL bytes, as a crash can leave them; the journal says `plan`; nothing moves until a person has repaired the task
          in the way: .automaton/tasks/damaged/.state (contains NUL bytes, as a crash can leave them; the journal says `plan`)
          next, by a person: automaton repair --task damaged
          next: automaton status damaged

    ended
      approved: plan, at TIME, by ann, confirmed by a person at a terminal

    7 tasks, 2 errors, 0 warnings
    ");
    assert_snapshot!(project.run("audit builds"), @"
    exit 0
    builds
      approved: plan, at TIME, by ann, confirmed by a person at a terminal

    2 tasks, 0 errors, 0 warnings
    ");
    assert_snapshot!(project.run("audit nobody"), @"
    exit 4
    --- stderr
    refused: there is no task `nobody`  [no-such-task]
      next: automaton status
      next: automaton create-task nobody
    ");
}

#[test]
fn a_folder_made_by_hand_is_a_finding_and_no_damage() {
    let project = Project::with(EVERY_KIND);
    project.artifact("by-hand", "PLAN.md", "x");
    assert_snapshot!(project.run("audit"), @"
    exit 1
    by-hand
      error[untracked] .automaton/tasks/by-hand: task `by-hand` was created manually, without a `.state`: `automaton create-task` is the way to create tasks, and a person adopts this one with `automaton upgrade`
          next, by a person: automaton upgrade --task by-hand

    1 task, 1 error, 0 warnings
    ");
    fs::create_dir(project.path(".automaton/tasks/no name")).expect("a folder");
    assert_eq!(codes(&project), found(1, &["untracked", "not-a-task"]));
}

#[test]
fn a_moved_folder_is_not_the_task_that_it_says() {
    let project = approved();
    let place = |name: &str| project.path(".automaton/tasks").join(name);
    fs::rename(place("t"), place("u")).expect("moved");
    assert_snapshot!(project.run("audit"), @"
    exit 6
    u
      error[tampered] .automaton/tasks/u: `.state.journal`: line 1 is about the task `t`, but this is the folder of `u`; nothing moves until a person has repaired the task
          in the way: .automaton/tasks/u/.state.journal (line 1 is about the task `t`, but this is the folder of `u`)
          next, by a person: automaton repair --task u
          next: automaton status u

    1 task, 1 error, 0 warnings
    ");
}

#[test]
fn a_forged_step_is_no_edge_of_its_workflow() {
    let project = approved();
    forge(&project, "t", |entries| {
        let mut step = entries[0].clone();
        step["seq"] = json!(2);
        step["event"] = json!("transition");
        step["from"] = json!("plan");
        step["to"] = json!("build");
        entries.truncate(1);
        entries.push(step);
    });
    project.artifact("t", ".state", "build\n");
    assert_snapshot!(project.run("audit"), @"
    exit 6
    t
      error[not-an-edge] .automaton/tasks/t/.state.journal: line 2: transition `plan` -> `build` is no step of its workflow
          the workflow that decided it has sha256 DIGEST

    1 task, 1 error, 0 warnings
    ");
}

#[test]
fn a_relayed_decision_is_too_weak_where_a_person_is_asked_for() {
    let project = approved();
    forge(&project, "t", |entries| {
        entries[2]["approval"] = json!({"level": "relayed"});
    });
    assert_snapshot!(project.run("audit"), @"
    exit 6
    t
      error[approval-too-weak] .automaton/tasks/t/.state.journal: line 3: approve of `plan` asks for `by=human`, and `relayed` is on record
      approved: plan, at TIME, by ann, relayed by a program

    1 task, 1 error, 0 warnings
    ");
    forge(&project, "t", |entries| {
        entries[2]
            .as_object_mut()
            .expect("an entry")
            .remove("approval");
    });
    assert_eq!(codes(&project), found(6, &["approval-too-weak"]));
}

#[test]
fn a_changed_workflow_is_a_warning_with_the_entries_around_it() {
    let project = approved();
    project.write(
        ".automaton/workflow.kdl",
        &EVERY_KIND.replace("DONE", "READY"),
    );
    assert_snapshot!(project.run("audit"), @"
    exit 0
    t
      warning[workflow-changed] .automaton/tasks/t/.state.journal: the workflow changed after entry 3 (TIME)
          from sha256 DIGEST to sha256 DIGEST
      approved: plan, at TIME, by ann, confirmed by a person at a terminal

    1 task, 0 errors, 1 warning
    ");
    project.all(&["transition build --task t"]);
    assert_snapshot!(project.run("audit"), @"
    exit 0
    t
      warning[workflow-changed] .automaton/tasks/t/.state.journal: the workflow changed between entry 3 (TIME) and entry 4 (TIME)
          from sha256 DIGEST to sha256 DIGEST
      approved: plan, at TIME, by ann, confirmed by a person at a terminal

    1 task, 0 errors, 1 warning
    ");
}

#[test]
fn the_texts_that_decided_must_be_kept() {
    let project = approved();
    project.write(
        ".automaton/workflow.kdl",
        &EVERY_KIND.replace("DONE", "READY"),
    );
    let folder = project.path(".automaton/workflows");
    let kept = fs::read_dir(&folder).expect("a folder").next();
    let kept = kept.expect("a text").expect("a text").path();
    fs::write(&kept, "workflow other version=1 {}\n").expect("written");
    assert_snapshot!(project.run("audit"), @"
    exit 6
    t
      error[workflow-text-changed] .automaton/workflows/DIGEST.kdl: is not the text that its name says
          it decided entries 1 to 3
      warning[workflow-changed] .automaton/tasks/t/.state.journal: the workflow changed after entry 3 (TIME)
          from sha256 DIGEST to sha256 DIGEST
      approved: plan, at TIME, by ann, confirmed by a person at a terminal

    1 task, 1 error, 1 warning
    ");
    fs::remove_file(&kept).expect("removed");
    assert_snapshot!(project.run("audit"), @"
    exit 1
    t
      error[workflow-text-missing] .automaton/workflows/DIGEST.kdl: is not there
          it decided entries 1 to 3
      warning[workflow-changed] .automaton/tasks/t/.state.journal: the workflow changed after entry 3 (TIME)
          from sha256 DIGEST to sha256 DIGEST
      approved: plan, at TIME, by ann, confirmed by a person at a terminal

    1 task, 1 error, 1 warning
    ");
    // The text in force is as good as a kept one.
    project.write(".automaton/workflow.kdl", EVERY_KIND);
    assert_eq!(codes(&project), found(0, &[]));
}

#[test]
fn an_approved_file_that_a_later_phase_may_write_is_a_warning() {
    let workflow = EVERY_KIND
        .replace("artifact PLAN.md", "artifact PLAN.md frozen=#false")
        .replace("produces CODE.md", "produces CODE.md PLAN.md")
        .replace("        reads PLAN.md\n", "");
    let project = Project::with(&workflow);
    project.all(&["create-task t"]);
    project.artifact("t", "PLAN.md", "the plan\n");
    project.all(&["transition plan:awaiting_approval --task t"]);
    approve(&project, "t");
    project.all(&["transition build --task t"]);
    project.artifact("t", "PLAN.md", "a better plan\n");
    assert_snapshot!(project.run("audit"), @"
    exit 0
    t
      warning[approval-outdated] .automaton/tasks/t/PLAN.md: is not what was approved with `plan`
      approved: plan, at TIME, by ann, confirmed by a person at a terminal

    1 task, 0 errors, 1 warning
    ");
}

#[test]
fn sub_tasks_are_those_on_record() {
    let project = busy();
    let subtasks = project.in_task("builds", "subtasks");
    fs::rename(subtasks.join("part"), project.root().join("part")).expect("moved");
    assert_snapshot!(project.run("audit builds"), @"
    exit 6
    builds
      error[subtask-missing] .automaton/tasks/builds/subtasks/part: the folder of the sub-task `builds/part` is gone
      approved: plan, at TIME, by ann, confirmed by a person at a terminal

    1 task, 1 error, 0 warnings
    ");
    fs::rename(project.root().join("part"), subtasks.join("part")).expect("moved");
    forge(&project, "builds", |entries| {
        let made = |entry: &Value| entry["event"] == "subtask";
        let index = entries.iter().position(made).expect("a sub-task");
        entries.remove(index);
        for (seq, entry) in (1..).zip(entries) {
            entry["seq"] = json!(seq);
        }
    });
    assert_snapshot!(project.run("audit builds"), @"
    exit 1
    builds
      approved: plan, at TIME, by ann, confirmed by a person at a terminal

    builds/part
      error[subtask-unrecorded] .automaton/tasks/builds/subtasks/part: the journal of `builds` does not name this sub-task

    2 tasks, 1 error, 0 warnings
    ");
}

#[test]
fn an_abandoned_task_is_left_in_peace() {
    let project = approved();
    let reason = "not needed".to_owned();
    take(&project, "t", Action::Abandon { reason });
    project.artifact("t", "PLAN.md", "another plan\n");
    assert_eq!(codes(&project), found(0, &[]));
}
