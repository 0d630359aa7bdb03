//! Step 2: no edge leads there, or not for whoever asks.

use automaton::diagnostic::Diagnostic;

use super::Case;
use crate::ask::{By, DEFAULT, approve, refused, rework, small, transition};
use crate::page::page;
use crate::world::World;

pub const CASES: &[Case] = &[
    unknown_state,
    no_such_transition,
    approval_required,
    nothing_pending,
    person_required,
    signature_required,
    already_there,
];

fn unknown_state() -> Diagnostic {
    refused(
        &DEFAULT,
        &World::at("research"),
        &transition("reserach:approved"),
    )
}

/// The example of DESIGN section 7.
fn no_such_transition() -> Diagnostic {
    let world = World::at("research").with("SPEC.md", "spec");
    refused(&DEFAULT, &world, &transition("design"))
}

fn approval_required() -> Diagnostic {
    let world = World::at("research:awaiting_approval").with("SPEC.md", "spec");
    refused(&DEFAULT, &world, &transition("design"))
}

fn nothing_pending() -> Diagnostic {
    refused(&DEFAULT, &World::at("research"), &approve().person())
}

fn person_required() -> Diagnostic {
    let world = World::at("research:awaiting_approval").with("SPEC.md", "spec");
    refused(&DEFAULT, &world, &approve().agent())
}

fn signature_required() -> Diagnostic {
    let workflow = small(
        "phase work { approval by=signed; next done; }
         phase done terminal=success",
    );
    refused(
        &workflow,
        &World::at("work:awaiting_approval"),
        &approve().person(),
    )
}

fn already_there() -> Diagnostic {
    refused(&DEFAULT, &World::at("implement"), &transition("implement"))
}

#[test]
fn what_the_second_step_says() {
    insta::assert_snapshot!(page(&unknown_state()), @"
    refused: research -> reserach:approved [unknown-state] exit 2
      the workflow has no state `reserach:approved`; did you mean `research:approved`?
      next (anyone): automaton transition research:awaiting_approval --task login
    ");
    insta::assert_snapshot!(page(&no_such_transition()), @"
    refused: research -> design [no-such-transition] exit 1
      `research` must be submitted and approved before `design`
        workflow.kdl:88  approval
      next (anyone): automaton transition research:awaiting_approval --task login
    ");
    insta::assert_snapshot!(page(&approval_required()), @r#"
    refused: research:awaiting_approval -> design [approval-required] exit 3
      `research` is submitted: a person must approve it before the task goes on
        workflow.kdl:88  approval
      next (human): automaton approve --task login
      next (human): automaton reject --task login --reason "..."
      next (anyone): automaton transition research --task login
    "#);
    insta::assert_snapshot!(page(&nothing_pending()), @"
    refused: approve [nothing-pending] exit 1
      the task stands in `research`, where no approval is pending: submit it first
        workflow.kdl:88  approval
      next (anyone): automaton transition research:awaiting_approval --task login
    ");
    insta::assert_snapshot!(page(&person_required()), @"
    refused: approve [person-required] exit 3
      only a person at a terminal may do this; an agent gives the command to its user
        workflow.kdl:88  approval
      next (human): automaton approve --task login
    ");
    insta::assert_snapshot!(page(&signature_required()), @"
    refused: approve [signature-required] exit 3
      0 of 1 signatures are there: a listed approver signs next
        workflow.kdl:3  approval by=signed
      next (human): automaton approve --task login --sign KEY
      next (anyone): automaton approve --task login --print-statement
    ");
    insta::assert_snapshot!(page(&already_there()), @"
    refused: implement -> implement [already-there] exit 1
      `anna` brought the task to `implement` at 2026-01-02T03:04:05Z
      next (anyone): automaton transition bug_find --task login
    ");
}

#[test]
fn a_refused_edge_lists_the_legal_ones_each_with_its_command() {
    let at = |state| refused(&DEFAULT, &World::at(state), &transition("referee"));
    insta::assert_snapshot!(page(&at("research:approved")), @"
    refused: research:approved -> referee [no-such-transition] exit 1
      no edge leads from `research:approved` to `referee`
        workflow.kdl:82  research
      next (anyone): automaton transition research --task login
      next (anyone): automaton transition decomposition --task login
      next (anyone): automaton transition design --task login
      next (anyone): automaton transition implement --task login
    ");
    insta::assert_snapshot!(page(&at("implement")), @r#"
    refused: implement -> referee [no-such-transition] exit 1
      no edge leads from `implement` to `referee`
        workflow.kdl:180  implement
      next (anyone): automaton transition bug_find --task login
      next (human): automaton rework research --task login --reason "..."
      next (human): automaton rework design --task login --reason "..."
      next (human): automaton rework test_design --task login --reason "..."
    "#);
    insta::assert_snapshot!(page(&at("complete")), @"
    refused: complete -> referee [no-such-transition] exit 1
      `complete` is terminal: the task has ended
        workflow.kdl:285  complete
      next (anyone): automaton status login
    ");
    let back = refused(
        &DEFAULT,
        &World::at("bug_find"),
        &rework("research").person(),
    );
    insta::assert_snapshot!(page(&back), @r#"
    refused: rework bug_find -> research [no-such-transition] exit 1
      no edge leads from `bug_find` to `research`
        workflow.kdl:206  bug_find
      next (anyone): automaton transition adversarial_bug_find --task login
      next (human): automaton rework implement --task login --reason "..."
    "#);
    let granted = refused(
        &DEFAULT,
        &World::at("research"),
        &transition("research:approved"),
    );
    insta::assert_snapshot!(page(&granted), @"
    refused: research -> research:approved [no-such-transition] exit 1
      `research` must be submitted and approved before `research:approved`
        workflow.kdl:88  approval
      next (anyone): automaton transition research:awaiting_approval --task login
    ");
}

#[test]
fn there_is_nothing_to_approve_where_no_approval_is_or_was_asked_for() {
    let implement = refused(&DEFAULT, &World::at("implement"), &approve().person());
    insta::assert_snapshot!(page(&implement), @r#"
    refused: approve [nothing-pending] exit 1
      the task stands in `implement`, where no approval is pending: the phase needs none
        workflow.kdl:180  implement
      next (anyone): automaton transition bug_find --task login
      next (human): automaton rework research --task login --reason "..."
      next (human): automaton rework design --task login --reason "..."
      next (human): automaton rework test_design --task login --reason "..."
    "#);
    let granted = refused(&DEFAULT, &World::at("design:approved"), &approve().person());
    insta::assert_snapshot!(page(&granted), @"
    refused: approve [nothing-pending] exit 1
      the task stands in `design:approved`, where no approval is pending: it was granted already
        workflow.kdl:137  approval
      next (anyone): automaton transition design --task login
      next (anyone): automaton transition test_design --task login
      next (anyone): automaton transition implement --task login
    ");
}
