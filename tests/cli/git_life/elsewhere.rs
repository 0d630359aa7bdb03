//! Other copies of a project: clones and linked worktrees.

use super::Repository;
use crate::git;
use crate::project::Project;

#[test]
fn a_fresh_clone_stands_where_it_was_committed() {
    let repository = Repository::new();
    repository.specify("login");
    repository.commit("specified");
    repository.git("clone --quiet . ../clone");
    let clone = repository.beside("clone");
    let run = |line: &str| {
        let run = repository.project.run_in(&clone, line);
        assert_eq!(run.exit, 0, "{line}\n{run}");
    };
    run("audit");
    run("audit --commits HEAD");
    run("transition implement --task login");
    run("audit");
    // The other copy is another one.
    repository.stands("login", "research:approved");
    git::commit(&clone, "implementing");
    run("audit --commits HEAD");
}

#[test]
fn a_clone_that_got_no_state_file_finds_it_in_the_journal() {
    let repository = Repository::new();
    repository
        .project
        .write(".automaton/tasks/.gitignore", ".state\n");
    repository.git("rm --quiet --cached .automaton/tasks/login/.state");
    repository.commit("states are not committed");
    repository.git("clone --quiet . ../clone");
    let clone = repository.beside("clone");
    assert!(!clone.join(".automaton/tasks/login/.state").exists());
    for line in [
        "audit",
        "audit --commits HEAD",
        "validate-folder --task login",
    ] {
        let run = repository.project.run_in(&clone, line);
        assert_eq!(run.exit, 0, "{line}\n{run}");
    }
}

#[test]
fn a_linked_worktree_has_the_committed_state_for_itself() {
    let repository = Repository::new();
    repository.git("worktree add --quiet ../linked -b linked");
    let linked = repository.beside("linked");
    let run = |line: &str| {
        let run = repository.project.run_in(&linked, line);
        assert_eq!(run.exit, 0, "{line}\n{run}");
    };
    run("audit");
    std::fs::write(linked.join(".automaton/tasks/login/SPEC.md"), "wanted\n").expect("written");
    run("transition research:awaiting_approval --task login");
    run("audit");
    repository.stands("login", "research");
    repository.is_clean();
    git::commit(&linked, "submitted");
    run("audit --commits HEAD");
    repository.git("merge --quiet --no-edit linked");
    repository.stands("login", "research:awaiting_approval");
    repository.is_clean();
    repository.project.all(&["approve --task login"]);
}

#[test]
fn a_linked_worktree_shares_the_state_that_is_of_this_machine_only() {
    let project = Project::bare();
    project.all(&["init --local"]);
    git::git(&project.root(), "init --quiet --initial-branch=main");
    project.write("code.txt", "code\n");
    git::commit(&project.root(), "begun");
    let tracked = git::git(&project.root(), "ls-files");
    assert_eq!(
        tracked, "code.txt\n",
        "the project's tasks are none of Git's"
    );
    project.all(&["create-task login"]);
    git::git(&project.root(), "worktree add --quiet ../linked -b linked");
    let linked = project.root().with_file_name("linked");
    let run = project.run_in(&linked, "transition research --task login");
    assert_eq!(run.exit, 0, "{run}");
    assert_eq!(project.state("login"), "research\n");
    // One live state, whatever is checked out where.
    git::git(&project.root(), "switch --quiet --create other");
    assert_eq!(project.state("login"), "research\n");
    for folder in [&project.root(), &linked] {
        let run = project.run_in(folder, "audit");
        assert_eq!(run.exit, 0, "{run}");
    }
}
