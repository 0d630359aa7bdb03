//! Making tasks and sub-tasks.

use super::scratch::{NEXT, Scratch, order, path, waiter};
use crate::engine::{Facts as _, Order, Standing, StepKind, SubtaskStanding};
use crate::task::{Checks, CommitError, LockError, NamespaceLock};

/// What stands where `task` would be made, or why it may not be made.
fn place(scratch: &Scratch, task: &str) -> String {
    let lock = NamespaceLock::acquire(&scratch.namespace(), &path(task), &waiter(5000));
    let mut lock = lock.expect("the lock");
    let said = match lock.read() {
        Err(error) => error.to_string(),
        Ok(facts) => match facts.standing().expect("a standing") {
            Standing::Absent => "absent".to_owned(),
            Standing::Taken { by } => format!("taken: {by}"),
            Standing::Tracked(record) => record.state.to_string(),
            Standing::Untracked { .. } => "untracked".to_owned(),
            Standing::Tampered(tampering) => tampering.problem,
        },
    };
    drop(lock);
    let observed = match scratch.namespace().observe_place(&path(task)) {
        Err(error) => error.to_string(),
        Ok(facts) => match facts.expect("a parent").standing() {
            Ok(Standing::Absent) => "absent".to_owned(),
            _ => return said,
        },
    };
    assert_eq!(said, observed, "with and without locks");
    said
}

fn subtask() -> Order {
    Order {
        inherits: vec![
            (
                "SPEC.md".parse().expect("a name"),
                "PARENT_SPEC.md".parse().expect("a name"),
            ),
            (
                "PLAN.md".parse().expect("a name"),
                "PARENT_PLAN.md".parse().expect("a name"),
            ),
        ],
        ..order(StepKind::Create, None, "new")
    }
}

fn standing_of_parts(scratch: &Scratch) -> Vec<(String, SubtaskStanding)> {
    let folder = scratch.namespace().find(&path("login")).expect("no error");
    let facts = folder
        .expect("a task")
        .observe(Checks::new())
        .expect("facts");
    let subtasks = facts.subtasks().expect("sub-tasks").into_iter();
    subtasks.map(|one| (one.task.to_string(), one.at)).collect()
}

#[test]
fn a_name_is_taken_by_what_it_might_be_mistaken_for() {
    let scratch = Scratch::with_login();
    scratch.write("complete/Done/.state", "complete\n");
    scratch.write("folder/SPEC.md", "spec");
    scratch.write("plain", "file");
    assert_eq!(place(&scratch, "other"), "absent");
    assert_eq!(place(&scratch, "login"), "research");
    assert_eq!(place(&scratch, "folder"), "untracked");
    assert_eq!(
        place(&scratch, "done"),
        "absent",
        "the archive keeps its own names"
    );
    for (task, problem) in [
        (
            "LOGIN",
            "taken: `.automaton/tasks/login` exists, and differs from `LOGIN` only in case",
        ),
        ("plain", "taken: `.automaton/tasks/plain` is a file"),
    ] {
        assert_eq!(place(&scratch, task), problem);
    }
    let error = scratch.create("login").expect_err("refused");
    assert_eq!(
        error.to_string(),
        "login: the name is taken; nothing has changed"
    );
}

#[test]
fn a_creation_that_was_cut_short_is_begun_again() {
    let scratch = Scratch::new();
    scratch.write(".state.new/login/.state", "ne");
    scratch.write(".state.new/login/.state.journal", "{\"v\":1");
    assert_eq!(place(&scratch, "login"), "absent");
    scratch.create("login").expect("created");
    assert_eq!(scratch.read("login/.state"), "new\n");
    let names: Vec<_> = scratch.tree("login").into_keys().collect();
    assert_eq!(names, [".state", ".state.journal"]);
}

#[test]
fn a_sub_task_is_on_record_in_its_parent_and_inherits() {
    let scratch = Scratch::with_login();
    scratch.write("login/SPEC.md", "spec");
    scratch
        .create_with("login/part", subtask())
        .expect("created");
    assert_eq!(scratch.read("login/subtasks/part/PARENT_SPEC.md"), "spec");
    assert!(!scratch.path("login/subtasks/part/PARENT_PLAN.md").exists());
    let at = |state: &str| SubtaskStanding::State(state.parse().expect("a state"));
    assert_eq!(
        standing_of_parts(&scratch),
        [("login/part".to_owned(), at("new"))]
    );
    let next = order(NEXT, Some("new"), "research");
    scratch.commit("login/part", next).expect("moved");
    assert_eq!(
        standing_of_parts(&scratch),
        [("login/part".to_owned(), at("research"))]
    );
    assert_eq!(scratch.read("login/.state"), "research\n");
    let next = order(NEXT, Some("research"), "design");
    scratch.commit("login", next).expect("the parent goes on");
}

#[test]
fn a_sub_task_that_is_gone_is_broken_and_not_made_again() {
    let scratch = Scratch::with_login();
    scratch
        .create_with("login/part", subtask())
        .expect("created");
    std::fs::remove_dir_all(scratch.path("login/subtasks/part")).expect("removed");
    let broken = SubtaskStanding::Broken("its folder is missing".to_owned());
    assert_eq!(
        standing_of_parts(&scratch),
        [("login/part".to_owned(), broken)]
    );
    assert_eq!(
        place(&scratch, "login/part"),
        "taken: `.automaton/tasks/login/subtasks/part` is missing, although the journal of its parent names it"
    );
}

#[test]
fn a_placement_that_was_cut_short_is_completed() {
    let scratch = Scratch::with_login();
    scratch
        .create_with("login/part", subtask())
        .expect("created");
    let after = scratch.tree("login");
    let (built, placed) = (
        scratch.path("login/.state.new/part"),
        scratch.path("login/subtasks/part"),
    );
    std::fs::rename(&placed, &built).expect("moved back");
    assert_eq!(standing_of_parts(&scratch), [], "before the step");
    let mut lock = scratch.lock("login");
    lock.read(Checks::new()).expect("facts");
    assert_eq!(scratch.tree("login"), after);
}

#[test]
fn a_sub_task_of_nothing_is_refused() {
    let scratch = Scratch::new();
    let lock = NamespaceLock::acquire(&scratch.namespace(), &path("login/part"), &waiter(100));
    assert!(matches!(lock, Err(LockError::NoTask(task)) if task == path("login")));
    scratch.write("old/SPEC.md", "spec");
    let error = scratch
        .create_with("old/part", subtask())
        .expect_err("refused");
    assert!(matches!(error, CommitError::NotChanged { .. }), "{error}");
}
