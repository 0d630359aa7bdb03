//! The commands about a loop that run no harness: making it, the way out of a halt, a pause, and what is shown.

use std::fs;

use insta::assert_snapshot;

use crate::project::Project;
use crate::terminal::talk;

const WORKFLOW: &str = r#"workflow loops version=1 {
    initial draft
    artifact NOTES.md
    phase draft { produces NOTES.md; edits "docs/**"; next over; }
    phase over terminal=success
}"#;

/// A project with the task `guide` and the loop `docs`, which may run once.
fn made() -> Project {
    let project = Project::with(WORKFLOW);
    project.all(&["create-task guide"]);
    let run = project.run("loop create docs --task guide --iterations 1 --scope docs/** -- true");
    assert_eq!(run.exit, 0, "{run}");
    project
}

fn halt(project: &Project) {
    let run = project.run("loop tick docs");
    assert_eq!(run.exit, 0, "{run}");
    let run = project.run("loop check-gate docs");
    assert_eq!(run.exit, 1, "{run}");
}

/// The same under Git, without which no loop knows what changed.
fn under_git() -> Project {
    let project = made();
    project.write(".gitignore", ".automaton/\n");
    project.write("docs/a.md", "one\n");
    crate::git::git(&project.root(), "init --quiet .");
    crate::git::commit(&project.root(), "begin");
    let plan = project.read(".automaton/loops/docs/loop.json");
    let plan = plan.replace("\"own\"", "\"project\"");
    project.write(".automaton/loops/docs/loop.json", &plan);
    project
}

#[test]
fn a_loop_is_made_with_every_brake_shown() {
    let project = Project::with(WORKFLOW);
    project.all(&["create-task guide"]);
    assert_snapshot!(
        project.run("loop create docs --task guide --iterations=3 --scope docs/** --wall-clock 2h -- agent {prompt}"),
        @"
    exit 0
    made the loop `docs`; its plan is `.automaton/loops/docs/loop.json`
      tasks  guide
      runs   `agent {prompt}`
      works  in a worktree and on a branch of its own
      ticks  when it is called
      iterations  0 of 3
      wall clock  0s of 2h
      tokens      0, without a limit
      money       0, without a limit
      files       `docs/**`
      changes     20 files and 500 lines in one tick
      harness     ended after 30m
      verifier    none
      plateau     none
      next: automaton loop tick docs
    "
    );
    assert_snapshot!(project.read(".automaton/loops/docs/loop.json"), @r#"
    {
      "tasks": [
        "guide"
      ],
      "harness": {
        "command": [
          "agent",
          "{prompt}"
        ],
        "time_limit": "30m",
        "environment": [
          "PATH",
          "HOME",
          "LANG"
        ]
      },
      "limits": {
        "iterations": 3,
        "wall_clock": "2h"
      },
      "blast_radius": {
        "file_scope": [
          "docs/**"
        ],
        "max_files": 20,
        "max_lines": 500
      },
      "worktree": "own"
    }
    "#);
    assert_snapshot!(project.run("loop create docs --from-template documentation-sync"), @"
    exit 1
    --- stderr
    refused: `.automaton/loops/docs` is there already  [loop-exists]
      next: automaton loop status docs
    ");
}

#[test]
fn a_plan_that_no_brake_would_hold_is_refused_and_nothing_is_made() {
    for (options, why) in [
        (
            "--scope docs/** -- agent",
            "`limits` needs `iterations` or `wall_clock`",
        ),
        (
            "--iterations 3 -- agent",
            "`blast_radius.file_scope` is not empty",
        ),
        (
            "--iterations 3 --scope ** -- agent",
            "`**` in `blast_radius.file_scope` is everything",
        ),
        (
            "--iterations 3 --scope docs/**",
            "`harness.command` is empty",
        ),
        (
            "--iterations 3 --scope docs/** --tokens 9 -- agent",
            "`limits.tokens` needs `meter.tokens`, which says where the harness tells them",
        ),
        (
            "--iterations 3 --scope docs/** --money 1.50 -- agent",
            "`limits.money` needs `meter.money`, which says where the harness tells it",
        ),
        (
            "--from-template no-such-thing",
            "there is no template `no-such-thing`; there are documentation-sync, dependency-update, flaky-test-hunt",
        ),
    ] {
        let project = Project::with(WORKFLOW);
        let run = project.run(&format!("loop create docs {options}"));
        assert_eq!(run.exit, 2, "{options}: {run}");
        assert_eq!(
            run.stderr.lines().nth(1),
            Some(format!("  {why}").as_str()),
            "{options}: {run}"
        );
        assert!(!project.path(".automaton/loops").exists(), "{options}");
    }
}

#[test]
fn a_task_that_does_not_exist_is_no_work_for_a_loop() {
    let project = Project::with(WORKFLOW);
    let run = project.run("loop create docs --task guide --iterations 1 --scope docs/** -- agent");
    assert_eq!(run.exit, 4, "{run}");
    assert!(!project.path(".automaton/loops").exists());
}

#[test]
fn agents_loosen_no_brake() {
    let project = made();
    project.all(&["loop pause docs"]);
    for line in [
        "loop create more --task guide --iterations 9 --scope docs/** -- agent",
        "loop create more --from-template flaky-test-hunt",
        "loop resume docs",
    ] {
        let run = project.as_agent(line);
        assert_eq!(run.exit, 3, "{line}: {run}");
    }
    assert!(!project.path(".automaton/loops/more").exists());
    assert_snapshot!(project.as_agent("loop resume docs"), @"
    exit 3
    --- stderr
    refused: the loop  [person-required]
      no agent lets a paused loop go on, and one is at work here: `CLAUDECODE` is set
      next, by a person: automaton loop resume docs
    ");
    // A brake may be put on by whoever sees a reason.
    project.all(&["loop resume docs"]);
    assert_eq!(project.as_agent("loop pause docs --now").exit, 0);
}

#[test]
fn a_halt_has_one_way_out_and_what_was_used_stays_counted() {
    let project = under_git();
    halt(&project);
    assert_snapshot!(project.run("loop status docs"), @r#"
    exit 0
    docs  halted
      iterations_exhausted: it ran 1 times, and may 1 times
      tasks  guide
      runs   `true`
      works  in the project's own worktree
      ticks  when it is called
      iterations  1 of 1
      wall clock  1s, without a limit
      tokens      0, without a limit
      money       0, without a limit
      files       `docs/**`
      changes     20 files and 500 lines in one tick
      harness     ended after 30m
      verifier    none
      plateau     none
      task       guide
      worktree   TMP/project
      last tick  TIME
      next, by a person: automaton loop approve docs --reason "..."
    "#);
    // Neither of these is it.
    assert_snapshot!(project.run("loop resume docs"), @r#"
    exit 1
    --- stderr
    refused: resume the loop `docs`  [loop-not-paused]
      it is halted
      next, by a person: automaton loop approve docs --reason "..."
    "#);
    assert_snapshot!(project.run("loop approve docs --reason looked --iterations +2"), @"
    exit 3
    --- stderr
    refused: approve the loop `docs`  [person-required]
      only a person at a terminal lets a halted loop go on
      standard input is not a terminal
      next, by a person: automaton loop approve docs --reason looked --iterations +2
    ");
    assert_snapshot!(project.run("loop approve docs --reason looked"), @r#"
    exit 1
    --- stderr
    refused: approve the loop `docs`  [loop-still-held]
      the same brake would hold it again: it ran 1 times, and may 1 times
      next, by a person: automaton loop approve docs --reason "..." --iterations +N
    "#);
    let approved = talk(
        &project,
        "loop approve docs --reason looked --iterations +2",
        "docs\n",
    );
    assert_snapshot!(approved, @"
    let the loop docs go on: looked
      it was halted: it ran 1 times, and may 1 times
      its limit of iterations is raised from 1 to 3
    type `docs` to confirm: docs

    the loop `docs` goes on
      iterations  1 of 3
      wall clock  1s, without a limit
      tokens      0, without a limit
      money       0, without a limit
      files       `docs/**`
      changes     20 files and 500 lines in one tick
      harness     ended after 30m
      verifier    none
      plateau     none
      next: automaton loop tick docs
    exit 0
    ");
    assert_snapshot!(project.run("loop log docs"), @"
    exit 0
    1  TIME  create   by tester     iteration 0
    2  TIME  begin    by loop:docs  iteration 1  guide
    3  TIME  end      by loop:docs  iteration 1  0 files and 0 lines changed
    4  TIME  halt     by loop:docs  iteration 1  iterations: it ran 1 times, and may 1 times
    5  TIME  approve  by tester     iteration 1  looked
    ");
    assert_eq!(project.run("loop check-gate docs").exit, 0);
}

#[test]
fn a_budget_is_raised_where_it_is_plain_which() {
    let project = made();
    let file = ".automaton/loops/docs/loop.json";
    assert!(project.path(file).exists());
    let run = project.run("loop approve docs --reason why --budget +5");
    assert_snapshot!(run, @"
    exit 2
    --- stderr
    refused: `--budget +5`  [usage]
      the loop has no budget
    ");
}

#[test]
fn the_task_of_a_halted_loop_stays_where_it_is() {
    let project = under_git();
    halt(&project);
    project.artifact("guide", "NOTES.md", "notes\n");
    assert_snapshot!(project.run("transition over --task guide"), @r#"
    exit 3
    --- stderr
    refused: draft -> over  [loop-halted]
      the task belongs to the loop `docs`, which is halted until a person lets it go on
      next, by a person: automaton loop approve docs --reason "..."
    "#);
    assert_eq!(project.state("guide"), "draft\n");
}

#[test]
fn a_loop_that_cannot_be_read_might_have_the_task() {
    let project = made();
    project.artifact("guide", "NOTES.md", "notes\n");
    project.write(
        ".automaton/loops/docs/.state.loop",
        "{\"status\": \"running\"}}",
    );
    let run = project.run("transition over --task guide");
    assert_eq!(run.exit, 7, "{run}");
    assert_eq!(project.state("guide"), "draft\n");
}

#[test]
fn what_is_damaged_or_of_unknown_origin_is_refused_and_found_by_audit() {
    let project = made();
    fs::create_dir(project.path(".automaton/loops/rogue")).expect("a folder");
    project.write(".automaton/loops/rogue/loop.json", "{}");
    for command in [
        "status",
        "log",
        "tick",
        "check-gate",
        "pause",
        "resume",
        "approve --reason r",
    ] {
        let run = project.run(&format!("loop {command} rogue"));
        assert_eq!(run.exit, 4, "{command}: {run}");
    }
    let state = project.read(".automaton/loops/docs/.state.loop");
    let forged = state.replace("\"resumed_count\": 0", "\"resumed_count\": 3");
    assert_ne!(forged, state);
    project.write(".automaton/loops/docs/.state.loop", &forged);
    assert_snapshot!(project.run("audit"), @"
    exit 6
    loops/docs
      error[loop-damaged] .automaton/loops/docs/.state.loop: it is not what its journal says; somebody changed it

    loops/rogue
      error[loop-untracked] .automaton/loops/rogue/: `rogue` has no `.state.loop`

    1 task, 2 errors, 0 warnings
    ");
    assert_snapshot!(project.run("loop pause docs"), @"
    exit 6
    --- stderr
    refused: .automaton/loops/docs/.state.loop: it is not what its journal says; somebody changed it  [loop-damaged]
      next: automaton audit
    ");
    project.write(".automaton/loops/docs/.state.loop", &format!("{state}}}"));
    assert_snapshot!(project.run("loop status docs"), @"
    exit 6
    --- stderr
    refused: .automaton/loops/docs/.state.loop: trailing characters at line 22 column 1  [loop-damaged]
      next: automaton audit
    ");
}

#[test]
fn loops_are_listed_with_what_holds_them() {
    let project = under_git();
    halt(&project);
    project.all(&["loop create night --from-template documentation-sync"]);
    assert_snapshot!(project.run("loop status"), @"
    exit 0
    docs   halted   iteration 1 of 1   iterations_exhausted: it ran 1 times, and may 1 times
    night  running  iteration 0 of 10
    ");
    let json = project.json(&["loop", "status", "--json"]);
    assert_eq!(json["loops"][0]["halt_reason"], "iterations_exhausted");
    assert_eq!(json["loops"][1]["limits"]["money"], "5");
}
