//! The commit gate, in real repositories with a hook that calls it.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;

use insta::assert_snapshot;

use crate::git;
use crate::project::{PROGRAM, Project};
use crate::redact::redacted;
use crate::terminal::talk;

const WORKFLOW: &str = r#"workflow w version=1 {
    initial plan
    artifact PLAN.md
    phase plan { produces PLAN.md; next build; }
    phase build { reads PLAN.md; edits "src/**"; next check; }
    phase check { edits "docs/**"; next done; }
    phase done terminal=success
}"#;

/// A project under Git whose first commit is made, with a task in `plan`.
fn project() -> Project {
    let project = Project::bare();
    project.all(&["init"]);
    begin(&project);
    project.all(&["create-task t"]);
    project.artifact("t", "PLAN.md", "a plan\n");
    git::commit(&project.root(), "planned");
    project
}

/// Puts the project under Git, with the hook.
fn begin(project: &Project) {
    project.write(".automaton/workflow.kdl", WORKFLOW);
    for file in ["src/a.rs", "src/b.rs", "docs/a.md"] {
        project.write(file, "text\n");
    }
    let root = project.root();
    git::git(&root, "init --quiet --initial-branch=main");
    let hook = project.path(".git/hooks/pre-commit");
    fs::create_dir_all(hook.parent().expect("a folder")).expect("a folder");
    let home = project.home();
    let script = format!(
        "#!/bin/sh\nHOME={} exec {PROGRAM} hook pre-commit\n",
        home.display()
    );
    fs::write(&hook, script).expect("a hook");
    fs::set_permissions(&hook, fs::Permissions::from_mode(0o755)).expect("a program");
    git::commit(&root, "begun");
}

/// Whether `git commit` goes through, and what was said.
fn commit(project: &Project, line: &str) -> (bool, String) {
    commit_in(&project.root(), project, line)
}

fn commit_in(folder: &Path, project: &Project, line: &str) -> (bool, String) {
    let output = git::tried(folder, &format!("commit --quiet --message x {line}"));
    let said = String::from_utf8(output.stderr).expect("text");
    let folder = project.root();
    let said = redacted(&said, folder.parent().expect("a folder"));
    (output.status.success(), said)
}

fn in_build(project: &Project) {
    project.all(&["transition build --task t"]);
}

#[test]
fn what_the_phase_does_not_edit_is_not_committed() {
    let project = project();
    project.write("src/a.rs", "changed\n");
    git::git(&project.root(), "add --all");
    let (done, said) = commit(&project, "");
    assert!(!done);
    assert_snapshot!(said, @"
    refused: commit src/a.rs  [edit-not-in-phase]
      `t` is in `plan`, which edits no project files; it writes `PLAN.md`
      this file may be edited in `build`
        .automaton/workflow.kdl:4  phase plan { produces PLAN.md; next build; }
      next: automaton transition build --task t
    ");
    in_build(&project);
    assert_eq!(
        commit(&project, ""),
        (true, String::new()),
        "the phase edits it now"
    );
}

#[test]
fn however_it_is_staged() {
    for (what, change, line) in [
        ("everything", "add --all", "--all"),
        ("a part", "status", "src/a.rs"),
        ("a deletion", "rm --quiet src/a.rs", ""),
        ("a renaming", "mv src/a.rs docs/moved.rs", ""),
        ("a new file", "add --all", ""),
    ] {
        let project = project();
        if change.starts_with("add") || change == "status" {
            project.write("src/a.rs", "changed\n");
            project.write("src/new.rs", "new\n");
        }
        git::git(&project.root(), change);
        let (done, said) = commit(&project, line);
        assert!(!done, "{what}");
        assert!(said.starts_with("refused: commit "), "{what}: {said}");
        in_build(&project);
        project.write("docs/moved.rs", "");
    }
}

#[test]
fn a_step_that_is_committed_with_the_files_counts_from_its_beginning() {
    let project = project();
    in_build(&project);
    project.write("src/a.rs", "changed\n");
    project.all(&["transition check --task t"]);
    git::git(&project.root(), "add --all");
    let (done, said) = commit(&project, "");
    assert!(
        done,
        "the task was in `build` since the commit before: {said}"
    );
    project.write("src/a.rs", "changed again\n");
    git::git(&project.root(), "add --all");
    let (done, _) = commit(&project, "");
    assert!(!done, "it was only in `check` since");
}

#[test]
fn records_are_committed_as_the_program_wrote_them() {
    for (what, path, text) in [
        ("a state", ".automaton/tasks/t/.state", "build\n"),
        ("a journal", ".automaton/tasks/t/.state.journal", "{}\n"),
        (
            "an early artifact",
            ".automaton/tasks/t/../u/PLAN.md",
            "by hand\n",
        ),
    ] {
        let project = project();
        project.write(path, text);
        git::git(&project.root(), "add --all");
        let (done, said) = commit(&project, "");
        assert!(!done, "{what}: {said}");
    }
}

#[test]
fn the_guard_s_own_files_need_a_person() {
    for path in [
        ".automaton/workflow.kdl",
        ".automaton/approvers",
        ".claude/settings.json",
    ] {
        let project = project();
        project.write(path, "// added\n");
        git::git(&project.root(), "add --all");
        let (first, said) = commit(&project, "");
        // Somebody has to be the first to add them.
        assert_eq!(first, path != ".automaton/workflow.kdl", "{path}: {said}");
        if first {
            project.write(path, "// changed\n");
            git::git(&project.root(), "add --all");
            let (second, _) = commit(&project, "");
            assert!(!second, "{path}");
        }
    }
}

#[test]
fn an_override_lets_a_commit_through_but_for_the_records() {
    let project = project();
    talk(&project, "override --reason hotfix --for 10m", "override");
    project.write("src/a.rs", "fixed\n");
    let text = WORKFLOW.replace("\"docs/**\"", "\"docs/**\" \"*.md\"");
    project.write(".automaton/workflow.kdl", &text);
    git::git(&project.root(), "add --all");
    let (done, said) = commit(&project, "");
    assert!(done, "{said}");
    project.write(".automaton/tasks/t/.state", "build\n");
    git::git(&project.root(), "add --all");
    let (done, _) = commit(&project, "");
    assert!(!done);
}

#[test]
fn a_linked_worktree_is_judged_by_its_own_files() {
    let project = project();
    let beside = project.root().with_file_name("beside");
    let line = format!("worktree add --quiet {} -b side", beside.display());
    git::git(&project.root(), &line);
    fs::write(beside.join("src/a.rs"), "changed\n").expect("written");
    git::git(&beside, "add --all");
    let (done, said) = commit_in(&beside, &project, "");
    assert!(!done);
    assert!(said.starts_with("refused: commit src/a.rs "), "{said}");
    // The task of the other worktree has no say here.
    in_build(&project);
    assert!(!commit_in(&beside, &project, "").0);
}

#[test]
fn tasks_that_git_does_not_hold_are_asked_where_they_stand() {
    let project = Project::bare();
    project.all(&["init --local"]);
    begin(&project);
    project.all(&["create-task t"]);
    project.artifact("t", "PLAN.md", "a plan\n");
    project.write("src/a.rs", "changed\n");
    git::git(&project.root(), "add --all");
    assert!(!commit(&project, "").0);
    in_build(&project);
    assert_eq!(commit(&project, ""), (true, String::new()));
}

#[test]
fn outside_every_project_only_the_flag_lets_through() {
    let project = Project::bare();
    assert_eq!(project.run("hook pre-commit").exit, 2);
    assert_eq!(project.run("hook pre-commit --if-project").exit, 0);
}
