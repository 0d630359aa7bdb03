//! Projects that an older tool wrote, `.state` files without journals, and how they come under the
//! workflow.

use std::fs;

use insta::assert_snapshot;

use crate::project::Project;

/// What `status.py` and the hands around it leave behind, one folder for each kind.
fn written_by_status_py() -> Project {
    let project = Project::relayed();
    for (task, state) in [
        ("approved", "research:approved\n"),
        ("bare", "new"),
        ("bom", "\u{feff}design:awaiting_approval\r\n"),
        ("crlf", "implement\r\n"),
        ("ended", "complete\n"),
        ("renamed", "coding\n"),
        ("renamed-deeper", "review:waiting\r\n"),
        ("unknown", "paused\n"),
    ] {
        project.artifact(task, ".state", state);
    }
    project.artifact("approved", "SPEC.md", "what to do\r\n");
    project.artifact("crlf", "VRAM_CONFIG.md", "8 GB\n");
    project.artifact("renamed", "SPEC.md", "what to do\n");
    // Half-made: stopped between `.state.tmp` and `.state`, or before either.
    project.artifact("half", ".state.tmp", "research\n");
    project.artifact("half", "SPEC.md", "what to do\n");
    fs::create_dir_all(project.in_task("nothing", "")).expect("a folder");
    // Written by hand, and no state at all.
    project.artifact("spaces", ".state", " research \n");
    project.artifact("two-lines", ".state", "research\ndesign\n");
    // Artifacts that the recorded phase forbids.
    project.artifact("skipped", ".state", "research\n");
    project.artifact("skipped", "DESIGN.md", "too early\n");
    // Archived, and not a task any more; a loop, and no task either.
    project.artifact("complete/shipped", ".state", "complete\n");
    project.write(
        ".automaton/loops/nightly/.state.loop",
        "{\"state\":\"running\",\"iteration\":3}\n",
    );
    project.write(".automaton/loops/nightly/loop.json", "{}\n");
    project
}

const TABLE: &str = "[upgrade.states]\ncoding = \"implement\"\nreview = \"bug_find\"\n";

#[test]
fn every_kind_of_folder_is_adopted_or_left_with_its_reason() {
    let project = written_by_status_py();
    project.write(".automaton/config.toml", TABLE);
    assert_snapshot!(project.run("upgrade --dry-run"), @r"
    exit 6
    would adopt 9 folders, left 4
      approved: would be in research: its `.state` says `research:approved`, and what was not approved here is not approved
      bare: would be in new: its `.state` says `new`
      bom: would be in design: its `.state` says `design:awaiting_approval`, and what was not approved here is not approved
      crlf: would be in implement: its `.state` says `implement`
      ended: would be in complete: its `.state` says `complete`
      half: would be in research: it holds `SPEC.md`
      nothing: would be in new: it holds no artifact
      renamed: would be in implement: its `.state` says `coding`, which the settings put here
      renamed-deeper: would be in bug_find: its `.state` says `review:waiting`, which the settings put here

    skipped: refused: upgrade  [forbidden-artifact]
      `DESIGN.md` must not exist in `research`: move it out of the task folder
        .automaton/workflow.kdl:86  forbids DESIGN.md DECOMPOSITION.md TEST_PLAN.md
      in the way: .automaton/tasks/skipped/DESIGN.md (forbidden)
      next, by a person: automaton upgrade --task skipped

    spaces: refused: upgrade  [tampered]
      `.state`: does not hold one state: ` research ` is not a phase name: it consists of letters, digits, `_` and `-`; nothing moves until a person has repaired the task
      in the way: .automaton/tasks/spaces/.state (does not hold one state: ` research ` is not a phase name: it consists of letters, digits, `_` and `-`)
      next, by a person: automaton repair --task spaces
      next: automaton status spaces

    two-lines: refused: upgrade  [tampered]
      `.state`: does not hold one state: `research\ndesign` is not a phase name: it consists of letters, digits, `_` and `-`; nothing moves until a person has repaired the task
      in the way: .automaton/tasks/two-lines/.state (does not hold one state: `research\ndesign` is not a phase name: it consists of letters, digits, `_` and `-`)
      next, by a person: automaton repair --task two-lines
      next: automaton status two-lines

    unknown: refused: upgrade  [orphan-state]
      the workflow has no state `paused` any more: put it back, name its successor under `[upgrade.states]` in `.automaton/config.toml`, or let a person say which phase takes its place
      next, by a person: automaton upgrade --task unknown --as STATE
    ");
    assert_snapshot!(project.run("upgrade"), @r"
    exit 6
    adopted 9 folders, left 4
      approved: in research: its `.state` says `research:approved`, and what was not approved here is not approved
      bare: in new: its `.state` says `new`
      bom: in design: its `.state` says `design:awaiting_approval`, and what was not approved here is not approved
      crlf: in implement: its `.state` says `implement`
      ended: in complete: its `.state` says `complete`
      half: in research: it holds `SPEC.md`
      nothing: in new: it holds no artifact
      renamed: in implement: its `.state` says `coding`, which the settings put here
      renamed-deeper: in bug_find: its `.state` says `review:waiting`, which the settings put here

    skipped: refused: upgrade  [forbidden-artifact]
      `DESIGN.md` must not exist in `research`: move it out of the task folder
        .automaton/workflow.kdl:86  forbids DESIGN.md DECOMPOSITION.md TEST_PLAN.md
      in the way: .automaton/tasks/skipped/DESIGN.md (forbidden)
      next, by a person: automaton upgrade --task skipped

    spaces: refused: upgrade  [tampered]
      `.state`: does not hold one state: ` research ` is not a phase name: it consists of letters, digits, `_` and `-`; nothing moves until a person has repaired the task
      in the way: .automaton/tasks/spaces/.state (does not hold one state: ` research ` is not a phase name: it consists of letters, digits, `_` and `-`)
      next, by a person: automaton repair --task spaces
      next: automaton status spaces

    two-lines: refused: upgrade  [tampered]
      `.state`: does not hold one state: `research\ndesign` is not a phase name: it consists of letters, digits, `_` and `-`; nothing moves until a person has repaired the task
      in the way: .automaton/tasks/two-lines/.state (does not hold one state: `research\ndesign` is not a phase name: it consists of letters, digits, `_` and `-`)
      next, by a person: automaton repair --task two-lines
      next: automaton status two-lines

    unknown: refused: upgrade  [orphan-state]
      the workflow has no state `paused` any more: put it back, name its successor under `[upgrade.states]` in `.automaton/config.toml`, or let a person say which phase takes its place
      next, by a person: automaton upgrade --task unknown --as STATE
    ");
    for (task, state) in [
        ("approved", "research\n"),
        ("bare", "new\n"),
        ("bom", "design\n"),
        ("crlf", "implement\n"),
        ("ended", "complete\n"),
        ("renamed", "implement\n"),
        ("renamed-deeper", "bug_find\n"),
        ("half", "research\n"),
        ("nothing", "new\n"),
        // What was left is as it was.
        ("unknown", "paused\n"),
        ("spaces", " research \n"),
        ("skipped", "research\n"),
    ] {
        assert_eq!(project.state(task), state, "{task}");
        let adopted = project.in_task(task, ".state.journal").exists();
        let left = matches!(task, "unknown" | "spaces" | "skipped");
        assert_eq!(adopted, !left, "{task}");
    }
}

#[test]
fn a_second_run_changes_no_byte_and_no_run_touches_what_is_not_a_task() {
    let project = written_by_status_py();
    project.write(".automaton/config.toml", TABLE);
    let before = project.files();
    let trial = project.run("upgrade --dry-run");
    assert!(before == project.files(), "{trial}");
    let first = project.run("upgrade");
    let adopted = project.files();
    let second = project.run("upgrade");
    assert!(adopted == project.files(), "{second}");
    assert_eq!(first.exit, second.exit);
    // What people wrote is still there, byte by byte; only states and records were added.
    for (path, bytes) in &before {
        let rewritten = path.ends_with(".state") || path.ends_with(".state.tmp");
        if !rewritten {
            assert_eq!(adopted.get(path), Some(bytes), "{}", path.display());
        }
    }
    for path in ["loops/nightly/.state.loop", "tasks/complete/shipped/.state"] {
        let path = project.path(".automaton").join(path);
        assert_eq!(before[&path], adopted[&path], "{}", path.display());
    }
    assert_eq!(project.run("audit --json").exit, 6);
}

#[test]
fn an_adopted_task_goes_on_under_the_workflow_and_its_audit_is_clean() {
    let project = Project::relayed();
    project.artifact("login", ".state", "research:approved\r\n");
    project.artifact("login", "SPEC.md", "what to do\n");
    assert_eq!(project.run("transition design --task login").exit, 4);
    project.all(&["upgrade"]);
    // What was approved elsewhere is not approved here.
    assert_eq!(project.run("transition design --task login").exit, 1);
    project.all(&[
        "transition research:awaiting_approval --task login",
        "approve --task login",
        "transition design --task login",
        "audit",
    ]);
    assert_eq!(project.state("login"), "design\n");
}

#[test]
fn the_first_step_adopts_by_the_same_table_where_the_workflow_infers() {
    let text = include_str!("../../workflow.kdl").replace("untracked refuse", "untracked infer");
    let project = Project::with(&text);
    project.write(".automaton/config.toml", TABLE);
    project.artifact("login", ".state", "coding\r\n");
    project.artifact("login", "SPEC.md", "what to do\n");
    project.artifact("login", "IMPLEMENTATION.md", "CONTRACT_MET\n");
    assert_snapshot!(project.as_agent("transition bug_find --task login"), @r#"
    exit 0
    login: implement -> bug_find
      next: automaton transition adversarial_bug_find --task login
      next, by a person: automaton rework implement --task login --reason "..."
    --- stderr
    warning: the folder was untracked; adopted login: in implement: its `.state` says `coding`, which the settings put here
    "#);
    project.artifact("lost", ".state", "paused\n");
    assert_snapshot!(project.as_agent("transition bug_find --task lost"), @"
    exit 3
    --- stderr
    refused: upgrade  [orphan-state]
      the workflow has no state `paused` any more: put it back, name its successor under `[upgrade.states]` in `.automaton/config.toml`, or let a person say which phase takes its place
      next, by a person: automaton upgrade --task lost --as STATE
    ");
}

#[test]
fn a_folder_made_by_hand_is_told_apart_from_one_of_an_older_tool() {
    let project = Project::relayed();
    project.artifact("by-hand", "SPEC.md", "x");
    project.artifact("older", ".state", "research\n");
    assert_snapshot!(project.run("audit"), @"
    exit 1
    by-hand
      error[untracked] .automaton/tasks/by-hand: task `by-hand` was created manually, without a `.state`: `automaton create-task` is the way to create tasks, and a person adopts this one with `automaton upgrade`
          next, by a person: automaton upgrade --task by-hand

    older
      error[untracked] .automaton/tasks/older: task `older` has a `.state` that says `research`, and no journal: an older tool made it, or a hand, and a person adopts it with `automaton upgrade`
          next, by a person: automaton upgrade --task older

    2 tasks, 2 errors, 0 warnings
    ");
}
