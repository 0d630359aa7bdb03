//! The facts about artifacts, and lists of tasks.

use std::os::unix::fs::symlink;

use super::scratch::{Scratch, order, path};
use crate::digest::Digest;
use crate::engine::contract::{Breach, Stated};
use crate::engine::{CheckResult, Facts as _, Presence, StepKind};
use crate::source::{Span, Spanned};
use crate::task::Checks;
use crate::workflow::{Artifact, Check, Contract};

fn artifact(name: &str) -> Artifact {
    Artifact {
        name: name.parse().expect("a name"),
        frozen: false,
        contract: Contract {
            outcomes: vec![Spanned::new("PASS".to_owned(), Span::default())],
            headings: Vec::new(),
            contains: Vec::new(),
            checklist: None,
            max_bytes: 10,
        },
        span: Span::default(),
    }
}

#[test]
fn artifacts_are_what_stands_under_exactly_their_name() {
    let scratch = Scratch::with_login();
    scratch.write("login/FULL.md", "PASS\n");
    scratch.write("login/EMPTY.md", "");
    scratch.write("login/plan.MD", "x");
    scratch.write("login/LARGE.md", "more than ten bytes");
    scratch.write("login/FOLDER.md/inside", "x");
    scratch.write("login/subtasks/x", "x");
    symlink("FULL.md", scratch.path("login/LINK.md")).expect("a link");
    let folder = scratch.namespace().find(&path("login")).expect("no error");
    let facts = folder
        .expect("a task")
        .observe(Checks::new())
        .expect("facts");
    for (name, presence) in [
        ("FULL.md", Presence::File),
        ("EMPTY.md", Presence::Empty),
        ("NONE.md", Presence::Missing),
        ("PLAN.md", Presence::OtherCase("plan.MD".to_owned())),
        ("FOLDER.md", Presence::Other("a folder")),
        ("LINK.md", Presence::Other("a symbolic link")),
    ] {
        assert_eq!(facts.presence(&artifact(name).name), Ok(presence), "{name}");
    }
    assert_eq!(
        facts.digest(&artifact("FULL.md")),
        Ok(Some(Digest::of(b"PASS\n")))
    );
    assert_eq!(facts.digest(&artifact("LARGE.md")), Ok(None));
    assert_eq!(facts.digest(&artifact("LINK.md")), Ok(None));
    assert_eq!(
        facts.breaches(&artifact("LARGE.md")),
        Ok(vec![Breach::TooLarge { limit: 10 }])
    );
    assert_eq!(
        facts.stated(&artifact("FULL.md")),
        Ok(Stated::Word("PASS".to_owned()))
    );
    assert_eq!(facts.contains(&artifact("FULL.md"), "AS"), Ok(true));
    let names = [
        "EMPTY.md",
        "FOLDER.md",
        "FULL.md",
        "LARGE.md",
        "LINK.md",
        "plan.MD",
    ];
    assert_eq!(facts.names(), Ok(names.map(str::to_owned).to_vec()));

    scratch.write("login/FULL.md", "FAIL\n");
    let again = facts.stated(&artifact("FULL.md"));
    assert_eq!(again, Ok(Stated::Word("PASS".to_owned())), "read once");
}

#[test]
fn a_command_that_was_not_run_beforehand_did_not_pass() {
    let scratch = Scratch::with_login();
    let check = |command: &str| Check {
        command: command.to_owned(),
        timeout: std::time::Duration::from_secs(1),
    };
    let mut lock = scratch.lock("login");
    let checks = [(check("true"), CheckResult::Passed)].into();
    let facts = lock.read(checks).expect("facts");
    assert_eq!(facts.check(&check("true")), Ok(CheckResult::Passed));
    assert_eq!(facts.check(&check("false")), Ok(CheckResult::NotRun));
}

#[test]
fn every_task_is_listed_whatever_stands_beside_it() {
    let scratch = Scratch::with_login();
    let part = order(StepKind::Create, None, "new");
    scratch.create_with("login/part", part).expect("created");
    scratch.create("zoo").expect("created");
    scratch.write("broken/.state", "\0\0\0");
    scratch.write("broken/.state.journal", "\0\0\0");
    scratch.write("complete/done/.state", "complete\n");
    scratch.write("README.md", "about tasks");
    scratch.write("not a task/x", "x");
    let shown = |deep| -> Vec<String> {
        let listed = scratch.namespace().list(deep).expect("a list");
        listed
            .into_iter()
            .map(|one| one.map_or_else(|error| error.path, |folder| folder.task().to_string()))
            .collect()
    };
    let bad = ".automaton/tasks/not a task";
    assert_eq!(shown(false), ["broken", "login", bad, "zoo"]);
    assert_eq!(shown(true), ["broken", "login", "login/part", bad, "zoo"]);
}

#[test]
fn a_sub_task_knows_its_parent() {
    let scratch = Scratch::with_login();
    let part = order(StepKind::Create, None, "new");
    scratch.create_with("login/part", part).expect("created");
    let mut lock = scratch.lock("login/part");
    let facts = lock.read(Checks::new()).expect("facts");
    let parent = facts.parent().expect("no error").expect("a parent");
    assert!(
        matches!(parent, crate::engine::Standing::Tracked(r) if r.state.to_string() == "research")
    );
}
