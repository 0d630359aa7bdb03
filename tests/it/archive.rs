//! The archive and the attic: DESIGN section 5, and SPIKE's order of the store.

use automaton::engine::{Keep, StepKind, SubtaskStanding};
use automaton::workflow::Workflow;

use crate::ask::{
    By, abandon, allowed, answer, answers, approve, archive, asked, create, put_back, refused,
    reject, repair, restore, rework, small, transition, validate,
};
use crate::page::next;
use crate::world::{Unreadable, World};

fn plan() -> Workflow {
    small(
        "artifact A.md
         artifact B.md
         artifact NOTES.md frozen=#false
         phase work { produces A.md; forbids B.md; subtasks; approval by=anyone; next b; }
         phase b { reads A.md; produces B.md; next done; next failed; rework work by=anyone; }
         phase done terminal=success
         phase failed terminal=failure",
    )
}

#[test]
fn only_what_is_over_is_archived() {
    for (world, code, exit) in vec![
        (World::at("work"), "not-over", 1),
        (World::at("work:awaiting_approval"), "not-over", 1),
        (World::at("b"), "not-over", 1),
        (World::at("done"), "allowed", 0),
        (World::at("failed"), "allowed", 0),
        (World::at("work").abandoned("no"), "allowed", 0),
        (World::at("gone").abandoned("no"), "allowed", 0),
        (World::at("gone"), "orphan-state", 3),
        (World::at("done").archived(), "archived", 1),
        (World::at("done").claimed_by("bob"), "claimed", 5),
        (World::at("done").claimed_by("anna"), "claimed", 5),
        (World::at("done").in_halted_loop("l"), "loop-halted", 3),
        (World::at("done").subtask("a", "failed"), "allowed", 0),
        (World::at("done").subtask("a", "b"), "open-subtasks", 1),
        (
            World::at("done").subtask_with_part("a", "done", "b"),
            "open-subtasks",
            1,
        ),
        (
            World::at("done").subtask_with_part("a", "done", "failed"),
            "allowed",
            0,
        ),
        (
            World::at("done").subtask_at("a", SubtaskStanding::Abandoned),
            "allowed",
            0,
        ),
        (
            World::at("done").subtask_at("a", SubtaskStanding::Broken("is gone".to_owned())),
            "tampered",
            6,
        ),
        (
            World::at("done").unreadable(Unreadable::Now),
            "fact-unavailable",
            7,
        ),
        (
            World::at("done").unreadable(Unreadable::Loop),
            "fact-unavailable",
            7,
        ),
        (
            World::at("done").unreadable(Unreadable::Subtasks),
            "fact-unavailable",
            7,
        ),
        (
            World::at("done").unreadable(Unreadable::Standing),
            "fact-unavailable",
            7,
        ),
    ] {
        answers(&plan(), &world, &archive(None), code, exit);
    }
    let order = allowed(&plan(), &World::at("done"), &archive(None));
    assert_eq!(
        (order.kind, order.to.to_string()),
        (StepKind::Archive, "done".to_owned())
    );
}

#[test]
fn what_rests_is_kept_for_as_long_as_is_asked() {
    let world = World::at("done").rested_since("2026-03-01T00:00:00Z");
    for (before, code) in [
        ("2026-03-01T00:00:01Z", "allowed"),
        ("2026-03-01T00:00:00Z", "too-recent"),
        ("2026-02-01T00:00:00Z", "too-recent"),
        ("", "too-recent"),
    ] {
        let exit = u8::from(code != "allowed");
        answers(&plan(), &world, &archive(Some(before)), code, exit);
    }
}

#[test]
fn an_archived_task_is_looked_at_and_brought_back_and_nothing_else() {
    let world = || World::at("done").archived();
    answers(&plan(), &world(), &validate(), "allowed", 0);
    answers(&plan(), &world(), &restore(), "allowed", 0);
    answers(
        &plan(),
        &world(),
        &repair(Keep::Journal).person(),
        "nothing-to-repair",
        1,
    );
    for request in [
        transition("work"),
        approve(),
        reject(),
        rework("work"),
        abandon().person(),
        archive(None),
        create(),
        put_back(1, "A.md").person(),
    ] {
        let found = refused(&plan(), &world(), &request);
        assert_eq!(found.topic.code, "archived", "{:?}", request.action);
        assert_eq!(
            next(&found),
            [("anyone", "automaton cleanup-done --restore complete/login")],
            "{:?}",
            request.action
        );
    }
}

#[test]
fn a_task_comes_back_to_its_own_place_if_that_is_free() {
    let taken = "`.automaton/tasks/login` exists";
    for (world, code, exit) in [
        (World::at("done").archived(), "allowed", 0),
        (World::at("gone").archived(), "allowed", 0),
        (World::at("done"), "not-archived", 1),
        (
            World::at("done").archived().place_taken(taken),
            "task-exists",
            1,
        ),
        (
            World::at("done").archived().unreadable(Unreadable::Place),
            "fact-unavailable",
            7,
        ),
    ] {
        answers(&plan(), &world, &restore(), code, exit);
    }
}

#[test]
fn an_artifact_comes_back_where_its_phase_writes_it_and_a_person_says_so() {
    let stored = |state: &str| {
        World::at(state)
            .with("A.md", "a")
            .in_attic(7, "A.md", "old")
    };
    for (world, code, exit) in [
        (stored("work"), "allowed", 0),
        (
            stored("work:awaiting_approval").recorded(),
            "not-writable",
            1,
        ),
        (stored("work:approved").recorded(), "not-writable", 1),
        (stored("b").recorded(), "not-writable", 1),
        (World::at("work").in_attic(7, "A.md", "old"), "allowed", 0),
        (
            World::at("work")
                .with("A.md", "old")
                .in_attic(7, "A.md", "old"),
            "already-there",
            1,
        ),
        (
            World::at("work").in_attic(8, "A.md", "old"),
            "not-in-attic",
            2,
        ),
        (
            World::at("work").in_attic(7, "A.md", "old").abandoned("no"),
            "abandoned",
            1,
        ),
        (
            World::at("work")
                .in_attic(7, "A.md", "old")
                .claimed_by("bob"),
            // No claim locks out a person.
            "allowed",
            0,
        ),
        (
            stored("work").unreadable(Unreadable::Attic),
            "fact-unavailable",
            7,
        ),
    ] {
        answers(&plan(), &world, &put_back(7, "A.md").person(), code, exit);
    }
    let request = put_back(7, "A.md");
    answers(&plan(), &stored("work"), &request, "person-required", 3);
    answers(
        &plan(),
        &stored("work"),
        &request.clone().agent(),
        "person-required",
        3,
    );
    let order = allowed(&plan(), &stored("work"), &request.person());
    assert_eq!(order.shelf, Some(7));
    assert_eq!(order.artifacts, order.restores);
    // What the phase forbids, what the workflow does not name, and what may always be written.
    let moved = |file: &str| World::at("work").in_attic(7, file, "old");
    for (file, code) in [
        ("B.md", "not-writable"),
        ("C.md", "not-in-attic"),
        ("NOTES.md", "allowed"),
    ] {
        let found = answer(&plan(), &moved(file), &put_back(7, file).person());
        assert_eq!(found.0, code, "{file}");
    }
}

#[test]
fn a_parent_may_be_revised_and_abandoned_while_its_sub_tasks_go_on_but_not_reworked() {
    let plan = small(
        "artifact A.md
         phase work { next split; }
         phase split {
             produces A.md
             subtasks
             approval by=anyone
             next done { subtasks complete; }
             rework work by=anyone
         }
         phase done terminal=success",
    );
    let world = World::at("split:approved")
        .with("A.md", "a")
        .recorded()
        .subtask("a", "work");
    answers(&plan, &world, &transition("split"), "allowed", 0);
    let pending = World::at("split:awaiting_approval").subtask("a", "work");
    answers(&plan, &pending, &transition("split"), "allowed", 0);
    answers(&plan, &pending, &reject(), "allowed", 0);
    answers(&plan, &world, &transition("done"), "guard-failed", 1);
    let found = refused(&plan, &world.clone().subtask("b", "split"), &rework("work"));
    assert_eq!(found.topic.code, "open-subtasks");
    assert_eq!(
        next(&found),
        [
            ("anyone", "automaton transition split --task login/a"),
            ("human", "automaton abandon --task login/a --reason \"...\""),
            (
                "anyone",
                "automaton transition split:awaiting_approval --task login/b"
            ),
            ("human", "automaton abandon --task login/b --reason \"...\""),
        ]
    );
    let grant = asked(&plan, &world, &abandon().person()).expect("a person may");
    let notices = grant.step().notices.iter();
    assert_eq!(
        notices
            .map(|notice| notice.sentence(&plan))
            .collect::<Vec<_>>(),
        ["its sub-tasks go on, and are finished or abandoned on their own: `login/a`"]
    );
}
