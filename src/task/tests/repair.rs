//! Settling broken records.

use super::scratch::{NEXT, Scratch, order};
use crate::digest::Digest;
use crate::engine::{Facts as _, Order, Standing, StepKind, SubtaskStanding};
use crate::task::{Checks, EntryEvent, Line};
use crate::workflow::Event;

fn repair(to: &str) -> Order {
    order(StepKind::Repair, None, to)
}

fn lines(scratch: &Scratch) -> Vec<Line> {
    let mut lock = scratch.lock("login");
    let facts = lock.read(Checks::new()).expect("facts");
    assert!(facts.record().is_some(), "{:?}", facts.standing());
    facts.journal().expect("a journal").lines().to_vec()
}

#[test]
fn an_edited_state_is_settled_by_an_entry_in_a_whole_journal() {
    let scratch = Scratch::with_login();
    let journal = scratch.read("login/.state.journal");
    for edited in ["complete\n", "\0\0", ""] {
        scratch.write("login/.state", edited);
        scratch
            .commit("login", repair("research"))
            .expect("repaired");
        assert_eq!(scratch.read("login/.state"), "research\n");
    }
    let lines = lines(&scratch);
    assert_eq!(lines.len(), 5);
    assert_eq!(lines[4].entry.event, EntryEvent::Repair);
    assert!(scratch.read("login/.state.journal").starts_with(&journal));
}

#[test]
fn a_folder_in_the_place_of_the_state_goes_to_the_attic() {
    let scratch = Scratch::with_login();
    for (name, shelved) in [(".state", "3"), (".state.tmp", "4")] {
        if name == ".state" {
            scratch.remove("login/.state");
        }
        scratch.write(&format!("login/{name}/inside"), "x");
        scratch
            .commit("login", repair("research"))
            .expect("repaired");
        let kept = format!("login/.state.attic/{shelved}/{name}/inside");
        assert_eq!(scratch.read(&kept), "x");
        assert_eq!(scratch.read("login/.state"), "research\n");
    }
    assert_eq!(lines(&scratch).len(), 4);
}

#[test]
fn a_broken_journal_is_replaced_and_kept() {
    let scratch = Scratch::with_login();
    let part = order(StepKind::Create, None, "new");
    scratch.create_with("login/part", part).expect("created");
    let broken = scratch.read("login/.state.journal") + "garbage\n";
    scratch.write("login/.state.journal", &broken);
    scratch
        .commit("login", repair("research"))
        .expect("repaired");
    assert_eq!(scratch.read("login/.state.attic/4/.state.journal"), broken);
    let lines = lines(&scratch);
    assert_eq!(lines.len(), 1);
    let entry = &lines[0].entry;
    assert_eq!(
        (entry.seq, entry.prev),
        (4, Some(Digest::of(broken.as_bytes())))
    );
    let mut lock = scratch.lock("login");
    let facts = lock.read(Checks::new()).expect("facts");
    let subtasks = facts.subtasks().expect("sub-tasks");
    assert_eq!(subtasks.len(), 1, "sub-tasks stay on record");
    assert!(matches!(subtasks[0].at, SubtaskStanding::State(_)));
    drop(lock);
    let next = order(NEXT, Some("research"), "design");
    assert_eq!(scratch.commit("login", next).expect("moved").seq, 5);
}

#[test]
fn a_deleted_journal_is_started_anew() {
    let scratch = Scratch::with_login();
    scratch.remove("login/.state.journal");
    scratch
        .commit("login", repair("research"))
        .expect("repaired");
    let lines = lines(&scratch);
    assert_eq!((lines.len(), lines[0].entry.prev), (1, None));
}

#[test]
fn a_repair_that_was_cut_short_is_completed() {
    let scratch = Scratch::with_login();
    scratch.write("login/.state.journal", "garbage\n");
    scratch.write("login/.state", "whatever\n");
    scratch
        .commit("login", repair("research"))
        .expect("repaired");
    let after = scratch.tree("login");
    scratch.write("login/.state", "whatever\n");
    scratch.write("login/.state.attic/1/.state.repair", "research\n");
    assert_eq!(lines(&scratch).len(), 1);
    assert_eq!(scratch.tree("login"), after);
}

#[test]
fn a_task_is_tampered_until_its_repair_is_complete() {
    let scratch = Scratch::with_login();
    scratch.write("login/.state", "complete\n");
    scratch
        .commit("login", repair("research"))
        .expect("repaired");
    scratch.write("login/.state", "complete\n");
    scratch.write("login/.state.attic/3/.state.repair", "research\n");
    let folder = scratch.namespace().find(&super::scratch::path("login"));
    let folder = folder.expect("no error").expect("a task");
    let facts = folder.observe(Checks::new()).expect("facts");
    let Ok(Standing::Tampered(tampering)) = facts.standing() else {
        panic!("the repair is not complete");
    };
    let problem = "is being repaired, or its repair was cut short";
    assert_eq!(
        (&tampering.file[..], &tampering.problem[..]),
        (".state", problem)
    );
    assert_eq!(lines(&scratch).len(), 3);
    assert_eq!(scratch.read("login/.state"), "research\n");
}

#[test]
fn a_repair_under_way_says_what_it_leads_to_although_the_state_is_there_already() {
    let scratch = Scratch::with_login();
    scratch.write("login/.state.journal", "garbage\n");
    scratch
        .commit("login", repair("research"))
        .expect("repaired");
    scratch.write("login/.state.attic/1/.state.repair", "research\n");
    let folder = scratch.namespace().find(&super::scratch::path("login"));
    let folder = folder.expect("no error").expect("a task");
    let facts = folder.observe(Checks::new()).expect("facts");
    let Ok(Standing::Tampered(tampering)) = facts.standing() else {
        panic!("the repair is not complete");
    };
    let record = tampering.record.expect("the entry of the repair");
    assert_eq!(record.state.to_string(), "research");
    assert_eq!(lines(&scratch).len(), 1);
    assert!(!scratch.path("login/.state.attic/1/.state.repair").exists());
}

#[test]
fn a_lock_that_is_no_file_is_moved_aside_with_the_repair() {
    let scratch = Scratch::with_login();
    scratch.remove("login/.state.lock");
    scratch.write("login/.state.lock/inside", "x");
    scratch
        .commit("login", repair("research"))
        .expect("repaired");
    let kept = "login/.state.attic/3/.state.lock/inside";
    assert_eq!(scratch.read(kept), "x");
    assert_eq!(lines(&scratch).len(), 3);
    assert!(scratch.path("login/.state.lock").is_file());
}

#[test]
fn a_repair_that_was_not_journaled_settles_nothing() {
    let scratch = Scratch::with_login();
    scratch.write("login/.state", "new\n");
    scratch.write("login/.state.attic/3/.state.repair", "research\n");
    let mut lock = scratch.lock("login");
    let facts = lock.read(Checks::new()).expect("facts");
    assert!(matches!(facts.standing(), Ok(Standing::Tampered(_))));
    drop(lock);
    scratch
        .commit("login", repair("research"))
        .expect("repaired");
    assert_eq!(lines(&scratch).len(), 3);
}

#[test]
fn a_changed_artifact_gets_its_bytes_back() {
    let scratch = Scratch::with_login();
    let plan = || "PLAN.md".parse().expect("a name");
    let digest = Digest::of(b"plan");
    scratch.write("login/PLAN.md", "plan");
    let approve = Order {
        artifacts: [(plan(), digest)].into(),
        keeps: [plan()].into(),
        ..order(
            StepKind::Edge(Event::Approve),
            Some("research"),
            "research:approved",
        )
    };
    scratch.commit("login", approve).expect("approved");
    scratch.write("login/PLAN.md", "changed");
    let restore = || Order {
        artifacts: [(plan(), digest)].into(),
        restores: [(plan(), digest)].into(),
        ..repair("research:approved")
    };
    scratch.commit("login", restore()).expect("repaired");
    assert_eq!(scratch.read("login/PLAN.md"), "plan");
    assert_eq!(scratch.read("login/.state.attic/4/PLAN.md"), "changed");
    let after = scratch.tree("login");

    // Cut short after its entry, the repair is done again; what was shelved stays.
    scratch.write("login/.state.attic/4/.state.repair", "research:approved\n");
    scratch.remove("login/PLAN.md");
    lines(&scratch);
    assert_eq!(scratch.tree("login"), after);

    // A change that came later is not the repair's to undo.
    scratch.write("login/.state.attic/4/.state.repair", "research:approved\n");
    scratch.write("login/PLAN.md", "later");
    lines(&scratch);
    assert_eq!(scratch.read("login/PLAN.md"), "later");

    scratch.remove(&format!("login/.state.attic/bytes/{digest}"));
    let error = scratch.commit("login", restore()).expect_err("refused");
    assert_eq!(
        error.to_string(),
        format!(
            ".automaton/tasks/login/PLAN.md: its bytes with the digest {digest} are not in the attic; nothing has changed"
        )
    );
}

#[test]
fn the_torn_line_of_a_repair_is_dropped_by_the_next_one_and_any_other_starts_anew() {
    for (staged, expected) in [(true, 3), (false, 1)] {
        let scratch = Scratch::with_login();
        let journal = scratch.read("login/.state.journal");
        scratch.write("login/.state", "complete\n");
        scratch
            .commit("login", repair("research"))
            .expect("repaired");
        let whole = scratch.read("login/.state.journal");
        // As the power can leave it: the line was on its way to the disk.
        scratch.write("login/.state.journal", &whole[..whole.len() - 40]);
        scratch.write("login/.state", "complete\n");
        if staged {
            scratch.write("login/.state.attic/3/.state.repair", "research\n");
        }
        scratch
            .commit("login", repair("research"))
            .expect("repaired");
        assert_eq!(lines(&scratch).len(), expected, "{staged}");
        let goes_on = scratch.read("login/.state.journal").starts_with(&journal);
        assert_eq!(goes_on, staged);
        assert_eq!(scratch.read("login/.state"), "research\n");
    }
}
