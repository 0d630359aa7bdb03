//! The gate, as a table: which file may be written while a task stands where.

use insta::assert_snapshot;

use crate::project::Project;

/// A small process with every kind of rule about edits.
const WORKFLOW: &str = r#"workflow w version=1 {
    initial plan
    metadata notes.md
    protects "secret/**"
    scratch "target/**" "secret/cache/**"
    approval by=anyone

    artifact PLAN.md
    artifact LOG.md frozen=#false
    artifact REPORT.md

    phase plan {
        produces PLAN.md LOG.md
        forbids REPORT.md
        approval
        next build
    }
    phase build {
        reads PLAN.md
        produces REPORT.md
        edits "src/**" "*.toml"
        protects "src/generated/**"
        next check
    }
    phase check {
        reads REPORT.md
        edits "docs/**"
        next done
        rework build by=anyone
    }
    phase done terminal=success
}"#;

/// What the gate says: `allowed` with the kind of rule, or the code of the refusal.
pub fn verdict(project: &Project, arguments: &[&str]) -> String {
    let mut call = vec!["--json", "can-edit"];
    call.extend(arguments);
    let document = project.json(&call);
    if document["exit"] == 0 {
        let kind = &document["decisions"][0]["rule"]["kind"];
        format!("allowed: {}", kind.as_str().unwrap_or("?"))
    } else {
        document["code"].as_str().expect("a code").to_owned()
    }
}

fn in_plan() -> Project {
    let project = Project::with(WORKFLOW);
    project.all(&["create-task t"]);
    project
}

fn submitted() -> Project {
    let project = in_plan();
    project.artifact("t", "PLAN.md", "a plan\n");
    project.artifact("t", "LOG.md", "a log\n");
    project.all(&["transition plan:awaiting_approval --task t"]);
    project
}

fn approved() -> Project {
    let project = submitted();
    project.all(&["approve --task t"]);
    project
}

fn in_build() -> Project {
    let project = approved();
    project.all(&["transition build --task t"]);
    project
}

fn in_check() -> Project {
    let project = in_build();
    project.artifact("t", "REPORT.md", "a report\n");
    project.all(&["transition check --task t"]);
    project
}

fn done() -> Project {
    let project = in_check();
    project.all(&["transition done --task t"]);
    project
}

#[test]
#[expect(clippy::too_many_lines, reason = "it is one table")]
fn each_state_allows_what_the_workflow_says_and_nothing_else() {
    const PLAN: &str = ".automaton/tasks/t/PLAN.md";
    const LOG: &str = ".automaton/tasks/t/LOG.md";
    const REPORT: &str = ".automaton/tasks/t/REPORT.md";
    const NOTES: &str = ".automaton/tasks/t/notes.md";
    const OTHER: &str = ".automaton/tasks/t/sketch.txt";
    let wrong_phase = "edit-not-in-phase";
    let edits = "allowed: edits";
    for (state, project, cases) in [
        (
            "plan",
            in_plan(),
            [
                ("src/a.rs", wrong_phase),
                ("src/generated/a.rs", wrong_phase),
                ("docs/a.md", wrong_phase),
                (PLAN, "allowed: produces"),
                (LOG, "allowed: produces"),
                (REPORT, "artifact-not-due"),
            ],
        ),
        (
            "plan:awaiting_approval",
            submitted(),
            [
                ("src/a.rs", wrong_phase),
                ("src/generated/a.rs", wrong_phase),
                ("docs/a.md", wrong_phase),
                (PLAN, "revise-first"),
                (LOG, "revise-first"),
                (REPORT, "artifact-not-due"),
            ],
        ),
        (
            "plan:approved",
            approved(),
            [
                ("src/a.rs", wrong_phase),
                ("src/generated/a.rs", wrong_phase),
                ("docs/a.md", wrong_phase),
                (PLAN, "revise-first"),
                (LOG, "revise-first"),
                (REPORT, "artifact-not-due"),
            ],
        ),
        (
            "build",
            in_build(),
            [
                ("src/a.rs", edits),
                ("src/generated/a.rs", wrong_phase),
                ("docs/a.md", wrong_phase),
                (PLAN, "artifact-frozen"),
                (LOG, "allowed: unfrozen"),
                (REPORT, "allowed: produces"),
            ],
        ),
        (
            "check",
            in_check(),
            [
                ("src/a.rs", wrong_phase),
                ("src/generated/a.rs", wrong_phase),
                ("docs/a.md", edits),
                (PLAN, "artifact-frozen"),
                (LOG, "allowed: unfrozen"),
                (REPORT, "artifact-frozen"),
            ],
        ),
        (
            "done",
            done(),
            [
                ("src/a.rs", wrong_phase),
                ("src/generated/a.rs", wrong_phase),
                ("docs/a.md", wrong_phase),
                (PLAN, "artifact-frozen"),
                (LOG, "allowed: unfrozen"),
                (REPORT, "artifact-frozen"),
            ],
        ),
    ] {
        assert_eq!(project.state("t"), format!("{state}\n"));
        for (path, expected) in cases {
            assert_eq!(verdict(&project, &[path]), expected, "{path} in {state}");
        }
        // What no phase decides.
        for (path, expected) in [
            ("secret/key", "protected-by-workflow"),
            ("secret/cache/x", "protected-by-workflow"),
            ("target/debug/x", "allowed: scratch"),
            (NOTES, "allowed: metadata"),
            (OTHER, "allowed: unnamed"),
            (".automaton/tasks/t/.state", "protected-path"),
            (".automaton/tasks/t/.state.journal", "protected-path"),
            (".automaton/tasks/t/.STATE", "protected-path"),
            (
                ".automaton/tasks/t/.state.attic/1/PLAN.md",
                "protected-path",
            ),
            (".automaton/tasks/t/plan.md", "case-mismatch"),
            (".automaton/tasks/t/PLAN.md.", "case-mismatch"),
            (".automaton/tasks/u/PLAN.md", "no-such-task"),
            (".automaton/tasks/complete/t/PLAN.md", "protected-path"),
            (".automaton/workflow.kdl", "protected-path"),
            (".automaton/overrides.journal", "protected-path"),
            (".automaton/approvers", "protected-path"),
            (".git/config", "protected-path"),
            (".claude/settings.json", "protected-path"),
        ] {
            assert_eq!(verdict(&project, &[path]), expected, "{path} in {state}");
        }
    }
}

#[test]
fn without_a_file_the_question_is_whether_anything_may_be_edited() {
    for (project, expected) in [
        (in_plan(), "edit-not-in-phase"),
        (submitted(), "edit-not-in-phase"),
        (in_build(), "allowed: edits"),
        (done(), "edit-not-in-phase"),
        (Project::with(WORKFLOW), "no-task-at-work"),
    ] {
        assert_eq!(verdict(&project, &[]), expected);
    }
}

#[test]
fn the_caller_works_on_the_task_that_it_names_or_on_every_task() {
    let project = in_build();
    project.all(&["create-task other"]);
    for (arguments, expected) in [
        (&["src/a.rs"][..], "allowed: edits"),
        (&["src/a.rs", "--task", "t"], "allowed: edits"),
        (&["src/a.rs", "--task", "other"], "edit-not-in-phase"),
        (&["src/a.rs", "--task", "nobody"], "no-such-task"),
        (&[".automaton/tasks/other/PLAN.md"], "allowed: produces"),
        (
            &[".automaton/tasks/other/PLAN.md", "--task", "other"],
            "allowed: produces",
        ),
        (
            &[".automaton/tasks/other/PLAN.md", "--task", "t"],
            "other-task",
        ),
        (&["--file", "src/a.rs"], "allowed: edits"),
        (&["src/a.rs", "--file", "src/b.rs"], "allowed: edits"),
    ] {
        assert_eq!(verdict(&project, arguments), expected, "{arguments:?}");
    }
    assert_eq!(project.run("--can-edit --task t --file src/a.rs").exit, 0);
}

#[test]
fn a_path_starts_in_the_current_folder_or_in_the_project_that_is_named() {
    let project = in_build();
    std::fs::create_dir_all(project.path("src/deep")).expect("a folder");
    let root = project.root();
    for (folder, arguments, exit) in [
        (root.join("src/deep"), &["can-edit", "../a.rs"][..], 0),
        (root.join("src/deep"), &["can-edit", "../../docs/a.md"], 1),
        (
            project.home(),
            &["--project", "../project", "can-edit", "src/a.rs"],
            0,
        ),
        (
            project.home(),
            &["--project", "../project", "can-edit", "docs/a.md"],
            1,
        ),
        (
            project.home(),
            &["--project", "../project", "can-edit", "../home/src/a.rs"],
            1,
        ),
    ] {
        let mut command = project.command();
        let ended = command.current_dir(&folder).args(arguments).output();
        assert_eq!(
            ended.expect("it runs").status.code(),
            Some(exit),
            "{arguments:?}"
        );
    }
}

#[test]
fn several_files_are_allowed_only_together() {
    let project = in_build();
    assert_snapshot!(project.run("can-edit src/a.rs Cargo.toml docs/a.md .git/config src/b.rs"), @"
    exit 1
    --- stderr
    refused: edit docs/a.md  [edit-not-in-phase]
      `t` is in `build`, which edits `src/**`, `*.toml` and nothing else; it writes `REPORT.md`
      this file may be edited in `check`
      .git/config: `.git` is always guarded: it holds the history and the hooks; use `git` commands  [protected-path]
        .automaton/workflow.kdl:18  phase build {
      next: automaton transition check --task t
    ");
    assert_snapshot!(project.run("can-edit src/a.rs Cargo.toml"), @"
    exit 0
    src/a.rs: allowed, `t` is in `build`, which edits .automaton/workflow.kdl:21 `src/**`
    Cargo.toml: allowed, `t` is in `build`, which edits .automaton/workflow.kdl:21 `*.toml`
    ");
}

#[test]
fn a_refusal_says_where_the_task_stands_and_what_leads_on() {
    let project = in_plan();
    assert_snapshot!(project.run("can-edit src/a.rs"), @"
    exit 1
    --- stderr
    refused: edit src/a.rs  [edit-not-in-phase]
      `t` is in `plan`, which edits no project files; it writes `PLAN.md`, `LOG.md`
      this file may be edited in `build`
        .automaton/workflow.kdl:12  phase plan {
      next: automaton transition plan:awaiting_approval --task t
    ");
    assert_snapshot!(project.run("can-edit .automaton/tasks/t/REPORT.md"), @"
    exit 1
    --- stderr
    refused: edit .automaton/tasks/t/REPORT.md  [artifact-not-due]
      `t` is in `plan`, which forbids `REPORT.md`; it is written in `build`
        .automaton/workflow.kdl:14  forbids REPORT.md
      next: automaton transition plan:awaiting_approval --task t
    ");
    let project = submitted();
    assert_snapshot!(project.run("can-edit .automaton/tasks/t/PLAN.md"), @r#"
    exit 1
    --- stderr
    refused: edit .automaton/tasks/t/PLAN.md  [revise-first]
      `t` is in `plan:awaiting_approval`, where nothing is written; go back to `plan` first
        .automaton/workflow.kdl:12  phase plan {
      next: automaton transition plan --task t
      next: automaton approve --task t
      next: automaton reject --task t --reason "..."
    "#);
    let project = in_check();
    assert_snapshot!(project.run("can-edit src/a.rs"), @r#"
    exit 1
    --- stderr
    refused: edit src/a.rs  [edit-not-in-phase]
      `t` is in `check`, which edits `docs/**` and nothing else
      this file may be edited in `build`
        .automaton/workflow.kdl:25  phase check {
      next: automaton transition done --task t
      next: automaton rework build --task t --reason "..."
    "#);
    assert_snapshot!(project.run("can-edit .automaton/tasks/t/PLAN.md"), @r#"
    exit 1
    --- stderr
    refused: edit .automaton/tasks/t/PLAN.md  [artifact-frozen]
      `t` is in `check`, and `PLAN.md` has to stay as it was left; it is written in `plan`
        .automaton/workflow.kdl:13  produces PLAN.md LOG.md
      next: automaton transition done --task t
      next: automaton rework build --task t --reason "..."
    "#);
    project.all(&["create-task second"]);
    assert_snapshot!(project.run("can-edit src/a.rs"), @"
    exit 1
    --- stderr
    refused: edit src/a.rs  [edit-not-in-phase]
      `second` is in `plan`, which edits no project files; it writes `PLAN.md`, `LOG.md`
      `t` is in `check`, which edits `docs/**` and nothing else
      this file may be edited in `build`
        .automaton/workflow.kdl:12  phase plan {
        .automaton/workflow.kdl:25  phase check {
      next: automaton status
    ");
}

#[test]
fn what_the_gate_lets_into_a_task_folder_the_folder_rules_accept() {
    for project in [
        in_plan(),
        submitted(),
        approved(),
        in_build(),
        in_check(),
        done(),
    ] {
        for file in [
            "PLAN.md",
            "LOG.md",
            "REPORT.md",
            "notes.md",
            "sketch.txt",
            "plan.md",
        ] {
            let path = format!(".automaton/tasks/t/{file}");
            let before = std::fs::read(project.path(&path));
            let allowed = project.call(&["can-edit", &path]).exit == 0;
            project.write(&path, "written by an agent\n");
            let valid = project.run("validate-folder --task t").exit == 0;
            let state = project.state("t");
            assert!(valid || !allowed, "{file} in {state}");
            match before {
                Ok(bytes) => std::fs::write(project.path(&path), bytes).expect("put back"),
                Err(_) => std::fs::remove_file(project.path(&path)).expect("removed"),
            }
        }
    }
}

#[test]
fn sub_tasks_are_tasks_like_any_other() {
    let project = Project::relayed();
    project.all(&["create-task epic", "transition research --task epic"]);
    project.artifact("epic", "SPEC.md", "what is wanted\n");
    project.all(&[
        "transition research:awaiting_approval --task epic",
        "approve --task epic",
        "transition decomposition --task epic",
    ]);
    project.artifact("epic", "DECOMPOSITION.md", "two parts\n");
    project.all(&[
        "transition decomposition:awaiting_approval --task epic",
        "approve --task epic",
        "create-task part --parent epic",
        "transition research --task epic/part",
    ]);
    let spec = ".automaton/tasks/epic/subtasks/part/SPEC.md";
    for (arguments, expected) in [
        (&[spec][..], "allowed: produces"),
        (&[spec, "--task", "epic"], "allowed: produces"),
        (&[spec, "--task", "epic/part"], "allowed: produces"),
        (
            &[".automaton/tasks/epic/SPEC.md", "--task", "epic/part"],
            "other-task",
        ),
        (
            &[".automaton/tasks/epic/subtasks/part/DESIGN.md"],
            "artifact-not-due",
        ),
        (
            &[".automaton/tasks/epic/subtasks/none/SPEC.md"],
            "no-such-task",
        ),
        (
            &[".automaton/tasks/epic/subtasks/loose.txt"],
            "protected-path",
        ),
    ] {
        assert_eq!(verdict(&project, arguments), expected, "{arguments:?}");
    }
}
