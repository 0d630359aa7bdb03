//! Sub-tasks: made, addressed and counted under their parents, as the workflow says.

use insta::assert_snapshot;

use crate::project::Project;
use crate::terminal::talk;

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
    assert_snapshot!(project.run("create-task a --parent epic"), @"");
    planned(&project, "epic");
    assert_snapshot!(project.run("create-task a --parent epic"), @"");
    project.all(&["transition split --task epic"]);
    assert_snapshot!(project.run("create-task a --parent epic"), @"");
    assert_eq!(
        project.read(".automaton/tasks/epic/subtasks/a/PARENT.md"),
        "the plan of epic\n"
    );
    assert_eq!(project.state("epic/subtasks/a"), "plan\n");
    assert_snapshot!(project.run("create-task b --parent none"), @"");
    assert_snapshot!(project.run("create-task a --parent epic"), @"");
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
    assert_snapshot!(project.run("create-task c --parent epic/a/b"), @"");
    assert_snapshot!(project.run("status"), @"");
    assert_snapshot!(project.run("audit"), @"");
}

#[test]
fn a_parent_is_complete_once_its_sub_tasks_are() {
    let project = parent();
    assert_snapshot!(project.run("transition done --task epic"), @"");
    project.all(&["create-task a --parent epic", "create-task b --parent epic"]);
    finished(&project, "epic/a");
    assert_snapshot!(project.run("transition done --task epic"), @"");
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
    let before = project.files();
    assert_snapshot!(project.run("rework plan --reason wrong --task epic"), @"");
    assert_eq!(project.files(), before);
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
    assert_snapshot!(talk(&project, "abandon --task epic --reason dropped", "epic"), @"");
    assert_snapshot!(project.run("create-task b --parent epic"), @"");
    assert_snapshot!(project.run("cleanup-done"), @"");
    finished(&project, "epic/a");
    project.all(&["cleanup-done"]);
    assert_eq!(project.state("complete/epic/subtasks/a"), "done\n");
    assert_eq!(project.run("audit").exit, 0);
}
