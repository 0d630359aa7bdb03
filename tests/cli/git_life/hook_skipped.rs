//! What was committed although a hook would have refused it.

use insta::assert_snapshot;

use super::Repository;

#[test]
fn each_of_thirteen_commits_without_a_hook_is_found() {
    let repository = Repository::new();
    repository.specify("login");
    repository.commit("specified");
    let begun = repository.git("rev-parse HEAD");
    for number in 1..=13 {
        let spec = format!("something else, {number}\n");
        repository.project.artifact("login", "SPEC.md", &spec);
        repository.git("add --all");
        repository.git(&format!(
            "commit --quiet --no-verify --message skipped-{number}"
        ));
    }
    let range = format!("{}..HEAD", begun.trim());
    let document = repository
        .project
        .json(&["audit", "--json", "--commits", &range]);
    assert_eq!(document["exit"], 6);
    assert_eq!(document["commits"], 13);
    let findings = document["findings"].as_array().expect("findings");
    let commits = repository.git(&format!("rev-list --reverse {range}"));
    let found: Vec<_> = findings
        .iter()
        .map(|one| {
            (
                one["commit"].as_str(),
                one["code"].as_str(),
                one["task"].as_str(),
            )
        })
        .collect();
    let expected: Vec<_> = commits
        .lines()
        .map(|id| (Some(id), Some("artifact-changed"), Some("login")))
        .collect();
    assert_eq!(found, expected);
}

#[test]
fn what_was_put_right_later_was_still_committed() {
    let repository = Repository::new();
    repository
        .project
        .artifact("login", "DESIGN.md", "too early\n");
    repository.commit("too early");
    std::fs::remove_file(repository.project.in_task("login", "DESIGN.md")).expect("removed");
    repository.commit("gone again");
    assert_eq!(repository.project.run("audit").exit, 0);
    let run = repository.project.run("audit --commits HEAD~2..HEAD");
    let shown: Vec<&str> = run.stdout.lines().skip(1).collect();
    assert_eq!(run.exit, 1);
    assert_snapshot!(shown.join("\n"), @"
      error[forbidden-artifact] `DESIGN.md` must not exist in `research`: move it out of the task folder (.automaton/workflows/DIGEST.kdl:86)
          in the way: .automaton/tasks/login/DESIGN.md (forbidden)
          next: automaton validate-folder --task login

    2 commits, 1 error, 0 warnings
    ");
}

#[test]
fn commits_of_other_tasks_are_left_out_where_one_is_named() {
    let repository = Repository::new();
    for task in ["login", "signup"] {
        repository
            .project
            .artifact(task, "DESIGN.md", "too early\n");
    }
    repository.commit("too early");
    let count = |line: &str| {
        repository
            .project
            .run(line)
            .stdout
            .lines()
            .last()
            .map(str::to_owned)
    };
    let both = count("audit --commits HEAD~1..HEAD");
    assert_eq!(both.as_deref(), Some("1 commit, 2 errors, 0 warnings"));
    let one = count("audit signup --commits HEAD~1..HEAD");
    assert_eq!(one.as_deref(), Some("1 commit, 1 error, 0 warnings"));
}

#[test]
fn commits_that_git_does_not_know_are_an_error_of_the_call() {
    let repository = Repository::new();
    assert_snapshot!(repository.project.run("audit --commits nowhere..HEAD"), @"
    exit 2
    --- stderr
    refused: the commits `nowhere..HEAD` cannot be audited  [commits-unknown]
      `git` failed: fatal: bad revision 'nowhere..HEAD'
    ");
    assert_snapshot!(repository.project.run("audit --commits=--all"), @"
    exit 2
    --- stderr
    refused: the commits `--all` cannot be audited  [commits-unknown]
      `git` failed: fatal: bad revision '--all'
    ");
}

#[test]
fn an_archived_journal_is_kept_as_it_is() {
    let repository = Repository::new();
    let tasks = ".automaton/tasks";
    repository.finish("login");
    repository.commit("finished");
    repository.project.all(&["cleanup-done"]);
    repository.commit("archived");
    repository.is_clean();
    repository.git(&format!("rm -r --quiet {tasks}/complete/login"));
    repository.commit("and deleted");
    let run = repository.project.run("audit --commits HEAD~1..HEAD");
    let shown: Vec<&str> = run.stdout.lines().skip(1).collect();
    assert_eq!(run.exit, 6);
    assert_snapshot!(shown.join("\n"), @"
      error[journal-rewritten] .automaton/tasks/complete/login/.state.journal: is gone

    1 commit, 1 error, 0 warnings
    ");
}
