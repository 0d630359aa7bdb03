//! Git's hook before a commit: real commits, with a stand-in for the gate that says what it is told.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;

use insta::assert_snapshot;

use super::{git, run, set_up};
use crate::project::Project;
use crate::redact::redacted;
use crate::terminal::start;

/// A repository in which `automaton` is a stand-in: it refuses where a staged file says so.
fn repository() -> Project {
    let project = set_up();
    let (done, said) = git(&project, &["init", "--quiet", "--initial-branch=main"]);
    assert!(done, "{said}");
    project
}

/// Lets commits be judged by a script in the place of this program.
fn stand_in(project: &Project) {
    let program = project.home().join("bin/automaton");
    fs::remove_file(&program).expect("removed");
    let script = "#!/bin/sh\necho \"gate: $*\"\n! git diff --cached --name-only | grep -q -e forbidden -e '\\.state$'\n";
    executable(&program, script);
}

fn executable(path: &std::path::Path, text: &str) {
    fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
    fs::write(path, text).expect("written");
    fs::set_permissions(path, fs::Permissions::from_mode(0o755)).expect("executable");
}

fn commit(project: &Project, file: &str) -> String {
    project.write(file, "text\n");
    git(project, &["add", file]);
    let (done, said) = git(project, &["commit", "--quiet", "-m", "x"]);
    let said = redacted(&said, project.root().parent().expect("a folder"));
    git(project, &["reset", "--quiet"]);
    format!("{}\n{said}", if done { "committed" } else { "refused" })
}

#[test]
fn commits_are_judged_by_the_gate() {
    let project = repository();
    assert_snapshot!(run(&project, "hooks install git"), @"
    exit 0
    call the gate: git
      wrote .git/hooks/pre-commit
      next: automaton hooks test
    ");
    stand_in(&project);
    assert_snapshot!(commit(&project, "free.txt"), @"
    committed
    gate: hook pre-commit
    ");
    assert_snapshot!(commit(&project, "forbidden.txt"), @"
    refused
    gate: hook pre-commit
    ");
    fs::remove_file(project.home().join("bin/automaton")).expect("removed");
    assert_snapshot!(commit(&project, "other.txt").lines().next().expect("a line"), @"refused");
}

#[test]
fn a_hook_that_stood_there_is_chained_and_comes_back() {
    let project = repository();
    let hook = project.path(".git/hooks/pre-commit");
    let theirs = "#!/bin/sh\necho \"theirs: $(basename \"$0\")\"\ntest ! -e stop\n";
    executable(&hook, theirs);
    let before = project.files();
    assert_eq!(run(&project, "hooks install git").exit, 0);
    let once = project.files();
    assert_eq!(run(&project, "hooks install git").exit, 0);
    assert_eq!(project.files(), once);
    let gate = project.home().join("bin/automaton");
    let program = fs::read_link(&gate).expect("a link");
    stand_in(&project);
    assert_snapshot!(commit(&project, "free.txt"), @"
    committed
    theirs: pre-commit
    gate: hook pre-commit
    ");
    assert_snapshot!(commit(&project, "forbidden.txt"), @"
    refused
    theirs: pre-commit
    gate: hook pre-commit
    ");
    project.write("stop", "");
    assert_snapshot!(commit(&project, "more.txt"), @"
    refused
    theirs: pre-commit
    ");
    fs::remove_file(&gate).expect("removed");
    std::os::unix::fs::symlink(program, &gate).expect("a link");
    let talk = start(&project, "hooks uninstall git", |command| command);
    assert_snapshot!(talk.answer("project", &project, || {}), @"
    take the edit gate out of TMP/project
      git: .git/hooks/pre-commit
    type `project` to confirm: project
    the hooks are taken out
      changed .git/hooks/pre-commit (removed)
    exit 0
    ");
    assert_eq!(fs::read_to_string(&hook).expect("the hook"), theirs);
    assert!(fs::metadata(&hook).expect("the hook").permissions().mode() & 0o111 != 0);
    let hooks = |files: &std::collections::BTreeMap<std::path::PathBuf, Vec<u8>>| {
        let names = files
            .keys()
            .filter(|path| path.starts_with(project.path(".git/hooks")));
        names.cloned().collect::<Vec<_>>()
    };
    assert_eq!(hooks(&project.files()), hooks(&before));
    assert!(!project.path(".git/automaton-hooks.json").exists());
}

#[test]
fn the_folder_that_git_is_told_to_use_is_used() {
    let project = repository();
    git(&project, &["config", "core.hooksPath", ".githooks"]);
    executable(
        &project.path(".githooks/pre-commit"),
        "#!/bin/sh\necho theirs\n",
    );
    assert_snapshot!(run(&project, "hooks install git"), @"
    exit 0
    call the gate: git
      wrote .githooks/pre-commit
      next: automaton hooks test
    ");
    stand_in(&project);
    assert_snapshot!(commit(&project, "forbidden.txt"), @"
    refused
    theirs
    gate: hook pre-commit
    ");
}

#[test]
fn husky_calls_the_hook_above_its_own_folder() {
    let project = repository();
    git(&project, &["config", "core.hooksPath", ".husky/_"]);
    let dispatcher = "#!/usr/bin/env sh\nn=$(basename \"$0\")\ns=$(dirname \"$(dirname \"$0\")\")/$n\n[ ! -f \"$s\" ] && exit 0\nsh -e \"$s\" \"$@\"\n";
    project.write(".husky/_/h", dispatcher);
    executable(
        &project.path(".husky/_/pre-commit"),
        "#!/usr/bin/env sh\n. \"$(dirname \"$0\")/h\"\n",
    );
    project.write(".husky/pre-commit", "echo theirs\n");
    assert_snapshot!(run(&project, "hooks install git"), @"
    exit 0
    call the gate: git
      wrote .husky/pre-commit
      next: automaton hooks test
    ");
    stand_in(&project);
    assert_snapshot!(commit(&project, "free.txt"), @"
    committed
    theirs
    gate: hook pre-commit
    ");
    assert_snapshot!(commit(&project, "forbidden.txt"), @"
    refused
    theirs
    gate: hook pre-commit
    ");
}

#[test]
fn a_folder_that_repositories_share_is_left_alone() {
    let project = repository();
    let shared = project.home().join("hooks");
    git(
        &project,
        &["config", "core.hooksPath", shared.to_str().expect("UTF-8")],
    );
    let before = project.files();
    assert_snapshot!(run(&project, "hooks install git"), @"
    exit 1
    left as they are: 1
      left git: `core.hooksPath` leads to `TMP/home/hooks`, which other repositories share: let its `pre-commit` call `automaton hook pre-commit`
      next: automaton hooks test
    ");
    assert_eq!(project.files(), before);
    assert!(!shared.exists());
}

#[test]
fn a_project_below_the_top_is_named() {
    let project = set_up();
    let top = project.root().parent().expect("a folder").to_owned();
    let init = std::process::Command::new("git")
        .args(["init", "--quiet"])
        .current_dir(&top)
        .output();
    assert!(init.expect("git runs").status.success());
    assert_eq!(run(&project, "hooks install git").exit, 0);
    let hook = fs::read_to_string(top.join(".git/hooks/pre-commit")).expect("the hook");
    assert_eq!(
        hook.lines().last(),
        Some("exec automaton --project project hook pre-commit")
    );
}

#[test]
fn the_hook_is_tried_without_touching_the_index() {
    let project = repository();
    assert_eq!(run(&project, "hooks install git").exit, 0);
    let program = fs::read_link(project.home().join("bin/automaton")).expect("a link");
    stand_in(&project);
    project.write("staged.txt", "text\n");
    git(&project, &["add", "staged.txt"]);
    let before = git(&project, &["status", "--short"]);
    let mut call = std::process::Command::new(program);
    call.current_dir(project.root())
        .env_clear()
        .env("HOME", project.home())
        .env("PATH", super::path(&project))
        .args(["hooks", "test", "git"]);
    assert_snapshot!(project.finish(&mut call), @"
    exit 0
    ok  git  stops: .git/hooks/pre-commit
    0 errors, 0 warnings
    ");
    assert_eq!(git(&project, &["status", "--short"]), before);
    executable(&project.home().join("bin/automaton"), "#!/bin/sh\nexit 0\n");
    assert_snapshot!(project.finish(&mut call), @"
    exit 1
    error  git  a commit that is forbidden goes through (exit 0)
             see which program `automaton hook pre-commit` runs
    1 error, 0 warnings
    ");
}
