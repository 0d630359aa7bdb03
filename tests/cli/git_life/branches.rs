//! Moving between commits: what a branch holds is where its tasks stand.

use super::Repository;

#[test]
fn switching_branches_switches_where_tasks_stand() {
    let repository = Repository::new();
    repository.git("switch --quiet --create feature");
    repository.specify("login");
    repository.commit("specified");
    repository.is_clean();
    repository.git("switch --quiet main");
    repository.stands("login", "research");
    repository.is_clean();
    repository.specify("signup");
    repository.commit("specified on main");
    repository.is_clean();
    repository.git("switch --quiet feature");
    repository.stands("login", "research:approved");
    repository.stands("signup", "research");
    repository.is_clean();
    repository
        .project
        .all(&["transition implement --task login"]);
}

#[test]
fn a_step_that_is_stashed_comes_back() {
    let repository = Repository::new();
    repository.specify("login");
    repository.git("stash push --quiet --include-untracked");
    repository.stands("login", "research");
    repository.is_clean();
    repository.git("stash pop --quiet");
    repository.stands("login", "research:approved");
    repository.commit("specified");
    repository.is_clean();
    repository
        .project
        .all(&["transition implement --task login"]);
}

#[test]
fn a_stash_that_meets_other_steps_is_a_conflict_that_is_found() {
    let repository = Repository::new();
    repository.specify("login");
    repository.git("stash push --quiet --include-untracked");
    repository
        .project
        .artifact("login", "SPEC.md", "something else\n");
    repository
        .project
        .all(&["transition research:awaiting_approval --task login"]);
    repository.commit("submitted");
    let popped = crate::git::tried(&repository.project.root(), "stash pop --quiet");
    assert!(!popped.status.success());
    // Git takes no untracked file back in such a case, and the task stays as it was committed, or
    // its records hold the conflict: both are told apart from sound ones.
    let audit = repository.project.run("audit login");
    assert_eq!(audit.exit, 6, "{audit}");
    repository.git("checkout --quiet --force HEAD -- .");
    repository.git("reset --quiet --hard");
    repository.is_clean();
    repository.project.all(&["approve --task login"]);
}

#[test]
fn a_rebased_branch_goes_on_from_the_other_one() {
    let repository = Repository::new();
    repository.git("switch --quiet --create feature");
    repository.specify("login");
    repository.commit("specified");
    repository
        .project
        .all(&["transition implement --task login"]);
    repository.commit("implementing");
    repository.git("switch --quiet main");
    repository.specify("signup");
    repository.commit("specified on main");
    repository.git("switch --quiet feature");
    repository.git("rebase --quiet main");
    repository.stands("login", "implement");
    repository.stands("signup", "research:approved");
    repository.is_clean();
    let range = repository.project.run("audit --commits main..feature");
    assert_eq!(
        range.to_string(),
        "exit 0\n2 commits, 0 errors, 0 warnings\n"
    );
    repository
        .project
        .all(&["transition implement --task signup"]);
}
