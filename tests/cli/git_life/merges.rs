//! Merging branches.

use insta::assert_snapshot;

use super::Repository;
use crate::git::tried;
use crate::terminal::talk;

#[test]
fn branches_that_worked_on_different_tasks_merge_cleanly() {
    let repository = Repository::new();
    repository.git("switch --quiet --create feature");
    repository.specify("login");
    repository.commit("specified");
    repository.git("switch --quiet main");
    repository.specify("signup");
    repository.commit("specified on main");
    repository.git("merge --quiet --no-edit feature");
    repository.stands("login", "research:approved");
    repository.stands("signup", "research:approved");
    repository.is_clean();
    repository.project.all(&[
        "transition implement --task login",
        "transition implement --task signup",
    ]);
}

/// Two branches that both took steps of the same task, and the attempt to merge them.
fn both_moved() -> Repository {
    let repository = Repository::new();
    repository.git("switch --quiet --create feature");
    repository.specify("login");
    repository.commit("specified");
    repository.git("switch --quiet main");
    repository
        .project
        .artifact("login", "SPEC.md", "what is wanted of login\n");
    repository
        .project
        .all(&["transition research:awaiting_approval --task login --actor other"]);
    repository.commit("submitted on main");
    let merged = tried(
        &repository.project.root(),
        "merge --quiet --no-edit feature",
    );
    assert!(!merged.status.success(), "a conflict");
    repository
}

#[test]
fn a_task_that_both_branches_moved_is_a_conflict_that_a_person_settles() {
    let repository = both_moved();
    let project = &repository.project;
    let refused = project.run("transition research --task login");
    assert_snapshot!(refused, @"
    exit 6
    --- stderr
    refused: transition research  [tampered]
      `.state.journal`: line 3 is where Git left a conflict: both branches took steps; nothing moves until a person has repaired the task
      in the way: .automaton/tasks/login/.state.journal (line 3 is where Git left a conflict: both branches took steps)
      next, by a person: automaton repair --task login
      next: automaton status login
    ");
    let talk = talk(project, "repair --task login", "login");
    assert_snapshot!(talk, @"
    repair login (damaged): what the journal says counts, in research
      found: .state.journal line 3 is where Git left a conflict: both branches took steps
      SPEC.md  sha256 DIGEST
    type `login` to confirm: login
    login: stays in research
      next: automaton transition research:awaiting_approval --task login
    exit 0
    ");
    repository.commit("merged");
    let audit = project.run("audit");
    assert_eq!(audit.exit, 0, "{audit}");
    assert_snapshot!(without_ids(&project.run("audit --commits HEAD").to_string()), @"
    exit 0
    commit ID
      warning[journal-restarted] .automaton/tasks/login/.state.journal: was started anew by a repair of tester at TIME

    5 commits, 0 errors, 1 warning
    ");
    repository.specify("login");
    project.all(&["transition implement --task login"]);
    repository.commit("going on");
    assert_eq!(project.run("audit --commits HEAD~1..HEAD").exit, 0);
}

#[test]
fn a_merge_that_keeps_one_side_loses_the_steps_of_the_other() {
    let repository = both_moved();
    repository.git("checkout --ours -- .automaton");
    repository.commit("merged");
    // Here nothing is left of the other branch to compare with.
    assert_eq!(repository.project.run("audit").exit, 0);
    let run = repository.project.run("audit --commits HEAD");
    assert_snapshot!(without_ids(&run.to_string()), @"
    exit 6
    commit ID
      error[journal-forked] .automaton/tasks/login/.state.journal: does not hold the steps of the branch that was merged

    5 commits, 1 error, 0 warnings
    ");
}

#[test]
fn a_journal_that_holds_the_lines_of_both_branches_is_forked() {
    let repository = Repository::new();
    repository.project.write(
        ".automaton/.gitattributes",
        "* -text\n.state.journal merge=union\n",
    );
    repository.commit("union");
    repository.git("switch --quiet --create feature");
    repository.specify("login");
    repository.commit("specified");
    repository.git("switch --quiet main");
    repository.specify_as("login", "other");
    repository.commit("specified on main");
    repository.git("merge --quiet --no-edit feature");
    let audit = repository.project.run("audit login");
    assert_snapshot!(audit, @"
    exit 6
    login
      error[tampered] .automaton/tasks/login: `.state.journal`: line 5 forks the journal: it goes on from line 2, as line 3 does; nothing moves until a person has repaired the task
          in the way: .automaton/tasks/login/.state.journal (line 5 forks the journal: it goes on from line 2, as line 3 does)
          next, by a person: automaton repair --task login
          next: automaton status login
      approved: research, at TIME, by other, relayed by a program

    1 task, 1 error, 0 warnings
    ");
    let talk = talk(&repository.project, "repair --task login", "login");
    assert!(talk.to_string().ends_with("exit 0"), "{talk}");
    repository.commit("settled");
    assert_eq!(repository.project.run("audit").exit, 0);
}

/// The page without what differs from run to run.
fn without_ids(page: &str) -> String {
    let line = |line: &str| match line.strip_prefix("commit ") {
        Some(_) => "commit ID\n".to_owned(),
        None => format!("{line}\n"),
    };
    page.lines().map(line).collect()
}
