//! `automaton status`

use std::ffi::OsStr;
use std::fs;
use std::os::unix::ffi::OsStrExt as _;
use std::process::Stdio;

use insta::assert_snapshot;

use crate::by_person::approve;
use crate::project::Project;

/// A workflow in which each kind of step exists.
pub const EVERY_KIND: &str = "workflow w version=1 {
    initial plan
    unknown-files warn
    artifact PLAN.md
    artifact CODE.md { contains \"DONE\"; }
    artifact VERDICT.md { outcome PASS FAIL; }
    phase plan {
        produces PLAN.md
        forbids CODE.md VERDICT.md
        approval
        subtasks depth=1
        next build
    }
    phase build {
        reads PLAN.md
        produces CODE.md
        forbids VERDICT.md
        next judge { check \"true\"; }
        rework plan
    }
    phase judge {
        reads CODE.md
        produces VERDICT.md
        next done { outcome VERDICT.md PASS; }
        next stuck { outcome VERDICT.md FAIL; }
    }
    phase stuck { rework plan; }
    phase done terminal=success
}
";

/// A project with tasks in every condition.
pub fn busy() -> Project {
    let project = Project::with(EVERY_KIND);
    project.all(&[
        "create-task asks",
        "create-task builds",
        "create-task damaged",
        "create-task ended",
        "create-task plans",
    ]);
    for task in ["asks", "builds", "ended"] {
        project.artifact(task, "PLAN.md", "the plan\n");
        project.all(&[&format!("transition plan:awaiting_approval --task {task}")]);
    }
    for task in ["builds", "ended"] {
        approve(&project, task);
    }
    project.all(&[
        "create-task part --parent builds",
        "transition build --task builds",
        "transition build --task ended",
    ]);
    project.artifact("ended", "CODE.md", "DONE\n");
    project.all(&["transition judge --task ended"]);
    project.artifact("ended", "VERDICT.md", "PASS\n");
    project.all(&["transition done --task ended"]);
    project.artifact("damaged", ".state", "\0\0\0\0");
    project.artifact("by-hand", "PLAN.md", "who made this?\n");
    project
}

#[test]
fn a_project_without_tasks_says_how_to_make_one() {
    let project = Project::with(EVERY_KIND);
    assert_snapshot!(project.run("status"), @"
    exit 0
    no tasks yet
      next: automaton create-task NAME
    ");
    assert_snapshot!(project.run("status --json"), @r#"
    exit 0
    {"schema":"automaton/1","ok":true,"code":"done","exit":0,"message":"no tasks yet","archived":0,"tasks":[],"next":[{"run":"automaton create-task NAME","by":"anyone"}]}
    "#);
}

#[test]
fn the_morning_page_starts_with_what_waits_for_a_person() {
    let project = busy();
    assert_snapshot!(project.run("status"), @r#"
    exit 0
    waiting on you:
      asks     plan:awaiting_approval  since TIME (just now), by tester
          you: automaton approve --task asks
          you: automaton reject --task asks --reason "..."
      by-hand  untracked
          task `by-hand` was created manually, without a `.state`: `automaton create-task` is the way to create tasks, and a person adopts this one with `automaton upgrade`
          you: automaton upgrade --task by-hand
      damaged  plan (broken)           since TIME (just now), by tester
          `.state`: contains NUL bytes, as a crash can leave them; the journal says `plan`; nothing moves until a person has repaired the task
          you: automaton repair --task damaged
          next: automaton status damaged

    under way:
      builds  build  since TIME (just now), by tester
          next: automaton transition judge --task builds  (not yet: `CODE.md` is missing: `build` has to write it)
        part  plan   since TIME (just now), by tester
            next: automaton transition plan:awaiting_approval --task builds/part  (not yet: `PLAN.md` is missing: `plan` has to write it)
      plans   plan   since TIME (just now), by tester
          next: automaton transition plan:awaiting_approval --task plans  (not yet: `PLAN.md` is missing: `plan` has to write it)

    over:
      ended  done  since TIME (just now), by tester

    7 tasks: 3 plan, 1 build, 1 done, 1 broken, 1 untracked; 3 wait on you
    "#);
}

#[test]
fn the_same_as_one_document() {
    let project = busy();
    assert_snapshot!(project.run("status --state build --json"), @r#"
    exit 0
    {"schema":"automaton/1","ok":true,"code":"done","exit":0,"message":"1 task: 1 build; none waits on you","counts":{"build":1},"waiting":0,"archived":0,"tasks":[{"task":"builds","path":"builds","condition":"open","state":"build","since":"TIME","by":"tester","claim":null,"scope":[],"waiting_on":"anyone","signatures":null,"next":[{"run":"automaton transition judge --task builds","by":"anyone","to":"judge","verdict":"blocked","reasons":[{"code":"missing-artifact","message":"`CODE.md` is missing: `build` has to write it"}]},{"run":"automaton rework plan --task builds --reason \"...\"","by":"human","to":"plan","verdict":"blocked","reasons":[{"code":"open-subtasks","message":"sub-tasks are under way, and going back would take their plan away: finish or abandon them first: builds/part: stands in `plan`"}]}],"wrong":[],"mends":[],"notices":[]}],"next":[]}
    "#);
}

#[test]
fn tasks_can_be_picked_by_phase_state_and_who_must_act() {
    let project = busy();
    assert_snapshot!(project.run("status --phase plan"), @r#"
    exit 0
    waiting on you:
      asks     plan:awaiting_approval  since TIME (just now), by tester
          you: automaton approve --task asks
          you: automaton reject --task asks --reason "..."
      damaged  plan (broken)           since TIME (just now), by tester
          `.state`: contains NUL bytes, as a crash can leave them; the journal says `plan`; nothing moves until a person has repaired the task
          you: automaton repair --task damaged
          next: automaton status damaged

    under way:
      builds/part  plan  since TIME (just now), by tester
          next: automaton transition plan:awaiting_approval --task builds/part  (not yet: `PLAN.md` is missing: `plan` has to write it)
      plans        plan  since TIME (just now), by tester
          next: automaton transition plan:awaiting_approval --task plans  (not yet: `PLAN.md` is missing: `plan` has to write it)

    4 tasks: 3 plan, 1 broken; 2 wait on you
    "#);
    assert_snapshot!(project.run("status --state plan:awaiting_approval"), @r#"
    exit 0
    waiting on you:
      asks  plan:awaiting_approval  since TIME (just now), by tester
          you: automaton approve --task asks
          you: automaton reject --task asks --reason "..."

    1 task: 1 plan; 1 waits on you
    "#);
    assert_snapshot!(project.run("status --waiting --phase build"), @"
    exit 0
    0 tasks
    ");
    assert_snapshot!(project.run("status --phase biuld"), @"
    exit 2
    --- stderr
    refused: the workflow has no phase `biuld`  [unknown-state]
      did you mean `build`?
    ");
    assert_snapshot!(project.run("status --state plan:asked"), @"
    exit 2
    --- stderr
    refused: the workflow has no state `plan:asked`  [unknown-state]
      did you mean `plan:approved`?
    ");
}

#[test]
fn one_task_shows_its_artifacts_and_every_step() {
    let project = busy();
    assert_snapshot!(project.run("status asks"), @r#"
    exit 0
    asks: plan:awaiting_approval
      since TIME (just now), by tester
      waiting on you

    artifacts:
      PLAN.md  present, frozen  produced here
      must not exist here: CODE.md, VERDICT.md

    next:
      automaton approve --task asks  (a person)
      automaton reject --task asks --reason "..."  (a person)
      automaton transition plan --task asks  (open)
    "#);
    project.artifact("builds", "notes.txt", "mine\n");
    assert_snapshot!(project.run("status builds"), @r#"
    exit 0
    builds: build
      since TIME (just now), by tester
      under way

    artifacts:
      PLAN.md  present, frozen  read here
      CODE.md  missing          produced here
      must not exist here: VERDICT.md

    worth knowing:
      the workflow does not name `notes.txt`

    next:
      automaton transition judge --task builds  (blocked)
          `CODE.md` is missing: `build` has to write it  [missing-artifact]
      automaton rework plan --task builds --reason "..."  (blocked)
          sub-tasks are under way, and going back would take their plan away: finish or abandon them first: builds/part: stands in `plan`  [open-subtasks]
    "#);
    project.artifact("builds", "CODE.md", "DONE\n");
    assert_snapshot!(project.run("status builds --quiet --json"), @r#"
    exit 0
    {"schema":"automaton/1","ok":true,"code":"done","exit":0,"message":"builds: open","task":"builds","artifacts":[{"name":"PLAN.md","presence":"present","role":"reads","frozen":true},{"name":"CODE.md","presence":"present","role":"produces","frozen":false},{"name":"VERDICT.md","presence":"missing","role":"forbids","frozen":false}],"reworks":[],"tasks":[{"task":"builds","path":"builds","condition":"open","state":"build","since":"TIME","by":"tester","claim":null,"scope":[],"waiting_on":"anyone","signatures":null,"next":[{"run":"automaton transition judge --task builds","by":"anyone","to":"judge","verdict":"needs-check","reasons":[{"code":"check-not-run","message":"`true` must succeed"}]},{"run":"automaton rework plan --task builds --reason \"...\"","by":"human","to":"plan","verdict":"blocked","reasons":[{"code":"open-subtasks","message":"sub-tasks are under way, and going back would take their plan away: finish or abandon them first: builds/part: stands in `plan`"}]}],"wrong":[],"mends":[],"notices":["the workflow does not name `notes.txt`"]}],"state":"build","next":[{"run":"automaton transition judge --task builds","by":"anyone"}]}
    "#);
    project.artifact("builds", "PLAN.md", "another plan\n");
    assert_snapshot!(project.run("status builds"), @r#"
    exit 0
    builds: build
      since TIME (just now), by tester
      waiting on you

    in the way:
      `PLAN.md` was changed after its phase was left: put it back as it was, or go back to a phase that may write it  [artifact-changed]

    artifacts:
      PLAN.md  present, frozen  read here
      CODE.md  present          produced here
      must not exist here: VERDICT.md

    next:
      automaton transition judge --task builds  (blocked)
          `PLAN.md` was changed after its phase was left: put it back as it was, or go back to a phase that may write it  [artifact-changed]
      automaton rework plan --task builds --reason "..."  (blocked)
          sub-tasks are under way, and going back would take their plan away: finish or abandon them first: builds/part: stands in `plan`  [open-subtasks]

    to mend it:
      automaton rework plan --task builds --reason "..."  (a person)
      automaton repair --task builds  (a person)
    "#);
    assert_snapshot!(project.run("status ended"), @"
    exit 0
    ended: done
      since TIME (just now), by tester
      it is over

    artifacts:
      PLAN.md     present, frozen
      CODE.md     present, frozen
      VERDICT.md  present, frozen
    ");
}

#[test]
fn a_check_is_not_run_for_looking_and_what_comes_after_it_is_known() {
    let workflow = EVERY_KIND
        .replace("check \"true\"", "check \"touch ran\"")
        .replace(
            "artifact PLAN.md",
            "artifact PLAN.md\n    artifact NOTES.md",
        )
        .replace("reads CODE.md", "forbids NOTES.md");
    let project = Project::with(&workflow);
    project.all(&["create-task t"]);
    project.artifact("t", "PLAN.md", "the plan\n");
    project.all(&["transition plan:awaiting_approval --task t"]);
    approve(&project, "t");
    project.all(&["transition build --task t"]);
    project.artifact("t", "CODE.md", "DONE\n");
    assert_snapshot!(project.run("status t"), @r#"
    exit 0
    t: build
      since TIME (just now), by tester
      under way

    artifacts:
      PLAN.md  present, frozen  read here
      CODE.md  present          produced here
      must not exist here: VERDICT.md

    next:
      automaton transition judge --task t  (after a check)
          `touch ran` must succeed  [check-not-run]
      automaton rework plan --task t --reason "..."  (a person)
    "#);
    project.artifact("t", "NOTES.md", "too early\n");
    assert_snapshot!(project.run("status t"), @r#"
    exit 0
    t: build
      since TIME (just now), by tester
      under way

    artifacts:
      PLAN.md   present, frozen  read here
      NOTES.md  present
      CODE.md   present          produced here
      must not exist here: VERDICT.md

    worth knowing:
      `NOTES.md` belongs to another phase and appeared here; from now on it must stay as it is

    next:
      automaton transition judge --task t  (blocked)
          `NOTES.md` must not exist in `judge`: move it out of the task folder  [target-forbids]
      automaton rework plan --task t --reason "..."  (a person)
    "#);
    assert!(!project.path("ran").exists());
}

#[test]
fn a_task_that_cannot_go_on_says_so_in_its_exit() {
    let project = busy();
    assert_snapshot!(project.run("status damaged"), @"
    exit 6
    damaged: plan (broken)
      since TIME (just now), by tester
      waiting on you

    in the way:
      `.state`: contains NUL bytes, as a crash can leave them; the journal says `plan`; nothing moves until a person has repaired the task  [tampered]

    to mend it:
      automaton repair --task damaged  (a person)
      automaton status damaged
    ");
    assert_snapshot!(project.run("status by-hand"), @"
    exit 4
    by-hand: untracked
      waiting on you

    in the way:
      task `by-hand` was created manually, without a `.state`: `automaton create-task` is the way to create tasks, and a person adopts this one with `automaton upgrade`  [untracked]

    to mend it:
      automaton upgrade --task by-hand  (a person)
    ");
    assert_snapshot!(project.run("status askss"), @"
    exit 4
    --- stderr
    refused: there is no task `askss`  [no-such-task]
      did you mean `asks`?
      next: automaton status
      next: automaton create-task askss
    ");
}

#[test]
fn older_prompts_ask_with_a_flag() {
    let project = busy();
    assert_eq!(project.run("--task asks"), project.run("status asks"));
}

#[test]
fn line_endings_and_byte_order_marks_change_nothing() {
    let project = Project::with(EVERY_KIND);
    project.all(&["create-task t"]);
    let plain = project.run("status t");
    project.artifact("t", ".state", "\u{feff}plan\r\n");
    assert_eq!(project.run("status t"), plain);
}

#[test]
fn a_name_that_is_no_text_is_reported_and_hides_nothing() {
    let project = Project::with(EVERY_KIND);
    project.all(&["create-task t"]);
    let name = OsStr::from_bytes(b"b\xff");
    fs::create_dir(project.path(".automaton/tasks").join(name)).expect("a folder");
    assert_snapshot!(project.run("status"), @"
    exit 0
    waiting on you:
      .automaton/tasks/b�  broken
          `b�` is not a task name: it consists of `A-Z a-z 0-9 . _ -`

    under way:
      t  plan  since TIME (just now), by tester
          next: automaton transition plan:awaiting_approval --task t  (not yet: `PLAN.md` is missing: `plan` has to write it)

    2 tasks: 1 plan, 1 broken; 1 waits on you
    ");
}

#[test]
fn a_link_in_the_place_of_a_task_is_reported_and_not_followed() {
    let project = Project::with(EVERY_KIND);
    project.all(&["create-task t"]);
    let place = project.path(".automaton/tasks/u");
    std::os::unix::fs::symlink("t", place).expect("a link");
    assert_snapshot!(project.run("status --waiting"), @"
    exit 0
    waiting on you:
      .automaton/tasks/u  broken
          is a symbolic link; a task is a folder

    1 task: 1 broken; 1 waits on you
    ");
}

#[test]
fn a_workflow_that_does_not_compile_stops_everything() {
    let project = busy();
    project.write(".automaton/workflow.kdl", "workflow w version=1 {\n}\n");
    for line in ["status", "status asks", "audit", "log asks"] {
        let run = project.run(&format!("{line} --json"));
        assert_eq!(run.exit, 2, "{line}");
        assert!(run.stdout.contains(r#""code":"workflow-broken""#), "{run}");
    }
}

#[test]
fn a_reader_that_has_seen_enough_is_no_failure() {
    let project = busy();
    let mut command = project.command();
    command.arg("status").stdout(Stdio::piped());
    let mut child = command.spawn().expect("the program runs");
    drop(child.stdout.take());
    assert_eq!(child.wait().expect("an end").code(), Some(0));
}

#[test]
fn quiet_prints_nothing() {
    let run = busy().run("status --quiet");
    assert_eq!(
        (run.exit, run.stdout.as_str(), run.stderr.as_str()),
        (0, "", "")
    );
}
