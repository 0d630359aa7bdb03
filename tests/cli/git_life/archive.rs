//! Archived tasks in commits: their journals go on where their folders go.

use super::Repository;
use crate::git::tried;
use crate::terminal::talk;

#[test]
fn a_task_goes_to_the_archive_and_comes_back_in_commits() {
    let repository = Repository::new();
    repository.finish("login");
    repository.commit("finished");
    repository.project.all(&["cleanup-done"]);
    repository.commit("archived");
    repository.is_clean();
    repository.project.all(&["cleanup-done --restore login"]);
    repository.commit("brought back");
    repository.is_clean();
    // All of it at once, and another task gets the name.
    repository
        .project
        .all(&["cleanup-done", "create-task login"]);
    repository.commit("archived, and the name is given again");
    repository.is_clean();
    repository.stands("login", "new");
    repository.stands("complete/login", "complete");
}

#[test]
fn a_task_is_finished_and_archived_in_one_commit_with_what_it_edited() {
    let repository = Repository::new();
    repository.finish("login");
    repository.project.write("src/login.rs", "fn login() {}\n");
    repository.project.all(&["cleanup-done"]);
    repository.commit("all of it");
    repository.is_clean();
    // What the task might edit once it may not any more, in the archive or back from it.
    repository.project.write("src/login.rs", "fn other() {}\n");
    repository.commit("edited");
    assert_eq!(
        repository.project.run("audit --commits HEAD~1..HEAD").exit,
        1
    );
    repository.project.all(&["cleanup-done --restore login"]);
    repository.project.write("src/login.rs", "fn more() {}\n");
    repository.commit("brought back, and edited");
    assert_eq!(
        repository.project.run("audit --commits HEAD~1..HEAD").exit,
        1
    );
}

#[test]
fn a_branch_that_archived_a_task_merges_with_one_that_went_on_with_another() {
    let repository = Repository::new();
    repository.finish("login");
    repository.commit("finished");
    repository.git("switch --quiet --create tidy");
    repository.project.all(&["cleanup-done"]);
    repository.commit("archived");
    repository.git("switch --quiet main");
    repository.stands("login", "complete");
    repository.specify("signup");
    repository.commit("specified");
    repository.git("merge --quiet --no-edit tidy");
    repository.is_clean();
    repository.stands("complete/login", "complete");
    repository.stands("signup", "research:approved");
}

#[test]
fn a_task_that_both_branches_archived_is_settled_in_the_archive() {
    let repository = Repository::new();
    repository.finish("login");
    repository.commit("finished");
    repository.git("switch --quiet --create tidy");
    repository.project.all(&["cleanup-done --actor tidy"]);
    repository.commit("archived there");
    repository.git("switch --quiet main");
    repository.project.all(&["cleanup-done --actor main"]);
    repository.commit("archived here");
    let merged = tried(&repository.project.root(), "merge --quiet --no-edit tidy");
    assert!(!merged.status.success(), "a conflict");
    let project = &repository.project;
    assert_eq!(project.run("cleanup-done --restore login").exit, 6);
    talk(project, "repair --task login", "complete/login");
    repository.commit("merged");
    repository.stands("complete/login", "complete");
    assert_eq!(project.run("audit").exit, 0);
    assert_eq!(project.run("audit --commits HEAD").exit, 0);
    project.all(&["cleanup-done --restore login"]);
    repository.commit("brought back");
    assert_eq!(project.run("audit --commits HEAD").exit, 0);
}

#[test]
fn what_git_leaves_of_a_folder_is_no_task() {
    let repository = Repository::new();
    let project = &repository.project;
    repository.finish("login");
    repository.commit("finished");
    repository.git("switch --quiet --create tidy");
    project.all(&["cleanup-done", "create-task later"]);
    repository.commit("archived");
    for (branch, left) in [("main", "complete/login"), ("tidy", "later")] {
        repository.git(&format!("switch --quiet {branch}"));
        // Git knows nothing of lock files, and lets them stand.
        let folder = project.in_task(left, "");
        if branch == "main" {
            let names = std::fs::read_dir(&folder).expect("a folder");
            let names: Vec<_> = names.map(|entry| entry.expect("one").file_name()).collect();
            assert_eq!(names, [".state.lock"]);
        }
        repository.is_clean();
    }
    repository.git("switch --quiet main");
    project.all(&["create-task later", "cleanup-done"]);
    repository.stands("complete/login", "complete");
    repository.stands("later", "new");
}
