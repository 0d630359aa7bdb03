//! Sub-tasks: made, addressed and counted under their parents, as the workflow says.

use insta::assert_snapshot;

use crate::project::Project;
use crate::terminal::talk;
use crate::tree::tree;

const WORKFLOW: &str = "workflow parts version=1 {
    initial plan
    metadata PARENT.md
    approval by=anyone
    artifact PLAN.md
    artifact CODE.md
    phase plan { produces PLAN.md; forbids CODE.md; approval; next split; next build; }
    phase split {
        reads PLAN.md
        subtasks depth=2 { inherit PLAN.md as=PARENT.md; }
        next done { subtasks complete; }
        rework plan by=anyone
    }
    phase build { produces CODE.md; next done; }
    phase done terminal=success
}
";

fn folder(task: &str) -> String {
    task.replace('/', "/subtasks/")
}

fn planned(project: &Project, task: &str) {
    project.artifact(&folder(task), "PLAN.md", &format!("the plan of {task}\n"));
    project.all(&[
        &format!("transition plan:awaiting_approval --task {task}"),
        &format!("approve --task {task}"),
    ]);
}

/// A parent that may have sub-tasks.
fn parent() -> Project {
    let project = Project::with(WORKFLOW);
    project.all(&["create-task epic"]);
    planned(&project, "epic");
    project.all(&["transition split --task epic"]);
    project
}

fn finished(project: &Project, task: &str) {
    planned(project, task);
    project.all(&[&format!("transition build --task {task}")]);
    project.artifact(&folder(task), "CODE.md", "code\n");
    project.all(&[&format!("transition done --task {task}")]);
}

#[test]
fn a_sub_task_is_made_under_a_settled_parent_and_gets_what_it_inherits() {
    let project = Project::with(WORKFLOW);
    project.all(&["create-task epic"]);
    assert_snapshot!(project.run("create-task a --parent epic"), @"
    exit 1
    --- stderr
    refused: create-task  [no-subtasks-here]
      no sub-task can be made under `epic`: it stands in `plan`, which declares no `subtasks`
        .automaton/workflow.kdl:7  phase plan { produces PLAN.md; forbids CODE.md; approval; next split; next build; }
      next: automaton status epic
    ");
    planned(&project, "epic");
    assert_snapshot!(project.run("create-task a --parent epic"), @"
    exit 1
    --- stderr
    refused: create-task  [no-subtasks-here]
      no sub-task can be made under `epic`: it stands in `plan`, which declares no `subtasks`
        .automaton/workflow.kdl:7  phase plan { produces PLAN.md; forbids CODE.md; approval; next split; next build; }
      next: automaton status epic
    ");
    project.all(&["transition split --task epic"]);
    assert_snapshot!(project.run("create-task a --parent epic"), @"
    exit 0
    epic/a: in plan
      next: automaton transition plan:awaiting_approval --task epic/a
    ");
    assert_eq!(
        project.read(".automaton/tasks/epic/subtasks/a/PARENT.md"),
        "the plan of epic\n"
    );
    assert_eq!(project.state("epic/subtasks/a"), "plan\n");
    assert_snapshot!(project.run("create-task b --parent none"), @"
    exit 4
    --- stderr
    refused: there is no task `none`  [no-such-task]
      next: automaton status
      next: automaton create-task none
    ");
    assert_snapshot!(project.run("create-task a --parent epic"), @"
    exit 1
    --- stderr
    refused: create-task  [task-exists]
      `.automaton/tasks/epic/subtasks/a` exists, and a task is never overwritten: choose another name
      next: automaton status epic/a
    ");
}

#[test]
fn sub_tasks_nest_as_deep_as_declared() {
    let project = parent();
    for task in ["epic/a", "epic/a/b"] {
        let (parent, name) = task.rsplit_once('/').expect("a parent");
        project.all(&[&format!("create-task {name} --parent {parent}")]);
        planned(&project, task);
        project.all(&[&format!("transition split --task {task}")]);
    }
    assert_eq!(
        project.read(".automaton/tasks/epic/subtasks/a/subtasks/b/PARENT.md"),
        "the plan of epic/a\n"
    );
    assert_snapshot!(project.run("create-task c --parent epic/a/b"), @"
    exit 1
    --- stderr
    refused: create-task  [no-subtasks-here]
      no sub-task can be made under `epic/a/b`: `split` lets sub-tasks nest at most 2 deep
        .automaton/workflow.kdl:10  subtasks depth=2 { inherit PLAN.md as=PARENT.md; }
      next: automaton status epic/a/b
    ");
    assert_snapshot!(project.run("status"), @"
    exit 0
    under way:
      epic   split  since TIME (just now), by tester
          next: automaton transition done --task epic  (not yet: all sub-tasks must be complete: epic/a: stands in `split`)
        a    split  since TIME (just now), by tester
            next: automaton transition done --task epic/a  (not yet: all sub-tasks must be complete: epic/a/b: stands in `split`)
          b  split  since TIME (just now), by tester
              next: automaton transition done --task epic/a/b  (not yet: all sub-tasks must be complete: there is none that was not abandoned)

    3 tasks: 3 split; none waits on you
    ");
    assert_snapshot!(project.run("audit"), @"
    exit 0
    epic
      approved: plan, at TIME, by tester, relayed by a program

    epic/a
      approved: plan, at TIME, by tester, relayed by a program

    epic/a/b
      approved: plan, at TIME, by tester, relayed by a program

    3 tasks, 0 errors, 0 warnings
    ");
}

#[test]
fn a_parent_is_complete_once_its_sub_tasks_are() {
    let project = parent();
    assert_snapshot!(project.run("transition done --task epic"), @"
    exit 1
    --- stderr
    refused: split -> done  [guard-failed]
      all sub-tasks must be complete: there is none that was not abandoned
        .automaton/workflow.kdl:11  next done { subtasks complete; }
      next: automaton create-task NAME --parent epic
    ");
    project.all(&["create-task a --parent epic", "create-task b --parent epic"]);
    finished(&project, "epic/a");
    assert_snapshot!(project.run("transition done --task epic"), @"
    exit 1
    --- stderr
    refused: split -> done  [guard-failed]
      all sub-tasks must be complete: epic/b: stands in `plan`
        .automaton/workflow.kdl:11  next done { subtasks complete; }
      next: automaton status epic
    ");
    talk(&project, "abandon --task epic/b --reason dropped", "epic/b");
    project.all(&["transition done --task epic"]);
    assert_eq!(project.run("audit").exit, 0);
}

#[test]
fn a_parent_does_not_go_back_while_sub_tasks_are_under_way() {
    let project = parent();
    project.all(&[
        "create-task a --parent epic",
        "create-task b --parent epic",
        "create-task c --parent epic",
    ]);
    finished(&project, "epic/a");
    planned(&project, "epic/b");
    let before = tree(&project.root());
    assert_snapshot!(project.run("rework plan --reason wrong --task epic"), @r#"
    exit 1
    --- stderr
    refused: rework split -> plan  [open-subtasks]
      sub-tasks are under way, and going back would take their plan away: finish or abandon them first: epic/b: stands in `plan:approved`; epic/c: stands in `plan`
      next: automaton transition split --task epic/b
      next: automaton transition build --task epic/b
      next, by a person: automaton abandon --task epic/b --reason "..."
      next: automaton transition plan:awaiting_approval --task epic/c
      next, by a person: automaton abandon --task epic/c --reason "..."
    "#);
    assert!(tree(&project.root()) == before);
    for part in ["b", "c"] {
        let line = format!("abandon --task epic/{part} --reason dropped");
        talk(&project, &line, &format!("epic/{part}"));
    }
    project.all(&["rework plan --reason wrong --task epic"]);
}

#[test]
fn a_parent_that_is_abandoned_lets_its_sub_tasks_go_on() {
    let project = parent();
    project.all(&["create-task a --parent epic"]);
    assert_snapshot!(talk(&project, "abandon --task epic --reason dropped", "epic"), @"
    abandon epic, which is in split: dropped
      its sub-tasks go on, and are finished or abandoned on their own: `epic/a`
      PLAN.md  sha256 DIGEST
    type `epic` to confirm: epic
    warning: its sub-tasks go on, and are finished or abandoned on their own: `epic/a`
    epic: stays in split
    exit 0
    ");
    assert_snapshot!(project.run("create-task b --parent epic"), @"
    exit 1
    --- stderr
    refused: create-task  [abandoned]
      no sub-task can be made under `epic`: the task was abandoned and moves no more: dropped
      next: automaton status epic
    ");
    assert_snapshot!(project.run("cleanup-done"), @r#"
    exit 0
    nothing to archive, left 1

    epic: refused: cleanup-done  [open-subtasks]
      sub-tasks are under way, and they would be archived with it: finish or abandon them first: epic/a: stands in `plan`
      next: automaton transition plan:awaiting_approval --task epic/a
      next, by a person: automaton abandon --task epic/a --reason "..."
    "#);
    finished(&project, "epic/a");
    project.all(&["cleanup-done"]);
    assert_eq!(project.state("complete/epic/subtasks/a"), "done\n");
    assert_eq!(project.run("audit").exit, 0);
}
