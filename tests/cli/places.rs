//! `automaton where`, `doctor` and `capabilities`

use std::fs;

use insta::assert_snapshot;
use serde_json::Value;

use crate::git::git;
use crate::project::{Project, Run};
use crate::status::{EVERY_KIND, busy};

/// The lines about `subject`, with what to do about it.
fn about(run: &Run, subject: &str) -> Vec<(String, Value)> {
    let document: Value = serde_json::from_str(&run.stdout).expect("a document");
    let checks = document["checks"].as_array().expect("checks").iter();
    checks
        .filter(|check| check["subject"] == subject)
        .map(|check| (check["health"].to_string(), check["seen"].clone()))
        .collect()
}

#[test]
fn where_names_the_project_and_the_workflow() {
    let project = Project::with(EVERY_KIND);
    assert_snapshot!(project.run("where"), @"
    exit 0
    project   TMP/project
    because   it is the nearest one at or above the current folder
    workflow  .automaton/workflow.kdl, sha256 DIGEST
    code      TMP/project
    settings  TMP/home/.config/automaton
    cache     TMP/home/.cache/automaton

    how it was found:
      `--project` is not given
      `AUTOMATON_PROJECT` is not set
      `TMP/project` is a project
    ");
    assert_snapshot!(project.run("where --json"), @r#"
    exit 0
    {"schema":"automaton/1","ok":true,"code":"done","exit":0,"message":"TMP/project","project":"TMP/project","because":"it is the nearest one at or above the current folder","trail":["`--project` is not given","`AUTOMATON_PROJECT` is not set","`TMP/project` is a project"],"workflow":{"origin":"file","sha256":"DIGEST","compiles":true},"code_root":"TMP/project","config_dir":"TMP/home/.config/automaton","cache_dir":"TMP/home/.cache/automaton","next":[]}
    "#);
    project.write(".automaton/workflow.kdl", "workflow w version=1 {\n}\n");
    assert_snapshot!(project.run("where"), @"
    exit 0
    project   TMP/project
    because   it is the nearest one at or above the current folder
    workflow  .automaton/workflow.kdl, sha256 DIGEST, which does not compile
    code      TMP/project
    settings  TMP/home/.config/automaton
    cache     TMP/home/.cache/automaton

    how it was found:
      `--project` is not given
      `AUTOMATON_PROJECT` is not set
      `TMP/project` is a project
    ");
    assert_snapshot!(Project::bare().run("where"), @"
    exit 2
    --- stderr
    there is no project here  [no-project]
      `--project` is not given
      `AUTOMATON_PROJECT` is not set
      no project at or above `TMP/project`
      `TMP/project` is not in a linked worktree
      next: automaton init
    ");
}

#[test]
fn the_framework_is_a_project_of_its_own() {
    let project = Project::bare();
    fs::create_dir_all(project.home().join(".automaton/tasks")).expect("a folder");
    project.all(&["--framework create-task t"]);
    assert_snapshot!(project.run("--framework where"), @"
    exit 0
    project   TMP/home/.automaton
    because   `--framework` asks for it
    workflow  the built-in default, sha256 DIGEST
    code      TMP/home/.automaton
    settings  TMP/home/.config/automaton
    cache     TMP/home/.cache/automaton

    how it was found:
      `--framework` is given
    ");
    assert_snapshot!(project.run("--framework status"), @"
    exit 0
    under way:
      t  new  since TIME (just now), by tester
          next: automaton transition research --task t

    1 task: 1 new; none waits on you
    ");
}

#[test]
fn doctor_says_what_to_do() {
    let project = busy();
    project.artifact("plans", ".state.tmp", "plan:awaiting_approval\n");
    let hidden = project.run("doctor --json");
    assert_eq!(hidden.exit, 1);
    assert_snapshot!(format!("{:?}", about(&hidden, "tasks")), @r#"[("\"error\"", String("7, and 2 untracked, damaged or no task"))]"#);
    assert_snapshot!(format!("{:?}", about(&hidden, "staging")), @r#"[("\"warning\"", String("a step is under way or was cut short: .automaton/tasks/plans/.state.tmp"))]"#);
    assert_snapshot!(format!("{:?}", about(&hidden, "person")), @r#"[("\"warning\"", String("nobody can be asked here: standard input is not a terminal"))]"#);
    assert_snapshot!(format!("{:?}", about(&project.as_agent("doctor --json"), "person")), @r#"[("\"warning\"", String("nobody can be asked here: an agent is at work here: `CLAUDECODE` is set (Claude Code sets it for the commands it runs)"))]"#);
    let nowhere = Project::bare().run("doctor --json");
    assert_eq!(nowhere.exit, 1);
    assert_snapshot!(format!("{:?}", about(&nowhere, "project")), @r#"[("\"error\"", String("there is no project here"))]"#);
}

#[test]
fn doctor_names_who_holds_a_lock() {
    let project = Project::with(EVERY_KIND);
    project.all(&["create-task t"]);
    let path = project.in_task("t", ".state.lock");
    let note =
        r#"{"pid":1,"host":"here","command":"automaton approve","since":"2026-01-01T00:00:00Z"}"#;
    fs::write(&path, note).expect("written");
    let lock = fs::File::open(&path).expect("a file");
    lock.lock().expect("locked");
    assert_snapshot!(format!("{:?}", about(&project.run("doctor --json"), "locks")), @r#"[("\"warning\"", String("held: .automaton/tasks/t/.state.lock by `automaton approve` (process 1 on here) since TIME"))]"#);
    drop(lock);
    assert_snapshot!(format!("{:?}", about(&project.run("doctor --json"), "locks")), @r#"[("\"ok\"", String("none is held"))]"#);
}

#[test]
fn doctor_looks_at_what_git_does_with_tasks() {
    let project = Project::with(EVERY_KIND);
    let seen = |subject| format!("{:?}", about(&project.run("doctor --json"), subject));
    assert_snapshot!(seen("repository"), @r#"[("\"ok\"", String("none: the state of tasks stays on this machine"))]"#);
    git(&project.root(), "init --quiet");
    assert_snapshot!(seen("gitignore"), @r#"[("\"warning\"", String("not ignored, although of this machine only: `.state.tmp`, `.state.lock`, `.state.claim`, `.state.tick`, `.state.new`, `.state.restore`, `.state.repair`"))]"#);
    assert_snapshot!(seen("gitattributes"), @r#"[("\"warning\"", String("Git may change line endings, and digests are over raw bytes"))]"#);
    project.write(".automaton/.gitattributes", "* -text\n");
    assert_snapshot!(seen("gitattributes"), @r#"[("\"ok\"", String("bytes are kept as they are"))]"#);
    for (rules, expected) in [
        (".state\n", "a branch switch will look like tampering"),
        (
            ".state.journal\n",
            "on another machine every task is untracked",
        ),
        (
            "*\n",
            "tasks are ignored: one live state in this worktree, shared by linked ones",
        ),
        (
            ".state.tmp\n.state.lock\n.state.claim\n.state.tick\n.state.new\n.state.restore\n.state.repair\n",
            "the state of tasks is committed, what is machine-local is not",
        ),
    ] {
        project.write(".automaton/.gitignore", rules);
        let seen = about(&project.run("doctor --json"), "gitignore");
        let said = seen[0].1.as_str().expect("a text");
        assert!(said.ends_with(expected), "{rules}: {said}");
    }
}

#[test]
fn a_whole_check_up() {
    let project = Project::with(EVERY_KIND);
    project.all(&["create-task t"]);
    let run = project.run("doctor");
    let version = run.stdout.lines().find(|line| line.contains(" git  "));
    let version = version.expect("a line").to_owned();
    let page = run
        .to_string()
        .replace(&version, "ok       git         VERSION");
    // What holds commands differs from machine to machine.
    let of_machine = |line: &&str| !line.contains(" sandbox  ");
    let page: Vec<&str> = page.lines().filter(of_machine).collect();
    let page = page.join("\n");
    assert_snapshot!(page, @"
    exit 0
    ok       project     TMP/project
    ok       workflow    `.automaton/workflow.kdl`, sha256 DIGEST
    ok       tasks       1, and each can go on or is over
    ok       staging     no step is under way or was cut short
    ok       locks       none is held
    ok       git         VERSION
    ok       repository  none: the state of tasks stays on this machine
    warning  hooks       no harness calls the gate here: edits are not held to the workflow
             run `automaton hooks install`
    warning  person      nobody can be asked here: standard input is not a terminal
             approvals and repairs need a person's own terminal; nothing else does
    ok       actor       tester
    0 errors, 2 warnings
    ");
}

#[test]
fn capabilities_are_those_of_the_command_tree() {
    let run = Project::bare().run("capabilities --json");
    assert_eq!(run.exit, 0);
    let document: Value = serde_json::from_str(&run.stdout).expect("a document");
    let named = document["commands"].as_array().expect("commands").iter();
    let named: Vec<_> = named
        .filter_map(|command| command["name"].as_str())
        .collect();
    let tree = automaton::cli::command();
    let known: Vec<_> = tree
        .get_subcommands()
        .map(clap::Command::get_name)
        .collect();
    assert_eq!(named, known);
    let has = |command| Value::Bool(tree.find_subcommand(command).is_some());
    assert_eq!(document["features"]["hooks"], has("hooks"));
    assert_eq!(document["features"]["exec"], has("exec"));
    assert_eq!(document["features"]["signed_approvals"], true);
    assert_eq!(document["machine"]["ssh_keygen"], true);
    assert_eq!(
        document["approval_levels"],
        serde_json::json!(["relayed", "page", "person", "signed"])
    );
    assert_eq!(document["language"], 1);
}
