//! Files that are not what they should be, reported as what they are.

use std::os::unix::fs::symlink;

use super::scratch::{NEXT, Scratch, order, path};
use crate::engine::{Facts as _, Standing};
use crate::task::Checks;

fn problem(scratch: &Scratch, task: &str) -> String {
    let mut lock = scratch.lock(task);
    let facts = lock.read(Checks::new()).expect("facts");
    match facts.standing().expect("a standing") {
        Standing::Tampered(tampering) => format!("{} {}", tampering.file, tampering.problem),
        other => panic!("{other:?}"),
    }
}

#[test]
fn links_folders_and_overlong_files_are_named() {
    type Replace = fn(&Scratch);
    let replaced: [(&str, Replace, &str); 8] = [
        (
            ".state",
            |scratch| symlink("/etc/hostname", scratch.path("login/.state")).expect("a link"),
            ".state is a symbolic link, and a regular file is expected; the journal says `research`",
        ),
        (
            ".state",
            |scratch| std::fs::create_dir(scratch.path("login/.state")).expect("a folder"),
            ".state is a folder, and a regular file is expected; the journal says `research`",
        ),
        (
            ".state",
            |scratch| scratch.write("login/.state", "x".repeat(2000)),
            ".state has more than 1024 bytes; the journal says `research`",
        ),
        (
            ".state.journal",
            |scratch| symlink("elsewhere", scratch.path("login/.state.journal")).expect("a link"),
            ".state.journal is a symbolic link; a regular file is expected",
        ),
        (
            ".state.journal",
            |scratch| std::fs::create_dir(scratch.path("login/.state.journal")).expect("a folder"),
            ".state.journal is a folder; a regular file is expected",
        ),
        (
            ".state.journal",
            |scratch| scratch.write("login/.state.journal", "{\"v\":2,\"state\":\"design\"}\n"),
            ".state.journal line 1 has version 2 of the format, and this program knows only 1",
        ),
        (
            ".state.lock",
            |scratch| symlink("elsewhere", scratch.path("login/.state.lock")).expect("a link"),
            ".state.lock is a symbolic link; a regular file is expected",
        ),
        (
            ".state.lock",
            |scratch| std::fs::create_dir(scratch.path("login/.state.lock")).expect("a folder"),
            ".state.lock is a folder; a regular file is expected",
        ),
    ];
    for (name, replace, expected) in replaced {
        let scratch = Scratch::with_login();
        scratch.remove(&format!("login/{name}"));
        replace(&scratch);
        assert_eq!(problem(&scratch, "login"), expected);
    }
}

#[test]
fn a_copied_or_moved_folder_is_not_the_task_it_says() {
    let scratch = Scratch::with_login();
    for name in [".state", ".state.journal"] {
        let content = scratch.read(&format!("login/{name}"));
        scratch.write(&format!("logout/{name}"), content);
    }
    let expected =
        ".state.journal line 1 is about the task `login`, but this is the folder of `logout`";
    assert_eq!(problem(&scratch, "logout"), expected);
    std::fs::rename(scratch.path("login"), scratch.path("signin")).expect("moved");
    assert!(problem(&scratch, "signin").contains("but this is the folder of `signin`"));
}

#[test]
fn a_broken_line_leaves_the_record_of_the_lines_before_it() {
    let scratch = Scratch::with_login();
    let journal = scratch.read("login/.state.journal");
    scratch.write("login/.state.journal", format!("{journal}{{}}\n{journal}"));
    let mut lock = scratch.lock("login");
    let facts = lock.read(Checks::new()).expect("facts");
    let Standing::Tampered(tampering) = facts.standing().expect("a standing") else {
        panic!("the journal is damaged");
    };
    let record = tampering.record.expect("a record");
    assert_eq!(
        (record.seq, record.state.to_string()),
        (2, "research".to_owned())
    );
    assert_eq!(tampering.state, Some("research".parse().expect("a state")));
    assert!(
        tampering
            .problem
            .starts_with("line 3 is not a journal entry: ")
    );
}

#[test]
fn a_link_in_the_place_of_a_task_is_not_followed() {
    let scratch = Scratch::with_login();
    symlink("login", scratch.path("alias")).expect("a link");
    let found = scratch.namespace().find(&path("alias"));
    assert!(found.is_err(), "{found:?}");
    let listed = scratch.namespace().list(false).expect("a list");
    let shown: Vec<String> = listed
        .into_iter()
        .map(|one| one.map_or_else(|e| e.to_string(), |f| f.task().to_string()))
        .collect();
    assert_eq!(
        shown,
        [
            ".automaton/tasks/alias: is a symbolic link; a task is a folder",
            "login"
        ]
    );
}

#[test]
fn a_damaged_task_refuses_a_step() {
    let scratch = Scratch::with_login();
    scratch.write("login/.state", "complete\n");
    let before = scratch.tree("login");
    let error = scratch.commit("login", order(NEXT, Some("complete"), "archived"));
    assert_eq!(
        error.expect_err("refused").to_string(),
        ".automaton/tasks/login: the task's state and journal are not sound; nothing has changed"
    );
    assert_eq!(scratch.tree("login"), before);
}
