//! `automaton log`

use std::fs;

use automaton::engine::Action;
use insta::assert_snapshot;

use crate::by_person::take;
use crate::project::Project;
use crate::status::{EVERY_KIND, busy};

#[test]
fn a_journal_can_be_read() {
    let project = busy();
    project.artifact("builds", "CODE.md", "DONE\n");
    let reason = "the plan was wrong".to_owned();
    let abandon = |task: &str| {
        let reason = reason.clone();
        take(&project, task, Action::Abandon { reason });
    };
    abandon("builds/part");
    let to = "plan".parse().expect("a name");
    let reason = reason.clone();
    take(&project, "builds", Action::Rework { to, reason });
    assert_snapshot!(project.run("log builds"), @"
    exit 0
    1  TIME  create      plan                                     by tester
    2  TIME  submit      plan -> plan:awaiting_approval           by tester
    3  TIME  approve     plan:awaiting_approval -> plan:approved  by ann
          a person confirmed it at a terminal
          approved PLAN.md, sha256 DIGEST
    4  TIME  subtask     plan:approved                            by tester
          sub-task made: part
    5  TIME  transition  plan:approved -> build                   by tester
    6  TIME  rework      build -> plan                            by ann
          reason: the plan was wrong
          moved to the attic: CODE.md
          no longer approved: plan
    ");
    assert_snapshot!(project.run("log builds/part"), @"
    exit 0
    1  TIME  create   plan  by tester
    2  TIME  abandon  plan  by ann
          reason: the plan was wrong
    ");
    assert_snapshot!(project.run("log builds/part --json"), @r#"
    exit 0
    {"schema":"automaton/1","ok":true,"code":"done","exit":0,"message":"builds/part: 2 entries","entries":[{"v":1,"seq":1,"at":"TIME","task":"builds/part","event":"create","from":null,"to":"plan","actor":"tester","workflow":"DIGEST","origin":"file","prev":null},{"v":1,"seq":2,"at":"TIME","task":"builds/part","event":"abandon","from":"plan","to":"plan","actor":"ann","workflow":"DIGEST","origin":"file","note":"the plan was wrong","prev":"DIGEST"}],"task":"builds/part","next":[]}
    "#);
    project.artifact("plans", ".state", "build\n");
    assert_snapshot!(project.run("log plans"), @"
    exit 0
    1  TIME  create  plan  by tester
    --- stderr
    warning: damaged: `.state`: says `build`; the journal says `plan`
    ");
    assert_snapshot!(project.run("log by-hand"), @"
    exit 0
    by-hand has no journal
    ");
}

#[test]
fn without_a_task_all_are_merged_by_time() {
    let project = Project::with(EVERY_KIND);
    assert_snapshot!(project.run("log"), @"
    exit 0
    no tasks yet
      next: automaton create-task NAME
    ");
    project.all(&["create-task one", "create-task two"]);
    // Entries of one second keep the order of their tasks, so the times are set apart.
    let journal = |task: &str| format!(".automaton/tasks/{task}/.state.journal");
    for (task, at) in [
        ("one", "2026-03-01T00:00:00Z"),
        ("two", "2026-02-01T00:00:00Z"),
    ] {
        let text = project.read(&journal(task));
        let entry: serde_json::Value = serde_json::from_str(&text).expect("an entry");
        let was = entry["at"].as_str().expect("a time");
        project.write(&journal(task), &text.replace(was, at));
    }
    project.artifact("one", "PLAN.md", "a plan\n");
    project.all(&["transition plan:awaiting_approval --task one --actor ann"]);
    fs::create_dir_all(project.in_task("by-hand", "")).expect("a folder");
    project.artifact("broken", ".state", "");
    assert_snapshot!(project.run("log"), @"
    exit 0
    TIME  two  create  plan                            by tester
    TIME  one  create  plan                            by tester
    TIME  one  submit  plan -> plan:awaiting_approval  by ann
    --- stderr
    warning: broken: damaged: `.state`: is empty
    ");
    let seen = |line: &str| -> Vec<String> {
        let words: Vec<&str> = line.split(' ').chain(["--json"]).collect();
        let document = project.json(&words);
        let entries = document["entries"].as_array().expect("entries").iter();
        let of = |entry: &serde_json::Value, field: &str| {
            entry[field].as_str().expect("a text").to_owned()
        };
        entries
            .map(|entry| format!("{} {}", of(entry, "task"), of(entry, "event")))
            .collect()
    };
    for (line, expected) in [
        ("log", &["two create", "one create", "one submit"][..]),
        ("log one", &["one create", "one submit"]),
        ("log --event create", &["two create", "one create"]),
        (
            "log --event submit --event create",
            &["two create", "one create", "one submit"],
        ),
        ("log --event abandon", &[]),
        ("log --since 2026-02-15", &["one create", "one submit"]),
        (
            "log --since 2026-03-01T00:00:00Z",
            &["one create", "one submit"],
        ),
        ("log --since 2026-03-01T00:00:01Z", &["one submit"]),
        ("log --since 1h", &["one submit"]),
        ("log --actor ann", &["one submit"]),
        ("log --actor tester --event submit", &[]),
        ("log two --since 2026-02-15", &[]),
    ] {
        assert_eq!(seen(line), expected, "{line}");
    }
    assert_snapshot!(project.run("log --since soon"), @"
    exit 2
    --- stderr
    refused: `soon` is no time  [usage]
      it is `TIME`, `2026-01-31`, or how long ago: `90m`, `3d`
      next: automaton log --help
    ");
    assert_eq!(project.run("log --event bless").exit, 2);
    // Every event is known by the word that journals use.
    for word in [
        "adopt", "sign", "claim", "release", "scope", "archive", "subtask", "map", "repair",
    ] {
        assert_eq!(
            project.run(&format!("log --event {word}")).exit,
            0,
            "{word}"
        );
    }
    assert_snapshot!(project.run("log tow"), @"
    exit 4
    --- stderr
    refused: there is no task `tow`  [no-such-task]
      did you mean `two`?
      next: automaton status
      next: automaton create-task tow
    ");
}
