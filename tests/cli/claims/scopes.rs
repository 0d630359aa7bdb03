//! Scopes: what they let a task edit, who sets them, and which of them overlap.

use automaton::engine::{Action, scope_glob};
use insta::assert_snapshot;
use serde_json::json;

use super::{WORKFLOW, building, code};
use crate::by_person;
use crate::can_edit::verdict;
use crate::project::Project;
use crate::terminal::talk;

#[test]
fn a_scope_narrows_what_the_phase_edits() {
    let project = building(&["a"]);
    project.all(&["create-task b --scope src/b/** --scope docs/b.md"]);
    by_person::take(
        &project,
        "a",
        Action::Scope {
            globs: vec![scope_glob("src/a/**").expect("a glob")],
        },
    );
    assert_eq!(verdict(&project, &["src/a/x.rs"]), "allowed: edits");
    assert_eq!(
        verdict(&project, &["src/x.rs", "--task", "a"]),
        "out-of-scope"
    );
    assert_snapshot!(project.run("can-edit docs/x.md --task a"), @"
    exit 1
    --- stderr
    refused: edit docs/x.md  [out-of-scope]
      `a` is about `src/a/**` and nothing else
      next: automaton scope show --task a
      next, by a person: automaton scope set --all --task a
    ");
    assert_snapshot!(project.run("scope show --task a"), @"
    exit 0
    a: about `src/a/**`
    ");
    assert_snapshot!(project.run("scope set --task a src/**"), @"
    exit 3
    --- stderr
    refused: scope set  [person-required]
      here only a person at a terminal sets the scope; anyone may in a phase with an approval before it is submitted, so that its approver sees it
      standard input is not a terminal
      next, by a person: automaton scope set --task a 'src/**'
    ");
    assert_snapshot!(project.run("scope set --task b src/** --dry-run"), @"
    exit 0
    b: the scope would be set
    ");
    assert_snapshot!(project.run("scope set --task b src/**"), @"
    exit 0
    b: the scope is set
      next: automaton transition plan:awaiting_approval --task b
    ");
    assert_snapshot!(project.run("scope set --task b --all"), @"
    exit 0
    b: the scope is set
      next: automaton transition plan:awaiting_approval --task b
    ");
    assert_snapshot!(project.run("scope show --task b"), @"
    exit 0
    b: about everything that its phase edits
    ");
    for bad in ["../x/**", "/x", "!x", "x/"] {
        assert_eq!(
            code(&project, &format!("scope set --task b {bad}")),
            "2 usage"
        );
        assert_eq!(
            code(&project, &format!("create-task c --scope {bad}")),
            "2 usage"
        );
    }
}

#[test]
fn scopes_that_overlap_are_reported() {
    let project = building(&["a", "b"]);
    for (task, glob) in [("a", "src/a/**"), ("b", "src/*/lib.rs")] {
        let globs = vec![scope_glob(glob).expect("a glob")];
        by_person::take(&project, task, Action::Scope { globs });
    }
    project.all(&["claim --task a --as ann"]);
    assert_eq!(project.run("claims").stderr, "");
    assert_snapshot!(project.run("claim --task b --as bob"), @r#"
    exit 0
    b: claimed by bob until TIME, epoch 1
      next: automaton transition done --task b
      next, by a person: automaton rework plan --task b --reason "..."
    --- stderr
    warning: the scopes of `a` (`src/a/**`) and `b` (`src/*/lib.rs`) overlap
    "#);
    assert_snapshot!(project.run("claims").stderr, @"warning: the scopes of `a` (`src/a/**`) and `b` (`src/*/lib.rs`) overlap");
    assert_snapshot!(project.run("audit").stdout, @"
    a
      warning[scopes-overlap] .automaton/tasks/a: the scopes of `a` (`src/a/**`) and `b` (`src/*/lib.rs`) overlap
      approved: plan, at TIME, by ann, confirmed by a person at a terminal

    b
      approved: plan, at TIME, by ann, confirmed by a person at a terminal

    2 tasks, 0 errors, 1 warning
    ");
    let answer = project.json(&["claims", "--json"]);
    assert_eq!(
        answer["overlaps"],
        json!([{"path": null, "tasks": [
            {"glob": "src/a/**", "task": "a"},
            {"glob": "src/*/lib.rs", "task": "b"},
        ]}])
    );
}

#[test]
fn the_approver_is_shown_the_scope() {
    let project = Project::with(WORKFLOW);
    project.all(&[
        "create-task login --scope src/login/**",
        "transition plan:awaiting_approval --task login",
    ]);
    assert_snapshot!(talk(&project, "approve --task login", "login"), @"
    approve plan:awaiting_approval of login
      the task is about `src/login/**`
    type `login` to confirm: login
    login: plan:awaiting_approval -> plan:approved
      next: automaton transition plan --task login
      next: automaton transition build --task login
    exit 0
    ");
}
