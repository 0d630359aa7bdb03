//! Files of the project that a commit changed: what some task's state allowed, and what none did.

use insta::assert_snapshot;

use super::Repository;
use crate::terminal::talk;

/// A repository with a task that implements, and one that does not.
fn implementing() -> Repository {
    let repository = Repository::new();
    repository.specify("login");
    repository
        .project
        .all(&["transition implement --task login"]);
    repository.commit("implementing");
    repository
}

/// Commits one file, and says what an audit of the commit finds.
fn audited(repository: &Repository, path: &str, text: &str) -> String {
    repository.project.write(path, text);
    repository.commit(path);
    last_commit(repository)
}

fn last_commit(repository: &Repository) -> String {
    let run = repository.project.run("audit --commits HEAD~1..HEAD");
    let shown = run
        .stdout
        .lines()
        .filter(|line| !line.starts_with("commit "));
    let shown: Vec<&str> = shown.collect();
    format!("exit {}\n{}", run.exit, shown.join("\n"))
}

#[test]
fn a_phase_that_edits_allows_it_and_one_that_does_not_does_not() {
    let repository = implementing();
    let clean = "exit 0\n1 commit, 0 errors, 0 warnings";
    assert_eq!(audited(&repository, "src/login.rs", "// one\n"), clean);
    let project = &repository.project;
    project.artifact("login", "IMPLEMENTATION.md", "CONTRACT_MET\n");
    // The step and the last edit before it in one commit.
    project.write("src/login.rs", "// two\n");
    project.all(&["transition bug_find --task login"]);
    repository.commit("implemented");
    assert_eq!(last_commit(&repository), clean);
    assert_eq!(audited(&repository, "target/debug/x", "built\n"), clean);
    assert_snapshot!(audited(&repository, "src/login.rs", "// three\n"), @"
    exit 1
      error[edit-not-in-phase] `src/login.rs` was changed (.automaton/workflows/DIGEST.kdl:206)
          `login` is in `bug_find`, which edits no project files; it writes `BUG_REPORT.md`
          `signup` is in `research`, which edits no project files; it writes `SPEC.md`
          this file may be edited in `implement`

    1 commit, 1 error, 0 warnings
    ");
}

#[test]
fn the_workflow_and_what_installs_the_gate_are_added_once_and_changed_by_nobody() {
    let repository = implementing();
    let clean = "exit 0\n1 commit, 0 errors, 0 warnings";
    assert_eq!(audited(&repository, ".claude/settings.json", "{}\n"), clean);
    assert_snapshot!(audited(&repository, ".claude/settings.json", "{ }\n"), @"
    exit 1
      error[protected-path] `.claude/settings.json` was changed
          `.claude` is always guarded: Claude Code reads the hooks that call this gate from it

    1 commit, 1 error, 0 warnings
    ");
    let text = repository.project.read(".automaton/workflow.kdl");
    let permissive = text.replace("approval", "// approval");
    assert_snapshot!(audited(&repository, ".automaton/workflow.kdl", &permissive), @"
    exit 1
      error[protected-path] `.automaton/workflow.kdl` was changed
          `.automaton` is always guarded: it holds the workflow, the tasks' records and what approvers trust

    1 commit, 1 error, 0 warnings
    ");
}

#[test]
fn what_a_person_let_through_is_let_through_and_nothing_after_it() {
    let repository = Repository::new();
    repository.project.write("src/hotfix.rs", "// one\n");
    let line = "override --reason hotfix --for 10m";
    let talk = talk(&repository.project, line, "override").to_string();
    assert!(talk.ends_with("\nexit 0"), "{talk}");
    repository.commit("hotfix");
    let clean = "exit 0\n1 commit, 0 errors, 0 warnings";
    assert_eq!(last_commit(&repository), clean);
    // It still stands.
    assert_eq!(audited(&repository, "src/hotfix.rs", "// two\n"), clean);
    let path = ".automaton/overrides.journal";
    assert_snapshot!(audited(&repository, path, ""), @"
    exit 6
      error[journal-rewritten] .automaton/overrides.journal: does not go on from the one in the parent

    1 commit, 1 error, 0 warnings
    ");
}

#[test]
fn what_came_before_the_workflow_is_free() {
    let project = crate::project::Project::bare();
    crate::git::git(&project.root(), "init --quiet --initial-branch=main");
    project.write("src/main.rs", "// one\n");
    crate::git::commit(&project.root(), "one");
    project.all(&["init"]);
    project.write("src/main.rs", "// two\n");
    crate::git::commit(&project.root(), "two");
    let run = project.run("audit --commits HEAD");
    assert_eq!(run.to_string(), "exit 0\n2 commits, 0 errors, 0 warnings\n");
    project.write("src/main.rs", "// three\n");
    crate::git::commit(&project.root(), "three");
    let run = project.json(&["audit", "--json", "--commits", "HEAD"]);
    assert_eq!(run["findings"][0]["code"], "no-task-at-work");
}
