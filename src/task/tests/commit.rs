//! What a step writes.

use std::os::unix::fs::PermissionsExt as _;

use super::scratch::{NEXT, Scratch, WORKFLOW, order, path};
use crate::digest::Digest;
use crate::engine::{Authority, Facts as _, Order, Standing, StepKind};
use crate::task::{Checks, CommitError, EntryEvent, Level, Line};
use crate::workflow::Event;

fn lines(scratch: &Scratch, task: &str) -> Vec<Line> {
    let folder = scratch.namespace().find(&path(task)).expect("no error");
    let journal = folder.expect("a task").journal().expect("no error");
    journal.expect("a journal").lines().to_vec()
}

fn approval(digest: Digest) -> Order {
    let plan = || "PLAN.md".parse().expect("a name");
    Order {
        authority: Authority::Person,
        artifacts: [(plan(), digest)].into(),
        keeps: [plan()].into(),
        ..order(
            StepKind::Edge(Event::Approve),
            Some("research"),
            "research:approved",
        )
    }
}

#[test]
fn a_step_is_journaled_and_chained() {
    let scratch = Scratch::with_login();
    let lines = lines(&scratch, "login");
    assert_eq!(scratch.read("login/.state"), "research\n");
    assert_eq!(lines.len(), 2);
    let [created, moved] = &lines[..] else {
        panic!("two lines");
    };
    assert_eq!(created.entry.event, EntryEvent::Create);
    assert_eq!(
        (created.entry.from.clone(), created.entry.prev),
        (None, None)
    );
    assert_eq!(moved.entry.event, EntryEvent::Transition);
    assert_eq!(moved.entry.prev, Some(created.digest));
    assert_eq!(moved.entry.seq, 2);
    let journal = scratch.read("login/.state.journal");
    let first = journal.lines().next().expect("a line");
    assert_eq!(created.digest, Digest::of(first.as_bytes()));
    let fields = "{\"v\":1,\"seq\":1,\"at\":\"";
    assert!(first.starts_with(fields), "{first}");
    let digest = Digest::of(WORKFLOW.as_bytes());
    let text = format!("../workflows/{digest}.kdl");
    assert_eq!(scratch.read(&text), WORKFLOW);
}

#[test]
fn an_approval_keeps_the_bytes_that_were_read() {
    let scratch = Scratch::with_login();
    scratch.write("login/PLAN.md", "plan");
    let digest = Digest::of(b"plan");
    scratch.commit("login", approval(digest)).expect("approved");
    let kept = format!("login/.state.attic/bytes/{digest}");
    assert_eq!(scratch.read(&kept), "plan");
    let mut lock = scratch.lock("login");
    let facts = lock.read(Checks::new()).expect("facts");
    let record = facts.record().expect("a record");
    let research = "research".parse().expect("a phase");
    let approved = &record.approved[&research];
    assert_eq!(approved.values().collect::<Vec<_>>(), [&digest]);
    let lines = lines(&scratch, "login");
    let decision = lines[2].entry.approval.as_ref().expect("a decision");
    assert_eq!(decision.level, Level::Person);

    drop(lock);
    let void = Order {
        voids: vec![research.clone()],
        ..order(
            StepKind::Edge(Event::Revise),
            Some("research:approved"),
            "research",
        )
    };
    scratch.commit("login", void).expect("revised");
    let mut lock = scratch.lock("login");
    let facts = lock.read(Checks::new()).expect("facts");
    assert!(facts.record().expect("a record").approved.is_empty());
}

#[test]
fn an_approval_of_bytes_that_changed_changes_nothing() {
    let scratch = Scratch::with_login();
    scratch.write("login/PLAN.md", "another plan");
    let before = scratch.tree("login");
    let error = scratch.commit("login", approval(Digest::of(b"plan")));
    assert_eq!(
        error.expect_err("refused").to_string(),
        ".automaton/tasks/login/PLAN.md: changed since the step was decided; nothing has changed"
    );
    assert_eq!(scratch.tree("login"), before);
}

#[test]
fn abandoning_leaves_the_state_and_says_why() {
    let scratch = Scratch::with_login();
    let abandon = Order {
        note: Some("no longer wanted".to_owned()),
        ..order(StepKind::Abandon, Some("research"), "research")
    };
    scratch.commit("login", abandon).expect("abandoned");
    let mut lock = scratch.lock("login");
    let facts = lock.read(Checks::new()).expect("facts");
    let record = facts.record().expect("a record");
    assert_eq!(record.abandoned.as_deref(), Some("no longer wanted"));
    assert_eq!(record.state.to_string(), "research");
    let lines = lines(&scratch, "login");
    assert_eq!(
        record.since, lines[1].entry.at,
        "since it came to the state"
    );
}

#[test]
fn a_step_from_another_state_or_for_looking_changes_nothing() {
    let scratch = Scratch::with_login();
    let before = scratch.tree("login");
    for wrong in [
        order(NEXT, Some("new"), "design"),
        order(NEXT, None, "design"),
        order(StepKind::Validate, Some("research"), "research"),
        order(StepKind::Create, None, "new"),
        order(StepKind::Adopt, None, "new"),
    ] {
        let error = scratch.commit("login", wrong).expect_err("refused");
        assert!(matches!(error, CommitError::NotChanged { .. }), "{error}");
    }
    assert_eq!(scratch.tree("login"), before);
}

#[test]
fn an_untracked_folder_is_adopted() {
    let scratch = Scratch::new();
    scratch.write("old/.state", "somewhere\n");
    scratch.write("old/SPEC.md", "spec");
    scratch.write("old/.state.tmp", "left behind");
    let adopt = order(StepKind::Adopt, None, "research");
    scratch.commit("old", adopt).expect("adopted");
    assert_eq!(scratch.read("old/.state"), "research\n");
    assert!(!scratch.path("old/.state.lock").exists());
    let next = order(NEXT, Some("research"), "design");
    scratch.commit("old", next).expect("moved");
    assert!(scratch.path("old/.state.lock").exists());
    assert_eq!(lines(&scratch, "old")[0].entry.event, EntryEvent::Adopt);
}

#[test]
fn an_adoption_that_was_cut_short_is_completed_or_undone() {
    let scratch = Scratch::new();
    scratch.write("old/.state", "somewhere\n");
    let adopt = || order(StepKind::Adopt, None, "research");
    scratch.commit("old", adopt()).expect("adopted");
    let journal = scratch.read("old/.state.journal");
    for left in [Some("somewhere\n"), Some("research\n"), None] {
        match left {
            Some(state) => scratch.write("old/.state", state),
            None => scratch.remove("old/.state"),
        }
        scratch.write("old/.state.tmp", "research\n");
        let folder = scratch.namespace().find(&path("old")).expect("no error");
        let facts = folder.expect("a folder").observe(Checks::new());
        let facts = facts.expect("facts");
        let seen = facts.standing();
        assert!(matches!(seen, Ok(Standing::Untracked { .. })), "{left:?}");
        let mut lock = scratch.lock("old");
        let facts = lock.read(Checks::new()).expect("facts");
        assert!(matches!(facts.standing(), Ok(Standing::Tracked(_))));
        assert_eq!(scratch.read("old/.state"), "research\n");
        assert!(!scratch.path("old/.state.tmp").exists());
    }

    scratch.write("older/.state.tmp", "research\n");
    scratch.write("older/.state.journal.tmp", journal);
    let mut lock = scratch.lock("older");
    let facts = lock.read(Checks::new()).expect("facts");
    assert!(matches!(facts.standing(), Ok(Standing::Untracked { .. })));
    drop(lock);
    scratch.commit("older", adopt()).expect("adopted");
    assert_eq!(lines(&scratch, "older")[0].entry.task, path("older"));
}

#[test]
fn a_step_that_cannot_be_written_changes_nothing() {
    if rustix::process::geteuid().is_root() {
        // Permissions do not stop root; an entry that is too long stops everybody.
        let scratch = Scratch::with_login();
        let before = scratch.tree("login");
        let long = Order {
            note: Some("x".repeat(1 << 20)),
            ..order(NEXT, Some("research"), "design")
        };
        let error = scratch.commit("login", long).expect_err("refused");
        assert!(matches!(error, CommitError::NotChanged { .. }), "{error}");
        assert_eq!(scratch.tree("login"), before);
        return;
    }
    let scratch = Scratch::with_login();
    let before = scratch.tree("login");
    let mode = |mode| std::fs::Permissions::from_mode(mode);
    std::fs::set_permissions(scratch.path("login"), mode(0o555)).expect("set");
    let error = scratch.commit("login", order(NEXT, Some("research"), "design"));
    std::fs::set_permissions(scratch.path("login"), mode(0o755)).expect("set");
    assert!(matches!(error, Err(CommitError::NotChanged { .. })));
    assert_eq!(scratch.tree("login"), before);
}
