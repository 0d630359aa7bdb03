//! The beginning and the end of a task: create and abandon.

use std::collections::BTreeMap;

use automaton::engine::StepKind;

use crate::ask::{By, DEFAULT, abandon, allowed, answer, answers, create, refused, small, step};
use crate::page::{next, offending};
use crate::world::{Unreadable, World, name};

#[test]
fn a_task_starts_in_the_initial_phase_and_is_made_once() {
    let order = allowed(&DEFAULT, &World::absent(), &create().agent());
    assert_eq!((order.kind, order.from), (StepKind::Create, None));
    assert_eq!(order.to.to_string(), "new");
    assert_eq!(order.artifacts, BTreeMap::new());
    assert_eq!(order.inherits, []);
    for world in [
        World::at("new"),
        World::untracked(None),
        World::at("new").tampered(".state", "garbled", None),
        World::at("new").abandoned("no longer wanted"),
    ] {
        answers(&DEFAULT, &world, &create(), "task-exists", 1);
    }
}

fn child(name: &str, parent: &World) -> World {
    World::absent().named(name).under(parent)
}

#[test]
fn a_sub_task_is_made_while_its_parent_is_settled_and_inherits() {
    let order = allowed(
        &DEFAULT,
        &child("epic/part", &World::at("decomposition:approved")),
        &create(),
    );
    assert_eq!(order.to.to_string(), "new");
    assert_eq!(order.inherits, [(name("SPEC.md"), name("PARENT_SPEC.md"))]);
    for (parent, code, exit) in [
        (World::at("decomposition"), "no-subtasks-here", 1),
        (
            World::at("decomposition:awaiting_approval"),
            "no-subtasks-here",
            1,
        ),
        (World::at("implement"), "no-subtasks-here", 1),
        (World::at("no_such_phase"), "no-subtasks-here", 1),
        (World::absent(), "no-such-task", 4),
        (World::untracked(None), "untracked", 4),
        (
            World::at("new").tampered(".state", "garbled", None),
            "tampered",
            6,
        ),
        (
            World::at("decomposition:approved").abandoned("split anew"),
            "abandoned",
            1,
        ),
        (
            World::at("decomposition:approved").under_a_file(),
            "workflow-missing",
            6,
        ),
    ] {
        answers(
            &DEFAULT,
            &child("epic/part", &parent),
            &create(),
            code,
            exit,
        );
    }
    let blind = child("epic/part", &World::at("decomposition:approved"));
    answers(
        &DEFAULT,
        &blind.unreadable(Unreadable::Parent),
        &create(),
        "fact-unavailable",
        7,
    );
}

#[test]
fn what_is_wrong_with_the_parent_is_said_of_the_parent() {
    let garbled = World::at("new").tampered(".state", "garbled", None);
    let found = refused(&DEFAULT, &child("epic/part", &garbled), &create());
    assert_eq!(
        offending(&found),
        ["epic/.state"].map(|f| format!(".automaton/tasks/{f}"))
    );
    assert_eq!(next(&found)[0], ("human", "automaton repair --task epic"));
    let found = refused(&DEFAULT, &child("epic/part", &World::absent()), &create());
    assert_eq!(
        found.reasons,
        ["no sub-task can be made under `epic`: there is no task `epic`"]
    );
    assert_eq!(next(&found)[1], ("anyone", "automaton create-task epic"));
}

#[test]
fn sub_tasks_nest_as_deep_as_declared() {
    let nested = |depth: u32| {
        small(&format!(
            "phase work {{ subtasks depth={depth}; next done; }}
             phase done terminal=success"
        ))
    };
    let parent = World::at("work");
    for (depth, task, code) in [
        (1, "a/b", "allowed"),
        (1, "a/b/c", "no-subtasks-here"),
        (2, "a/b/c", "allowed"),
        (2, "a/b/c/d", "no-subtasks-here"),
    ] {
        assert_eq!(
            answer(&nested(depth), &child(task, &parent), &create()).0,
            code,
            "{task}"
        );
    }
}

#[test]
fn a_person_ends_a_task_wherever_it_stands() {
    let done = World::at("complete");
    for world in [
        World::at("research"),
        World::at("research:awaiting_approval"),
        World::at("no_longer_a_phase"),
        World::at("implement")
            .claimed_by("bob")
            .in_halted_loop("nightly"),
        World::at("new").with("VERDICT.md", "too early"),
        World::at("new").under_a_file(),
        done,
    ] {
        let state = world.state();
        for request in [abandon(), abandon().agent()] {
            answers(&DEFAULT, &world, &request, "person-required", 3);
        }
        let mut world = world;
        let order = step(&DEFAULT, &mut world, &abandon().person());
        assert_eq!(order.note.as_deref(), Some("no longer wanted"));
        assert_eq!(world.state(), state, "it stays where it was");
        answers(&DEFAULT, &world, &abandon().person(), "abandoned", 1);
    }
    let broken = World::at("new").tampered(".state", "garbled", None);
    answers(&DEFAULT, &broken, &abandon().person(), "tampered", 6);
}
