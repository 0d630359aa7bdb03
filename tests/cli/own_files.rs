//! The program's own files: Git sees those that belong into a commit, and no others.

use crate::project::Project;

fn git(project: &Project, line: &str) -> String {
    crate::git::git(&project.root(), line)
}

#[test]
fn a_step_changes_nothing_in_git_but_the_state_and_its_journal() {
    let project = Project::bare();
    git(&project, "init --quiet");
    project.all(&["init", "create-task login"]);
    git(&project, "add --all");
    git(&project, "commit --quiet -m begun");
    project.all(&["transition research --task login"]);
    assert!(project.in_task("login", ".state.lock").exists());
    assert_eq!(
        git(&project, "status --porcelain --untracked-files=all"),
        " M .automaton/tasks/login/.state\n M .automaton/tasks/login/.state.journal\n"
    );
}

#[test]
fn what_a_step_that_was_cut_short_leaves_is_nothing_to_git() {
    let project = Project::bare();
    git(&project, "init --quiet");
    project.all(&["init", "create-task login"]);
    git(&project, "add --all");
    git(&project, "commit --quiet -m begun");
    let left = [
        ".automaton/tasks/.state.new/signup/.state",
        ".automaton/tasks/login/.state.new/part/.state.journal",
        ".automaton/tasks/login/.state.tmp",
        ".automaton/tasks/login/.state.journal.tmp",
        ".automaton/tasks/login/.state.restore",
        ".automaton/tasks/login/.state.attic/3/.state.repair",
        ".automaton/tasks/login/.state.attic/bytes/ab12.tmp",
        ".automaton/workflows/ab12.kdl.tmp",
    ];
    for path in left {
        project.write(path, "left\n");
    }
    assert_eq!(
        git(&project, "status --porcelain --untracked-files=all"),
        ""
    );
}
