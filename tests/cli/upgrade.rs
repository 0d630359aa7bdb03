//! Folders without records, and how they come under the workflow.

use std::fs;
use std::process::{Child, Stdio};

use insta::assert_snapshot;
use serde_json::Value;

use crate::project::Project;

/// Folders as an older tool and hands leave them behind.
fn older() -> Project {
    let project = Project::relayed();
    project.all(&["create-task tracked"]);
    project.artifact("bom", ".state", "\u{feff}research:awaiting_approval\r\n");
    project.artifact("crlf", ".state", "design\r\n");
    project.artifact("empty", "notes.txt", "mine");
    project.artifact("inferred", "SPEC.md", "x");
    project.artifact("inferred", "DESIGN.md", "x");
    project.artifact("orphan", ".state", "paused\n");
    project
}

#[test]
fn every_folder_is_adopted_with_its_reason_or_left_with_its_reason() {
    let project = older();
    let trial = project.run("upgrade --dry-run");
    assert_eq!(trial.exit, 3);
    assert!(!project.in_task("bom", ".state.journal").exists());
    assert_snapshot!(project.run("upgrade"), @"
    exit 3
    adopted 4 folders, left 1
      bom: in research: its `.state` says `research:awaiting_approval`, and what was not approved here is not approved
      crlf: in design: its `.state` says `design`
      empty: in new: it holds no artifact
      inferred: in design: it holds `DESIGN.md`

    orphan: refused: upgrade  [orphan-state]
      the workflow has no state `paused` any more: put it back, name its successor under `[upgrade.states]` in `.automaton/config.toml`, or let a person say which phase takes its place
      next, by a person: automaton upgrade --task orphan --as STATE
    ");
    assert_eq!(project.state("bom"), "research\n");
    assert_eq!(project.state("crlf"), "design\n");
    assert_snapshot!(project.run("upgrade"), @"
    exit 3
    adopted 0 folders, left 1

    orphan: refused: upgrade  [orphan-state]
      the workflow has no state `paused` any more: put it back, name its successor under `[upgrade.states]` in `.automaton/config.toml`, or let a person say which phase takes its place
      next, by a person: automaton upgrade --task orphan --as STATE
    ");
    fs::remove_dir_all(project.in_task("orphan", "")).expect("removed");
    assert_snapshot!(project.run("upgrade"), @"
    exit 0
    nothing to do: every task is under the workflow
    ");
    assert_snapshot!(project.run("upgrade --task bom"), @"
    exit 0
    nothing to do: bom is under the workflow
    ");
    assert_snapshot!(project.run("transition research:awaiting_approval --task inferred"), @"
    exit 1
    --- stderr
    refused: design -> research:awaiting_approval  [no-such-transition]
      no edge leads from `design` to `research:awaiting_approval`
        .automaton/workflow.kdl:130  phase design {
      next: automaton transition design:awaiting_approval --task inferred
    ");
}

#[test]
fn sub_tasks_come_along_and_count() {
    let project = Project::relayed();
    project.artifact("epic", ".state", "decomposition\n");
    project.artifact("epic", "SPEC.md", "x");
    project.artifact("epic", "DECOMPOSITION.md", "x");
    project.artifact("epic/subtasks/part", ".state", "complete\n");
    project.artifact("epic/subtasks/rest", ".state", "new\n");
    assert_snapshot!(project.run("upgrade"), @"
    exit 0
    adopted 3 folders
      epic: in decomposition: its `.state` says `decomposition`
      epic/part: in complete: its `.state` says `complete`
      epic/rest: in new: its `.state` says `new`
    ");
    project.all(&[
        "transition decomposition:awaiting_approval --task epic",
        "approve --task epic",
    ]);
    assert_snapshot!(project.run("transition complete --task epic"), @"
    exit 1
    --- stderr
    refused: decomposition:approved -> complete  [guard-failed]
      all sub-tasks must be complete: epic/rest: stands in `new`
        .automaton/workflow.kdl:117  next complete { subtasks complete; }
      next: automaton status epic
    ");
    fs::remove_dir_all(project.in_task("epic", "subtasks/rest")).expect("removed");
    assert_snapshot!(project.run("transition complete --task epic"), @"
    exit 1
    --- stderr
    refused: decomposition:approved -> complete  [guard-failed]
      all sub-tasks must be complete: epic/rest: its folder is missing
        .automaton/workflow.kdl:117  next complete { subtasks complete; }
      next: automaton status epic
    ");
}

#[test]
fn a_folder_that_fits_no_phase_or_several_is_left_with_the_candidates() {
    let project = Project::with(
        "workflow w version=1 {\n    initial a\n    artifact B.md\n    artifact C.md\n    \
         phase a { next b; next c; }\n    phase b { produces B.md; next d; }\n    \
         phase c { produces C.md; forbids B.md; next d; }\n    phase d terminal=success\n    \
         phase e { produces B.md; next d; }\n}\n"
            .replace("next c; }", "next c; next e; }")
            .as_str(),
    );
    project.artifact("tied", "B.md", "x");
    project.artifact("fits", "C.md", "x");
    assert_snapshot!(project.run("upgrade"), @"
    exit 1
    adopted 1 folder, left 1
      fits: in c: it holds `C.md`

    tied: refused: upgrade  [not-inferred]
      the folder fits `b` and `e` equally: a person has to choose
      next, by a person: automaton upgrade --task tied --as b
      next, by a person: automaton upgrade --task tied --as e
    ");
    assert_snapshot!(project.run("upgrade --task tied --json"), @r#"
    exit 1
    {"schema":"automaton/1","ok":false,"code":"not-inferred","exit":1,"message":"refused: upgrade: the folder fits `b` and `e` equally: a person has to choose","task":"tied","reasons":["the folder fits `b` and `e` equally: a person has to choose"],"offending":[],"places":[],"next":[{"run":"automaton upgrade --task tied --as b","by":"human"},{"run":"automaton upgrade --task tied --as e","by":"human"}]}
    "#);
    assert_snapshot!(project.run("upgrade --task tied --as b"), @"
    exit 3
    --- stderr
    refused: upgrade --as b  [person-required]
      only a person at a terminal may do this; an agent gives the command to its user
      standard input is not a terminal
      next, by a person: automaton upgrade --task tied --as b
    ");
}

#[test]
fn an_agent_adopts_nothing() {
    let project = older();
    assert_snapshot!(project.as_agent("upgrade --task inferred"), @"
    exit 3
    --- stderr
    refused: upgrade  [person-required]
      an agent is at work in this environment, and may not adopt folders: its user runs the command in another terminal
      an agent is at work here: `CLAUDECODE` is set (Claude Code sets it for the commands it runs)
      next, by a person: automaton upgrade --task inferred
    ");
    assert_eq!(project.as_agent("upgrade").exit, 3);
    assert!(!project.in_task("inferred", ".state.journal").exists());
}

#[test]
fn damage_outweighs_whatever_else_is_left() {
    let project = older();
    project.artifact("broken", ".state", "\0\0\0\0");
    let run = project.run("upgrade");
    assert_eq!(run.exit, 6, "{run}");
    assert_eq!(project.state("crlf"), "design\n");
}

#[test]
fn a_workflow_that_infers_adopts_with_the_first_step() {
    let text = include_str!("../../workflow.kdl")
        .replace("untracked refuse", "untracked infer")
        .replace("by=human", "by=anyone");
    let project = Project::with(&text);
    project.artifact("login", "SPEC.md", "x");
    let line = "transition research:awaiting_approval --task login";
    assert_snapshot!(project.run("validate-folder --task login"), @"
    exit 4
    --- stderr
    refused: validate-folder  [untracked]
      task `login` was created manually, without a `.state`: `automaton create-task` is the way to create tasks, and a person adopts this one with `automaton upgrade`
      next, by a person: automaton upgrade --task login
    ");
    assert_snapshot!(project.run(&format!("{line} --dry-run")), @"
    exit 0
    login: would be in research
    --- stderr
    warning: it holds `SPEC.md`
    warning: the step itself is decided once the folder is adopted
    ");
    assert!(!project.in_task("login", ".state.journal").exists());
    assert_snapshot!(project.as_agent(line), @r#"
    exit 0
    login: research -> research:awaiting_approval
      next: automaton approve --task login
      next: automaton reject --task login --reason "..."
      next: automaton transition research --task login
    --- stderr
    warning: the folder was untracked; adopted login: in research: it holds `SPEC.md`
    "#);
    assert_eq!(project.state("login"), "research:awaiting_approval\n");
}

#[test]
fn a_workflow_that_refuses_leaves_folders_alone() {
    let project = Project::relayed();
    project.artifact("login", "SPEC.md", "x");
    let line = "transition research:awaiting_approval --task login";
    assert_snapshot!(project.run(line), @"
    exit 4
    --- stderr
    refused: transition research:awaiting_approval  [untracked]
      task `login` was created manually, without a `.state`: `automaton create-task` is the way to create tasks, and a person adopts this one with `automaton upgrade`
      next, by a person: automaton upgrade --task login
    ");
    assert!(!project.in_task("login", ".state.journal").exists());
}

#[test]
fn an_adoption_is_told_even_where_the_step_is_refused() {
    let text = include_str!("../../workflow.kdl").replace("untracked refuse", "untracked infer");
    let project = Project::with(&text);
    project.artifact("login", "SPEC.md", "x");
    assert_snapshot!(project.run("transition complete --task login"), @"
    exit 1
    --- stderr
    refused: research -> complete  [no-such-transition]
      no edge leads from `research` to `complete`
        .automaton/workflow.kdl:82  phase research {
      next: automaton transition research:awaiting_approval --task login
    warning: the folder was untracked; adopted login: in research: it holds `SPEC.md`
    ");
    assert_eq!(project.state("login"), "research\n");
    project.artifact("epic", "DECOMPOSITION.md", "x");
    assert_snapshot!(project.run("create-task part --parent epic"), @"
    exit 1
    --- stderr
    refused: create-task  [no-subtasks-here]
      no sub-task can be made under `epic`: it has to come to `decomposition:approved` first
        .automaton/workflow.kdl:114  subtasks depth=1 {
      next: automaton status epic
    warning: the folder was untracked; adopted epic: in decomposition: it holds `DECOMPOSITION.md`
    ");
    assert_eq!(project.state("epic"), "decomposition\n");
}

#[test]
fn of_many_first_steps_one_is_taken_and_the_others_are_told() {
    let text = include_str!("../../workflow.kdl").replace("untracked refuse", "untracked infer");
    let project = Project::with(&text);
    project.artifact("login", "SPEC.md", "x");
    let start = |_| {
        let mut command = project.command();
        command.args("transition research:awaiting_approval --task login --json".split(' '));
        command.stdout(Stdio::piped()).stderr(Stdio::null());
        command.spawn().expect("started")
    };
    let started: Vec<Child> = (0..8).map(start).collect();
    let codes = started.into_iter().map(|child| {
        let output = child.wait_with_output().expect("an end");
        let answer: Value = serde_json::from_slice(&output.stdout).expect("one document");
        answer["code"].as_str().expect("a code").to_owned()
    });
    let mut codes: Vec<String> = codes.collect();
    codes.sort();
    assert_eq!(codes.pop().as_deref(), Some("done"));
    assert_eq!(codes, vec!["already-there"; 7]);
    assert_eq!(
        project
            .read(".automaton/tasks/login/.state.journal")
            .lines()
            .count(),
        2
    );
}
