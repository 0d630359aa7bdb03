//! Who may decide: DESIGN section 5, "Approval".

use automaton::digest::Digest;
use automaton::workflow::Workflow;

use crate::ask::{
    By, DEFAULT, allowed, answer, answers, approve, refused, reject, small, step, transition,
    validate,
};
use crate::page::{next, places};
use crate::world::{World, name};

/// One phase under this approval.
fn under(approval: &str) -> Workflow {
    small(&format!(
        "artifact A.md
         phase work {{ produces A.md; {approval}; next done; }}
         phase done terminal=success"
    ))
}

fn pending() -> World {
    World::at("work:awaiting_approval")
        .with("A.md", "a")
        .recorded()
}

#[test]
fn the_workflow_says_who_may_decide() {
    for (approval, agent, program, person) in [
        (
            "approval",
            ("person-required", 3),
            ("person-required", 3),
            ("allowed", 0),
        ),
        (
            "approval by=human",
            ("person-required", 3),
            ("person-required", 3),
            ("allowed", 0),
        ),
        (
            "approval by=anyone",
            ("allowed", 0),
            ("allowed", 0),
            ("allowed", 0),
        ),
    ] {
        let workflow = under(approval);
        for request in [approve(), reject()] {
            let answer = |request| answer(&workflow, &pending(), &request);
            assert_eq!(answer(request.clone().agent()), agent, "{approval}");
            assert_eq!(answer(request.clone()), program, "{approval}");
            assert_eq!(answer(request.person()), person, "{approval}");
        }
    }
}

#[test]
fn an_agent_is_given_the_command_for_its_user() {
    let found = refused(&under("approval by=human"), &pending(), &approve().agent());
    assert_eq!(next(&found), [("human", "automaton approve --task login")]);
    assert_eq!(places(&found), ["approval by=human"]);
    let found = refused(&under("approval"), &pending(), &reject().agent());
    assert_eq!(
        next(&found),
        [("human", "automaton reject --task login --reason \"...\"")]
    );
}

#[test]
fn only_approve_enters_the_granted_state() {
    for by in ["human", "signed", "anyone"] {
        let workflow = under(&format!("approval by={by}"));
        for state in ["work", "work:awaiting_approval"] {
            let world = World::at(state).with("A.md", "a").recorded();
            for to in ["work:approved", "done"] {
                for request in [
                    transition(to),
                    transition(to).agent(),
                    transition(to).person(),
                ] {
                    let expected = if state == "work" {
                        ("no-such-transition", 1)
                    } else {
                        ("approval-required", 3)
                    };
                    assert_eq!(
                        answer(&workflow, &world, &request),
                        expected,
                        "{state} -> {to}"
                    );
                }
            }
        }
    }
}

#[test]
fn an_approval_records_what_it_approved_until_it_is_void() {
    let workflow = under("approval by=anyone");
    let mut world = World::at("work").with("A.md", "a");
    step(&workflow, &mut world, &transition("work:awaiting_approval"));
    assert_eq!(world.approvals(), [""; 0]);
    let order = step(&workflow, &mut world, &approve());
    assert_eq!(order.artifacts, [(name("A.md"), Digest::of(b"a"))].into());
    assert_eq!(world.state(), "work:approved");
    assert_eq!(world.approvals(), ["work"]);
    // To go on keeps it, to revise voids it.
    let mut onward = world.clone();
    step(&workflow, &mut onward, &transition("done"));
    assert_eq!(onward.approvals(), ["work"]);
    let order = step(&workflow, &mut world, &transition("work"));
    assert_eq!(order.voids, [name("work")]);
    assert_eq!(world.approvals(), [""; 0]);
}

#[test]
fn turning_down_says_why_and_goes_back_to_work() {
    let order = allowed(&under("approval by=anyone"), &pending(), &reject());
    assert_eq!(order.to.to_string(), "work");
    assert_eq!(order.note.as_deref(), Some("not yet"));
    assert_eq!(order.actor.as_str(), "anna");
}

#[test]
fn approving_takes_a_valid_folder_and_finished_work() {
    let spec = World::at("research:awaiting_approval")
        .with("SPEC.md", "spec")
        .recorded();
    answers(&DEFAULT, &spec, &approve().person(), "allowed", 0);
    let early = spec.clone().with("DESIGN.md", "too early");
    answers(
        &DEFAULT,
        &early,
        &approve().person(),
        "forbidden-artifact",
        1,
    );
    let changed = spec.with("SPEC.md", "changed");
    answers(
        &DEFAULT,
        &changed,
        &approve().person(),
        "artifact-changed",
        6,
    );
    // To turn it down or to take it back is how that is put right.
    answers(&DEFAULT, &changed, &reject().person(), "allowed", 0);
    answers(&DEFAULT, &changed, &transition("research"), "allowed", 0);
}

#[test]
fn the_names_of_the_sub_states_are_the_file_s() {
    let workflow = small(
        "approval pending=in_review granted=agreed by=anyone
         artifact A.md
         phase work { produces A.md; approval; next done; }
         phase done terminal=success",
    );
    let mut world = World::at("work").with("A.md", "a");
    answers(
        &workflow,
        &world,
        &transition("work:awaiting_approval"),
        "unknown-state",
        2,
    );
    step(&workflow, &mut world, &transition("work:in_review"));
    step(&workflow, &mut world, &approve());
    assert_eq!(world.state(), "work:agreed");
    answers(&workflow, &world, &validate(), "allowed", 0);
    // A phase without an approval has no such states.
    answers(
        &workflow,
        &world,
        &transition("done:agreed"),
        "unknown-state",
        2,
    );
}
