//! `automaton validate-folder`

use insta::assert_snapshot;

use crate::project::Project;

#[test]
fn a_folder_is_valid_or_not_for_the_phase_that_the_task_is_in() {
    let project = Project::relayed();
    project.all(&["create-task login", "transition research --task login"]);
    let line = "validate-folder --task login";
    assert_snapshot!(project.run(line), @"
    exit 0
    login: the folder is valid for research
    ");
    project.artifact("login", "DESIGN.md", "");
    assert_snapshot!(project.run(line), @"
    exit 1
    --- stderr
    refused: validate-folder  [forbidden-artifact]
      `DESIGN.md` must not exist in `research`: move it out of the task folder
        .automaton/workflow.kdl:86  forbids DESIGN.md DECOMPOSITION.md TEST_PLAN.md
      in the way: .automaton/tasks/login/DESIGN.md (forbidden)
      next: automaton validate-folder --task login
    ");
    assert_snapshot!(project.run("--validate-folder --task login --json"), @r#"
    exit 1
    {"schema":"automaton/1","ok":false,"code":"forbidden-artifact","exit":1,"message":"refused: validate-folder: `DESIGN.md` must not exist in `research`: move it out of the task folder","task":"login","state":"research","reasons":["`DESIGN.md` must not exist in `research`: move it out of the task folder"],"offending":[{"path":".automaton/tasks/login/DESIGN.md","problem":"forbidden"}],"places":[{"file":".automaton/workflow.kdl","line":86,"column":17,"end_line":86,"end_column":26,"text":"DESIGN.md","label":""}],"next":[{"run":"automaton validate-folder --task login","by":"anyone"}]}
    "#);
}

#[test]
fn what_appeared_from_another_phase_is_noticed() {
    let project = Project::with(
        "workflow w version=1 {\n    initial a\n    unknown-files warn\n    artifact A.md\n    \
         artifact B.md\n    phase a { produces A.md; next b; }\n    phase b { produces B.md; next c; }\n    \
         phase c terminal=success\n}\n",
    );
    project.all(&["create-task t"]);
    project.artifact("t", "B.md", "early");
    project.artifact("t", "notes.txt", "mine");
    assert_snapshot!(project.run("validate-folder --task t"), @"
    exit 0
    t: the folder is valid for a
    --- stderr
    warning: `B.md` belongs to another phase and appeared here; from now on it must stay as it is
    warning: the workflow does not name `notes.txt`
    ");
    assert_snapshot!(project.run("validate-folder --task t --json"), @r#"
    exit 0
    {"schema":"automaton/1","ok":true,"code":"done","exit":0,"message":"t: the folder is valid for a","task":"t","state":"a","warnings":["`B.md` belongs to another phase and appeared here; from now on it must stay as it is","the workflow does not name `notes.txt`"],"next":[]}
    "#);
}

#[test]
fn looking_takes_no_lock_and_leaves_no_trace() {
    let project = Project::relayed();
    project.all(&["create-task login", "validate-folder --task login"]);
    assert!(!project.in_task("login", ".state.lock").exists());
}

#[test]
fn untracked_and_missing_tasks_are_told_apart() {
    let project = Project::relayed();
    project.artifact("old", "SPEC.md", "x");
    assert_snapshot!(project.run("validate-folder --task old"), @"
    exit 4
    --- stderr
    refused: validate-folder  [untracked]
      task `old` was created manually, without a `.state`: `automaton create-task` is the way to create tasks, and a person adopts this one with `automaton upgrade`
      next, by a person: automaton upgrade --task old
    ");
    assert_snapshot!(project.run("validate-folder --task odl"), @"
    exit 4
    --- stderr
    refused: there is no task `odl`  [no-such-task]
      did you mean `old`?
      next: automaton status
      next: automaton create-task odl
    ");
}
