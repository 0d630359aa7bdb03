//! Step 1: the task may not be moved at all.

use automaton::diagnostic::Diagnostic;

use super::Case;
use crate::ask::{
    By, DEFAULT, abandon, answer, approve, claim, refused, reject, release, rework, step,
    transition, validate,
};
use crate::page::page;
use crate::world::{Unreadable, World};

pub const CASES: &[Case] = &[
    unreadable,
    no_such_task,
    untracked,
    tampered,
    workflow_missing,
    orphan,
    claimed,
    claim_lost,
    stale_epoch,
    not_claimed,
    task_ended,
    lease_out_of_bounds,
    halted,
    abandoned,
];

fn unreadable() -> Diagnostic {
    let world = World::at("new")
        .claimed_by("bob")
        .unreadable(Unreadable::Now);
    refused(&DEFAULT, &world, &transition("research"))
}

fn no_such_task() -> Diagnostic {
    refused(&DEFAULT, &World::absent().named("epic/part"), &validate())
}

fn untracked() -> Diagnostic {
    refused(&DEFAULT, &World::untracked(None), &transition("research"))
}

fn tampered() -> Diagnostic {
    let world = World::at("new").tampered(".state", "it says `implement`", Some("implement"));
    refused(&DEFAULT, &world, &approve())
}

fn workflow_missing() -> Diagnostic {
    refused(
        &DEFAULT,
        &World::at("new").under_a_file(),
        &transition("research"),
    )
}

fn orphan() -> Diagnostic {
    refused(&DEFAULT, &World::at("implementing"), &validate())
}

fn claimed() -> Diagnostic {
    let world = World::at("new").claimed_by("bob");
    refused(&DEFAULT, &world, &transition("research"))
}

fn claim_lost() -> Diagnostic {
    let world = World::at("new").claimed_by("anna");
    let mut world = world.at_time("2026-01-02T04:00:00Z");
    step(&DEFAULT, &mut world, &claim("30m").actor("bob"));
    step(&DEFAULT, &mut world, &release().actor("bob"));
    refused(&DEFAULT, &world, &transition("research"))
}

fn stale_epoch() -> Diagnostic {
    let world = World::at("new").claimed_by("bob");
    refused(&DEFAULT, &world, &transition("research").in_epoch(3))
}

fn not_claimed() -> Diagnostic {
    refused(&DEFAULT, &World::at("new"), &release())
}

fn task_ended() -> Diagnostic {
    refused(&DEFAULT, &World::at("complete"), &claim("30m"))
}

fn lease_out_of_bounds() -> Diagnostic {
    refused(&DEFAULT, &World::at("new"), &claim("25h"))
}

fn halted() -> Diagnostic {
    let world = World::at("new").in_halted_loop("nightly");
    refused(&DEFAULT, &world, &transition("research"))
}

fn abandoned() -> Diagnostic {
    let world = World::at("new").abandoned("no longer wanted");
    refused(&DEFAULT, &world, &transition("research"))
}

#[test]
fn what_the_first_step_says() {
    insta::assert_snapshot!(page(&unreadable()), @"
    refused: new -> research [fact-unavailable] exit 7
      nothing was decided, because a fact could not be had: .automaton/tasks/login/: permission denied
      .automaton/tasks/login/: permission denied
      next (anyone): automaton transition research --task login
    ");
    insta::assert_snapshot!(page(&no_such_task()), @"
    refused: validate-folder [no-such-task] exit 4
      there is no task `epic/part`
      next (anyone): automaton status
      next (anyone): automaton create-task part --parent epic
    ");
    insta::assert_snapshot!(page(&untracked()), @"
    refused: transition research [untracked] exit 4
      task `login` was created manually, without a `.state`: `automaton create-task` is the way to create tasks, and a person adopts this one with `automaton upgrade`
      next (human): automaton upgrade --task login
    ");
    insta::assert_snapshot!(page(&tampered()), @"
    refused: approve [tampered] exit 6
      `.state`: it says `implement`; nothing moves until a person has repaired the task
      .automaton/tasks/login/.state: it says `implement`
      next (human): automaton repair --task login
      next (anyone): automaton status login
    ");
    insta::assert_snapshot!(page(&workflow_missing()), @"
    refused: new -> research [workflow-missing] exit 6
      the last step was decided by the project's own `.automaton/workflow.kdl`, which is gone: put it back, or let a person repair the task under the built-in workflow
      next (human): automaton repair --task login
      next (anyone): automaton status login
    ");
    insta::assert_snapshot!(page(&orphan()), @"
    refused: validate-folder [orphan-state] exit 3
      the workflow has no state `implementing` any more: put it back, or let a person say which phase takes its place
      next (human): automaton upgrade --map implementing=implement
    ");
    insta::assert_snapshot!(page(&claimed()), @"
    refused: new -> research [claimed] exit 5
      `bob` has claimed the task since 2026-01-02T03:00:00Z until 2026-01-02T04:00:00Z: wait, or work on another task
      next (anyone): automaton claims
      next (human): automaton release --task login
    ");
    insta::assert_snapshot!(page(&claim_lost()), @"
    refused: new -> research [claim-lost] exit 1
      your claim ended when `bob` took the task over or freed it at 2026-01-02T04:00:00Z: look at what happened since, and claim the task again
      next (anyone): automaton claim --task login
    ");
    insta::assert_snapshot!(page(&stale_epoch()), @"
    refused: new -> research [stale-epoch] exit 1
      the request is bound to the epoch 3, but `bob` has claimed the task since 2026-01-02T03:00:00Z until 2026-01-02T04:00:00Z, and the epoch is 1
      next (anyone): automaton claims
    ");
    insta::assert_snapshot!(page(&not_claimed()), @"
    refused: release [not-claimed] exit 1
      nobody has claimed the task
      next (anyone): automaton claim --task login
    ");
    insta::assert_snapshot!(page(&task_ended()), @"
    refused: claim [task-ended] exit 1
      the task has ended, and there is no work on it to claim
      next (anyone): automaton status login
    ");
    insta::assert_snapshot!(page(&lease_out_of_bounds()), @"
    refused: claim [lease-out-of-bounds] exit 2
      a claim lasts from one minute to 24 hours, and is renewed by working
      next (anyone): automaton claim --task login
    ");
    insta::assert_snapshot!(page(&halted()), @r#"
    refused: new -> research [loop-halted] exit 3
      the task belongs to the loop `nightly`, which is halted until a person lets it go on
      next (human): automaton loop approve nightly --reason "..."
    "#);
    insta::assert_snapshot!(page(&abandoned()), @"
    refused: new -> research [abandoned] exit 1
      the task was abandoned and moves no more: no longer wanted
      next (anyone): automaton status login
    ");
}

#[test]
fn several_failures_are_reported_together_and_the_gravest_decides() {
    // DESIGN: the exit code is the first that applies of 6, 4, 5, 3, 1.
    let world = World::at("implementing")
        .under_a_file()
        .claimed_by("bob")
        .in_halted_loop("nightly")
        .abandoned("no longer wanted");
    let found = refused(&DEFAULT, &world, &transition("research"));
    assert_eq!(
        (found.topic.code, found.topic.exit.code()),
        ("workflow-missing", 6)
    );
    assert_eq!(found.reasons.len(), 5);
    let at = || World::at("implementing").abandoned("why");
    for (world, expected) in [
        (at().claimed_by("bob").in_halted_loop("x"), ("claimed", 5)),
        (at().in_halted_loop("x"), ("orphan-state", 3)),
        (
            World::at("new").abandoned("why").in_halted_loop("x"),
            ("loop-halted", 3),
        ),
        (World::at("new").abandoned("why"), ("abandoned", 1)),
        (
            at().claimed_by("bob").unreadable(Unreadable::Loop),
            ("fact-unavailable", 7),
        ),
    ] {
        assert_eq!(answer(&DEFAULT, &world, &transition("research")), expected);
    }
}

#[test]
fn the_first_step_guards_every_request_that_moves_a_task() {
    let worlds = [
        (World::absent(), "no-such-task", 4),
        (World::untracked(Some("implement")), "untracked", 4),
        (
            World::at("implement").tampered(".state", "x", None),
            "tampered",
            6,
        ),
        (World::at("implement").under_a_file(), "workflow-missing", 6),
        (World::at("elsewhere"), "orphan-state", 3),
        (World::at("implement").in_halted_loop("x"), "loop-halted", 3),
        (World::at("implement").abandoned("why"), "abandoned", 1),
        (
            World::at("implement").unreadable(Unreadable::Standing),
            "fact-unavailable",
            7,
        ),
        (
            World::at("implement").unreadable(Unreadable::Loop),
            "fact-unavailable",
            7,
        ),
    ];
    for (world, code, exit) in &worlds {
        for request in [
            transition("bug_find"),
            approve(),
            reject(),
            rework("research"),
        ] {
            assert_eq!(answer(&DEFAULT, world, &request.person()), (*code, *exit));
        }
    }
    // Looking disturbs nobody, and a claim is no obstacle to its owner.
    let claimed = World::at("new").claimed_by("bob").in_halted_loop("x");
    assert_eq!(answer(&DEFAULT, &claimed, &validate()), ("allowed", 0));
    let claimed = World::at("new").claimed_by("bob");
    assert_eq!(
        answer(&DEFAULT, &claimed, &transition("research").actor("bob")).1,
        0
    );
    // Abandoning needs a whole journal, and nothing else.
    for (world, code, exit) in &worlds[..3] {
        assert_eq!(answer(&DEFAULT, world, &abandon().person()), (*code, *exit));
    }
}
