//! Going back: DESIGN section 5, "Rework".

use automaton::engine::{StepKind, SubtaskStanding};
use automaton::workflow::{Event, Workflow};

use crate::ask::{By, DEFAULT, allowed, answer, answers, refused, rework, small, step, validate};
use crate::page::{next, offending};
use crate::world::{Unreadable, World};

/// Three approved phases in a row, each of which forbids what comes later.
fn plan() -> Workflow {
    small(
        "artifact A.md
         artifact B.md
         artifact C.md
         phase work { produces A.md; forbids B.md C.md; approval by=anyone; next b; next c; }
         phase b {
             reads A.md; produces B.md; forbids C.md; approval by=anyone
             next c
             rework work by=anyone
         }
         phase c { reads A.md; produces C.md; approval by=anyone; next done; rework work b by=anyone; }
         phase done terminal=success",
    )
}

fn at_c(state: &str) -> World {
    World::at(state)
        .with_all(&["A.md", "B.md", "C.md"])
        .recorded()
        .approved("work", &["A.md"])
        .approved("b", &["B.md"])
}

#[test]
fn what_the_target_forbids_moves_aside_and_nothing_else() {
    for (to, moved) in [("work", &["B.md", "C.md"][..]), ("b", &["C.md"])] {
        for state in ["c", "c:awaiting_approval", "c:approved"] {
            let mut world = at_c(state);
            let order = step(&plan(), &mut world, &rework(to));
            assert_eq!(order.kind, StepKind::Edge(Event::Rework));
            assert_eq!(order.note.as_deref(), Some("a question is open"));
            assert_eq!(world.state(), to);
            assert_eq!(world.attic(), moved);
            for file in ["A.md", "B.md", "C.md"] {
                let there = world.text(file).is_some();
                assert_eq!(there, !moved.contains(&file), "{to} {file}");
                let on_record = world
                    .on_record()
                    .artifacts
                    .keys()
                    .any(|k| k.as_str() == file);
                assert_eq!(on_record, there, "{to} {file}");
            }
            answers(&plan(), &world, &validate(), "allowed", 0);
        }
    }
}

#[test]
fn an_empty_file_or_a_folder_in_the_way_moves_as_well() {
    for world in [
        World::at("b").with("A.md", "a").recorded().with("C.md", ""),
        World::at("b")
            .with("A.md", "a")
            .recorded()
            .with_other("C.md", "a folder"),
    ] {
        let order = allowed(&plan(), &world, &rework("work"));
        let moves: Vec<_> = order.moves.iter().map(ToString::to_string).collect();
        assert_eq!(moves, ["C.md"]);
    }
}

#[test]
fn approvals_of_the_target_and_of_all_that_follows_are_void() {
    for (state, to, standing) in [
        ("c", "work", &[][..]),
        ("c", "b", &["work"]),
        ("c:approved", "b", &["work"]),
        ("b", "work", &[]),
    ] {
        let mut world = at_c(state).approved("c", &["C.md"]);
        step(&plan(), &mut world, &rework(to));
        assert_eq!(world.approvals(), standing, "{state} -> {to}");
    }
}

#[test]
fn approvals_on_another_branch_stand() {
    let workflow = small(
        "artifact A.md
         artifact B.md
         phase work { produces A.md; approval by=anyone; next b; next c; }
         phase b { produces B.md; approval by=anyone; next done; rework c by=anyone; }
         phase c { next done; }
         phase done terminal=success",
    );
    let mut world = World::at("b")
        .with_all(&["A.md", "B.md"])
        .recorded()
        .approved("work", &["A.md"])
        .approved("b", &["B.md"]);
    step(&workflow, &mut world, &rework("c"));
    assert_eq!(world.approvals(), ["b", "work"]);
}

#[test]
fn a_person_goes_back_unless_the_workflow_says_anyone() {
    let world = World::at("implement").with("SPEC.md", "spec").recorded();
    answers(&DEFAULT, &world, &rework("research").person(), "allowed", 0);
    for request in [rework("research"), rework("research").agent()] {
        let found = refused(&DEFAULT, &world, &request);
        assert_eq!(
            (found.topic.code, found.topic.exit.code()),
            ("person-required", 3)
        );
        let run = "automaton rework research --task login --reason \"...\"";
        assert_eq!(next(&found), [("human", run)]);
    }
    answers(&plan(), &at_c("c"), &rework("work").agent(), "allowed", 0);
}

#[test]
fn going_back_takes_neither_a_valid_folder_nor_finished_work() {
    // VERDICT.md is forbidden here, IMPLEMENTATION.md is missing, SPEC.md was changed.
    let world = World::at("implement")
        .with("SPEC.md", "spec")
        .recorded()
        .with("SPEC.md", "changed")
        .with("VERDICT.md", "PASS");
    assert_eq!(
        answer(&DEFAULT, &world, &validate()),
        ("artifact-changed", 6)
    );
    let order = allowed(&DEFAULT, &world, &rework("test_design").person());
    let moves: Vec<_> = order.moves.iter().map(ToString::to_string).collect();
    assert_eq!(moves, ["VERDICT.md"]);
}

#[test]
fn the_target_must_find_what_it_reads() {
    let world = World::at("implement")
        .with("DESIGN.md", "design")
        .recorded();
    let found = refused(&DEFAULT, &world, &rework("design").person());
    assert_eq!(
        (found.topic.code, found.topic.exit.code()),
        ("target-reads", 1)
    );
    assert_eq!(offending(&found), ["SPEC.md"]);
    // What moves aside is not there any more.
    let workflow = small(
        "artifact A.md
         phase work { reads A.md; forbids A.md; next b; }
         phase b { next done; rework work by=anyone; }
         phase done terminal=success",
    );
    let world = World::at("b").with("A.md", "a");
    answers(&workflow, &world, &rework("work"), "target-reads", 1);
}

#[test]
fn sub_tasks_under_way_hold_their_plan_in_place() {
    let workflow = small(
        "phase work { next split; }
         phase split {
             subtasks
             next done { subtasks complete; }
             next failed
             rework work by=anyone
         }
         phase done terminal=success
         phase failed terminal=failure",
    );
    let split = World::at("split");
    let broken = SubtaskStanding::Broken("its folder is gone".to_owned());
    for (world, open) in [
        (split.clone(), None),
        (
            split.clone().subtask("a", "done").subtask("b", "failed"),
            None,
        ),
        (
            split.clone().subtask_at("a", SubtaskStanding::Abandoned),
            None,
        ),
        (
            split.clone().subtask("a", "done").subtask("b", "split"),
            Some("login/b: stands in `split`"),
        ),
        (
            split.subtask_at("a", broken),
            Some("login/a: its folder is gone"),
        ),
    ] {
        match open {
            None => answers(&workflow, &world, &rework("work"), "allowed", 0),
            Some(open) => {
                let found = refused(&workflow, &world, &rework("work"));
                assert_eq!(
                    (found.topic.code, found.topic.exit.code()),
                    ("open-subtasks", 1)
                );
                assert_eq!(
                    found.reasons,
                    [format!(
                        "sub-tasks are under way, and going back would take their plan away: \
                         finish or abandon them first: {open}"
                    )]
                );
            }
        }
    }
}

#[test]
fn what_cannot_be_seen_is_not_moved() {
    for fact in [Unreadable::Presence("C.md"), Unreadable::Subtasks] {
        let world = at_c("c").unreadable(fact);
        answers(&plan(), &world, &rework("work"), "fact-unavailable", 7);
    }
}
