//! Guards: DESIGN section 5, step 5, and LANGUAGE, "Guards".

use automaton::engine::{CheckResult, SubtaskStanding, checks};
use automaton::workflow::Workflow;

use crate::ask::{DEFAULT, allowed, answer, answers, refused, small, transition};
use crate::page::{next, offending, places};
use crate::world::{Unreadable, World};

fn failed() -> CheckResult {
    CheckResult::Failed {
        ended: "it exited with 1".to_owned(),
        tail: vec!["test a ... ok".to_owned(), "test b ... FAILED".to_owned()],
    }
}

/// From `work` to `done`, with these guards; `A.md` and `B.md` state PASS or FAIL.
fn guarded(guards: &str) -> Workflow {
    small(&format!(
        "artifact A.md {{ outcome PASS FAIL; }}
         artifact B.md {{ outcome PASS FAIL; }}
         phase work {{ next done {{ {guards} }}; next failed {{ outcome A.md FAIL; }}; }}
         phase done terminal=success
         phase failed terminal=failure"
    ))
}

/// The commands that would have to be run for the step to `to`.
fn commands(workflow: &Workflow, world: &World, to: &str) -> Vec<String> {
    let checks = checks(workflow, world, &transition(to)).unwrap_or_default();
    checks.into_iter().map(|check| check.command).collect()
}

#[test]
fn an_outcome_guard_asks_for_its_words() {
    let workflow = guarded("outcome A.md PASS");
    let world = World::at("work").with("A.md", "PASS");
    answers(&workflow, &world, &transition("done"), "allowed", 0);
    let world = World::at("work").with("A.md", "Verdict: FAIL");
    let found = refused(&workflow, &world, &transition("done"));
    assert_eq!(found.topic.code, "guard-failed");
    assert_eq!(
        found.reasons,
        ["`A.md` must state `PASS`: it states `FAIL`"]
    );
    assert_eq!(places(&found), ["outcome A.md PASS"]);
    assert_eq!(offending(&found), ["A.md"]);
    // What the file says opens another edge, and that is what is proposed.
    assert_eq!(
        next(&found),
        [("anyone", "automaton transition failed --task login")]
    );
    for (text, why) in [
        ("nothing", "`A.md` must state `PASS`: it states no outcome"),
        (
            "PASS\nFAIL",
            "`A.md` must state `PASS`: its lines disagree: line 1: `PASS`, line 2: `FAIL`",
        ),
    ] {
        let world = World::at("work").with("A.md", text);
        let found = refused(&workflow, &world, &transition("done"));
        assert_eq!(found.reasons, [why]);
        assert_eq!(
            next(&found),
            [("anyone", "automaton transition done --task login")]
        );
    }
    answers(
        &workflow,
        &World::at("work"),
        &transition("done"),
        "guard-failed",
        1,
    );
}

#[test]
fn the_outcome_of_one_artifact_opens_no_edge_that_asks_another() {
    let workflow = guarded("outcome B.md PASS");
    let world = World::at("work").with("A.md", "PASS").with("B.md", "FAIL");
    let found = refused(&workflow, &world, &transition("done"));
    assert_eq!(
        next(&found),
        [("anyone", "automaton transition done --task login")]
    );
}

#[test]
fn all_guards_must_hold_and_all_that_do_not_are_named() {
    let workflow = guarded("outcome A.md PASS; outcome B.md PASS; contains A.md \"signed\"");
    let world = World::at("work").with("A.md", "FAIL").with("B.md", "PASS");
    let found = refused(&workflow, &world, &transition("done"));
    assert_eq!(
        found.reasons,
        [
            "`A.md` must state `PASS`: it states `FAIL`",
            "`A.md` must contain `signed`: it does not",
        ]
    );
    assert_eq!(
        places(&found),
        ["outcome A.md PASS", "contains A.md \"signed\""]
    );
    let world = world.with("A.md", "PASS\n\nsigned");
    answers(&workflow, &world, &transition("done"), "allowed", 0);
}

#[test]
fn a_check_is_asked_for_only_when_everything_before_it_holds() {
    let workflow = guarded("outcome A.md PASS; check \"make test\"");
    let cheap_fails = World::at("work").with("A.md", "FAIL");
    assert_eq!(commands(&workflow, &cheap_fails, "done"), [""; 0]);
    answers(
        &workflow,
        &cheap_fails,
        &transition("done"),
        "guard-failed",
        1,
    );

    let world = World::at("work").with("A.md", "PASS");
    assert_eq!(commands(&workflow, &world, "done"), ["make test"]);
    let found = refused(&workflow, &world, &transition("done"));
    assert_eq!(
        (found.topic.code, found.topic.exit.code()),
        ("check-not-run", 5)
    );
    assert_eq!(
        next(&found),
        [("anyone", "automaton transition done --task login")]
    );

    let passed = world.clone().ran("make test", CheckResult::Passed);
    answers(&workflow, &passed, &transition("done"), "allowed", 0);
    // A result does not outweigh what cannot be seen.
    let unseen = passed.unreadable(Unreadable::Check);
    answers(
        &workflow,
        &unseen,
        &transition("done"),
        "fact-unavailable",
        7,
    );

    let found = refused(
        &workflow,
        &world.ran("make test", failed()),
        &transition("done"),
    );
    assert_eq!(found.topic.code, "guard-failed");
    assert_eq!(
        found.reasons,
        [
            "`make test` must succeed: it exited with 1; its last lines:\n\
          test a ... ok\ntest b ... FAILED"
        ]
    );
    assert_eq!(places(&found), ["check \"make test\""]);
}

#[test]
fn a_request_that_other_rules_refuse_runs_no_check() {
    let workflow = guarded("check \"make test\"");
    let claimed = World::at("work").claimed_by("bob");
    let refusal = checks(&workflow, &claimed, &transition("done")).expect_err("claimed");
    assert_eq!(refusal.topic().code, "claimed");
    let refusal = checks(&workflow, &World::at("done"), &transition("work"));
    assert_eq!(
        refusal.expect_err("no edge").topic().code,
        "no-such-transition"
    );
    let check = checks(&workflow, &World::at("work"), &crate::ask::validate());
    assert_eq!(check.expect("nothing to run"), []);
}

#[test]
fn each_command_is_asked_for_once() {
    let workflow = small(
        "phase work {
             next done { check a; check b; }
             next done { check a; }
         }
         phase done terminal=success",
    );
    assert_eq!(commands(&workflow, &World::at("work"), "done"), ["a", "b"]);
}

#[test]
fn of_edges_to_one_state_any_that_holds_is_taken() {
    let workflow = small(
        "artifact A.md { outcome PASS FAIL; }
         phase work {
             next done { outcome A.md PASS; check slow; }
             next done { outcome A.md FAIL; }
         }
         phase done terminal=success",
    );
    let world = World::at("work").with("A.md", "FAIL");
    assert_eq!(answer(&workflow, &world, &transition("done")).0, "allowed");
    assert_eq!(commands(&workflow, &world, "done"), [""; 0]);
    let world = World::at("work").with("A.md", "PASS");
    assert_eq!(
        answer(&workflow, &world, &transition("done")).0,
        "check-not-run"
    );
    assert_eq!(commands(&workflow, &world, "done"), ["slow"]);
    let found = refused(&workflow, &World::at("work"), &transition("done"));
    assert_eq!(places(&found), ["outcome A.md PASS", "outcome A.md FAIL"]);
}

#[test]
fn sub_tasks_are_complete_when_there_is_one_and_all_ended_well() {
    let settled = World::at("decomposition:approved")
        .with("SPEC.md", "spec")
        .with("DECOMPOSITION.md", "parts")
        .recorded();
    let abandoned = |world: World| world.subtask_at("gone", SubtaskStanding::Abandoned);
    let broken = SubtaskStanding::Broken("its folder is gone".to_owned());
    for (world, why) in [
        (
            settled.clone(),
            Some("there is none that was not abandoned"),
        ),
        (
            abandoned(settled.clone()),
            Some("there is none that was not abandoned"),
        ),
        (settled.clone().subtask("a", "complete"), None),
        (abandoned(settled.clone().subtask("a", "complete")), None),
        (
            settled
                .clone()
                .subtask("a", "complete")
                .subtask("b", "referee"),
            Some("login/b: stands in `referee`"),
        ),
        (
            settled.clone().subtask("a", "human_intervention"),
            Some("login/a: stands in `human_intervention`"),
        ),
        (
            settled.clone().subtask("a", "no_such_phase"),
            Some("login/a: stands in `no_such_phase`"),
        ),
        (
            settled
                .clone()
                .subtask("a", "complete")
                .subtask_at("b", broken),
            Some("login/b: its folder is gone"),
        ),
    ] {
        match why {
            None => {
                let order = allowed(&DEFAULT, &world, &transition("complete"));
                assert_eq!(order.to.to_string(), "complete");
            }
            Some(why) => {
                let found = refused(&DEFAULT, &world, &transition("complete"));
                assert_eq!(found.topic.code, "guard-failed");
                assert_eq!(
                    found.reasons,
                    [format!("all sub-tasks must be complete: {why}")]
                );
                assert_eq!(places(&found), ["subtasks complete"]);
            }
        }
    }
    let found = refused(&DEFAULT, &settled, &transition("complete"));
    assert_eq!(
        next(&found),
        [("anyone", "automaton create-task NAME --parent login")]
    );
}
