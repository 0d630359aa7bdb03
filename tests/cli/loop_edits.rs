//! What may be edited within a loop: what the phase allows, and of that what the loop may change.

use std::fs;

use insta::assert_snapshot;
use serde_json::{Value, json};

use crate::can_edit::verdict;
use crate::exec::scene::Tier;
use crate::git;
use crate::project::{PROGRAM, Project, Run};
use crate::terminal::talk;

const WORKFLOW: &str = r#"workflow loops version=1 {
    initial draft
    scratch "target/**"
    protects "docs/guide/frozen/**"
    artifact NOTES.md
    phase draft { produces NOTES.md; edits "docs/**"; next over; }
    phase over terminal=success
}"#;

/// The files of a loop, none of which an agent writes.
const FILES: &[&str] = &[
    "loop.json",
    ".state.loop",
    ".state.journal",
    ".state.lock",
    ".state.tick",
    ".state.tmp",
    "logs/harness.log",
    "another.txt",
];

/// A project with a task and a loop that may change `docs/guide/**` and `src/**`.
fn project() -> Project {
    let project = Project::with(WORKFLOW);
    project.write("docs/guide/a.md", "one\n");
    project.write("docs/b.md", "one\n");
    project.write("src/a.rs", "fn a() {}\n");
    project.write(".gitignore", "home/\n");
    git::git(&project.root(), "init --quiet --initial-branch=main .");
    project.all(&[
        "create-task t",
        "loop create docs --task t --iterations 3 --scope docs/guide/** --scope src/** -- true",
    ]);
    git::commit(&project.root(), "begin");
    project
}

/// Runs the program as what the loop runs does.
fn within(project: &Project, name: &str, line: &str) -> Run {
    let mut command = project.command();
    command.env("AUTOMATON_LOOP", name);
    command.env("AUTOMATON_ACTOR", format!("loop:{name}"));
    project.finish(command.args(line.split_whitespace()))
}

#[test]
fn a_loop_narrows_what_the_phase_allows_and_never_widens_it() {
    let project = project();
    for (file, alone, looped) in [
        ("docs/guide/a.md", "allowed: edits", "allowed: edits"),
        ("docs/guide/new.md", "allowed: edits", "allowed: edits"),
        ("docs/b.md", "allowed: edits", "out-of-loop"),
        ("docs/guide/../b.md", "allowed: edits", "out-of-loop"),
        ("src/a.rs", "edit-not-in-phase", "edit-not-in-phase"),
        ("README.md", "edit-not-in-phase", "out-of-loop"),
        ("target/out", "allowed: scratch", "allowed: scratch"),
        (
            "docs/guide/frozen/a.md",
            "protected-by-workflow",
            "protected-by-workflow",
        ),
        (
            ".automaton/tasks/t/NOTES.md",
            "allowed: produces",
            "allowed: produces",
        ),
        (
            ".automaton/workflow.kdl",
            "protected-path",
            "protected-path",
        ),
        ("../outside", "outside-project", "outside-project"),
    ] {
        assert_eq!(verdict(&project, &[file]), alone, "{file}");
        let by_option = verdict(&project, &["--loop", "docs", file]);
        assert_eq!(by_option, looped, "{file}");
        let run = within(&project, "docs", &format!("--json can-edit {file}"));
        let document: Value = serde_json::from_str(&run.stdout).expect("a document");
        let is_allowed = looped.starts_with("allowed: ");
        let code = if is_allowed { "allowed" } else { looped };
        assert_eq!(document["code"], code, "{file}");
    }
}

#[test]
fn a_refusal_names_the_loop_and_what_it_may_change() {
    let project = project();
    assert_snapshot!(project.run("can-edit --loop docs docs/b.md"), @"
    exit 1
    --- stderr
    refused: edit docs/b.md  [out-of-loop]
      the loop `docs` may change `docs/guide/**`, `src/**` and nothing else
      next: automaton loop status docs
    ");
}

#[test]
fn a_loop_that_cannot_be_read_lets_nothing_through() {
    let project = project();
    let folder = project.path(".automaton/loops/docs");
    let verdicts = |name: &str| {
        let call = format!("--json can-edit --loop {name} docs/guide/a.md");
        let asked: Value = serde_json::from_str(&project.run(&call).stdout).expect("a document");
        let call = "--json can-edit docs/guide/a.md";
        let held = within(&project, name, call);
        let held: Value = serde_json::from_str(&held.stdout).expect("a document");
        let code = |value: &Value| value["code"].as_str().expect("a code").to_owned();
        let exits = (asked["exit"].clone(), held["exit"].clone());
        (code(&asked), code(&held), exits)
    };
    let unknown = |asked: &str, exit: u8| {
        let held = "fact-unavailable".to_owned();
        (asked.to_owned(), held, (json!(exit), json!(7)))
    };
    assert_eq!(verdicts("other"), unknown("no-such-loop", 4));
    fs::create_dir(project.path(".automaton/loops/other")).expect("a folder");
    assert_eq!(verdicts("other"), unknown("loop-untracked", 4));
    let plan = fs::read(folder.join("loop.json")).expect("a plan");
    fs::write(folder.join("loop.json"), "{}").expect("written");
    assert_eq!(verdicts("docs"), unknown("loop-plan", 2));
    fs::write(folder.join("loop.json"), plan).expect("written");
    fs::remove_file(folder.join(".state.loop")).expect("removed");
    assert_eq!(verdicts("docs"), unknown("loop-untracked", 4));
    let run = within(&project, "no/name", "can-edit docs/guide/a.md");
    assert_eq!(run.exit, 7, "{run}");
}

#[test]
fn an_option_asks_in_the_worktree_that_the_loop_works_in() {
    let project = project();
    let tree = project.home().join("tree");
    let line = format!("worktree add --quiet {} -b loop/docs", tree.display());
    git::git(&project.root(), &line);
    let inside = tree.join("docs/guide/a.md");
    let inside = inside.to_str().expect("UTF-8");
    let call = |words: &[&str]| verdict(&project, &[&["--loop", "docs"], words].concat());
    // Nothing is known of a worktree yet: it will be like the project.
    assert_eq!(call(&["--loop-worktree", "docs/b.md"]), "out-of-loop");
    let state = project.path(".automaton/loops/docs/.state.loop");
    let text = fs::read_to_string(&state).expect("a state");
    let mut value: Value = serde_json::from_str(&text).expect("a document");
    value["worktree_path"] = json!(tree);
    fs::write(&state, value.to_string()).expect("written");
    for (words, expected) in [
        (
            &["--loop-worktree", "docs/guide/a.md"][..],
            "allowed: edits",
        ),
        (&["--loop-worktree", inside], "allowed: edits"),
        (&["--loop-worktree", "docs/b.md"], "out-of-loop"),
        (&["--loop-worktree", "../outside"], "outside-project"),
        (&[inside], "outside-project"),
    ] {
        assert_eq!(call(words), expected, "{words:?}");
    }
    let run = project.run("can-edit --loop-worktree docs/b.md");
    assert_eq!(run.exit, 2, "{run}");
}

#[test]
fn no_override_opens_a_loop() {
    let project = project();
    talk(&project, "override --reason hotfix --for 10m", "override");
    for (file, alone, looped) in [
        ("src/b.rs", "allowed: override", "edit-not-in-phase"),
        ("README.md", "allowed: override", "out-of-loop"),
        (
            ".automaton/workflow.kdl",
            "allowed: override",
            "protected-path",
        ),
    ] {
        assert_eq!(verdict(&project, &[file]), alone, "{file}");
        let by_option = verdict(&project, &["--loop", "docs", file]);
        assert_eq!(by_option, looped, "{file}");
    }
}

#[test]
fn what_a_loop_runs_commits_only_what_the_loop_may_change() {
    let project = project();
    for (file, exit) in [("docs/guide/a.md", 0), ("docs/b.md", 1)] {
        project.write(file, "two\n");
        git::git(&project.root(), &format!("add {file}"));
        let run = within(&project, "docs", "hook pre-commit");
        assert_eq!(run.exit, exit, "{file}\n{run}");
        git::git(&project.root(), "reset --quiet");
    }
}

#[test]
fn what_a_loop_runs_is_held_to_what_the_loop_may_change() {
    if !Tier::here().is_empty() {
        let project = project();
        for (file, is_written) in [("docs/guide/a.md", true), ("docs/b.md", false)] {
            let line = format!("exec --task t -- cp src/a.rs {file}");
            let run = within(&project, "docs", &line);
            assert_eq!(run.exit == 0, is_written, "{file}\n{run}");
            let text = project.read(file);
            assert_eq!(text == "fn a() {}\n", is_written, "{file}");
        }
    }
}

#[test]
fn a_worktree_that_has_a_workflow_of_its_own_is_held_by_the_loop_as_well() {
    let project = project();
    if Tier::here().is_empty() {
        return;
    }
    // Git has the tasks and not the loops, as `init` begins a project.
    project.write(".gitignore", "home/\n.automaton/loops/*\n");
    git::git(&project.root(), "rm -r --quiet --cached .automaton/loops");
    git::commit(&project.root(), "loops are local");
    let script = "echo two > docs/guide/a.md; echo two > docs/b.md; said=$($0 can-edit \
        docs/guide/a.md docs/b.md 2>&1); echo \"$said\"; test \"$(cat docs/b.md)\" = one";
    let words = "loop create narrow --task t --iterations 3 --scope docs/guide/** --";
    let words: Vec<&str> = words
        .split(' ')
        .chain(["sh", "-c", script, PROGRAM])
        .collect();
    assert_eq!(project.call(&words).exit, 0);
    let run = project.run("loop tick narrow");
    let log = project.read(".automaton/loops/narrow/logs/harness.log");
    assert_eq!(run.exit, 0, "{run}\n{log}");
    let tree = project.path("../project.loops/narrow/docs/guide/a.md");
    assert_eq!(fs::read_to_string(tree).expect("a file"), "two\n");
    let said = "the loop `narrow` may change `docs/guide/**` and nothing else";
    assert_eq!(
        log.lines().filter(|line| line.trim() == said).count(),
        1,
        "{log}"
    );
}

#[test]
fn the_files_of_loops_are_written_by_no_agent() {
    let project = project();
    let root = project.root();
    for file in FILES {
        let path = format!(".automaton/loops/docs/{file}");
        assert_eq!(verdict(&project, &[&path]), "protected-path", "{path}");
        let looped = verdict(&project, &["--loop", "docs", &path]);
        assert_eq!(looped, "protected-path", "{path}");
        let payload = json!({
            "session_id": "s", "cwd": root, "hook_event_name": "PreToolUse", "tool_name": "Write",
            "tool_input": {"file_path": root.join(&path), "content": "x"},
        });
        let hook = project.feed(&payload.to_string(), &["hook", "claude"]);
        let reply: Value = serde_json::from_str(&hook.stdout).expect("a reply");
        let decision = &reply["hookSpecificOutput"]["permissionDecision"];
        assert_eq!(decision, "deny", "{path}");
    }
    let new = ".automaton/loops/other/.state.loop";
    assert_eq!(verdict(&project, &[new]), "protected-path");
    if !Tier::here().is_empty() {
        let before = project.files();
        for file in FILES {
            let line = format!("exec --task t -- cp src/a.rs .automaton/loops/docs/{file}");
            assert_ne!(project.run(&line).exit, 0, "{file}");
        }
        for line in [
            "exec --task t -- rm -r .automaton/loops/docs",
            "exec --task t -- mv .automaton/loops/docs .automaton/loops/gone",
            "exec --task t -- mkdir .automaton/loops/other",
        ] {
            assert_ne!(project.run(line).exit, 0, "{line}");
        }
        let gone = |path: &&std::path::PathBuf| !path.exists();
        assert_eq!(before.keys().find(gone), None);
        let journal = |path: &&std::path::PathBuf| path.ends_with("loops/docs/.state.journal");
        for path in before.keys().filter(journal) {
            assert_eq!(before[path], fs::read(path).expect("a file"));
        }
    }
}

#[test]
fn the_commit_gate_lets_no_agent_commit_another_plan() {
    let project = project();
    let plan = ".automaton/loops/docs/loop.json";
    let text = project
        .read(plan)
        .replace("\"iterations\": 3", "\"iterations\": 300");
    project.write(plan, &text);
    git::git(&project.root(), "add --all");
    assert_snapshot!(project.run("hook pre-commit"), @r#"
    exit 1
    refused: commit .automaton/loops/docs/loop.json  [protected-path]
      `.automaton` is always guarded: it holds the workflow, the tasks' records and what approvers trust
      next, by a person: automaton override --reason "..." --for 10m
    "#);
}
