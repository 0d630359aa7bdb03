//! Steps 3 to 6: what is in the task's folder, or not.

use automaton::diagnostic::Diagnostic;
use automaton::engine::CheckResult;

use super::Case;
use crate::ask::{By, DEFAULT, approve, refused, small, transition, validate};
use crate::page::page;
use crate::world::World;

pub const CASES: &[Case] = &[
    forbidden,
    not_a_file,
    case_mismatch,
    changed,
    changed_while_pending,
    unknown_file,
    missing,
    contract,
    guard,
    check,
    check_not_run,
    target_forbids,
    target_reads,
];

fn forbidden() -> Diagnostic {
    let world = World::at("research").with_all(&["SPEC.md", "DESIGN.md", "VERDICT.md"]);
    refused(&DEFAULT, &world, &transition("research:awaiting_approval"))
}

fn not_a_file() -> Diagnostic {
    let world = World::at("research").with_other("SPEC.md", "a symbolic link");
    refused(&DEFAULT, &world, &validate())
}

fn case_mismatch() -> Diagnostic {
    let world = World::at("research").with("Spec.md", "spec");
    refused(&DEFAULT, &world, &validate())
}

fn changed() -> Diagnostic {
    let files = ["SPEC.md", "DESIGN.md"];
    let world = World::at("implement").with_all(&files).recorded();
    refused(&DEFAULT, &world.with("DESIGN.md", "other"), &validate())
}

fn changed_while_pending() -> Diagnostic {
    let world = World::at("research:awaiting_approval")
        .with("SPEC.md", "spec")
        .recorded();
    refused(
        &DEFAULT,
        &world.with("SPEC.md", "other"),
        &approve().person(),
    )
}

fn unknown_file() -> Diagnostic {
    let workflow = small(
        "unknown-files refuse
         metadata NOTES.md
         phase work { next done; }
         phase done terminal=success",
    );
    let world = World::at("work").with_all(&["NOTES.md", "draft.txt"]);
    refused(&workflow, &world, &transition("done"))
}

fn missing() -> Diagnostic {
    refused(
        &DEFAULT,
        &World::at("research"),
        &transition("research:awaiting_approval"),
    )
}

fn contract() -> Diagnostic {
    let world = World::at("referee").with("VERDICT.md", "PASS\n\nVerdict: FAIL\n");
    refused(&DEFAULT, &world, &transition("complete"))
}

fn guard() -> Diagnostic {
    let world = World::at("referee").with("VERDICT.md", "Verdict: FAIL\n");
    refused(&DEFAULT, &world, &transition("complete"))
}

fn checked(result: CheckResult) -> Diagnostic {
    let workflow = small(
        "phase work { next done { check \"make test\" timeout=\"1m\"; }; }
         phase done terminal=success",
    );
    let world = World::at("work").ran("make test", result);
    refused(&workflow, &world, &transition("done"))
}

fn check() -> Diagnostic {
    checked(CheckResult::Failed {
        ended: "it exited with 2".to_owned(),
        tail: vec!["make: *** [test] Error 2".to_owned()],
    })
}

fn check_not_run() -> Diagnostic {
    checked(CheckResult::NotRun)
}

fn target_forbids() -> Diagnostic {
    let workflow = small(
        "artifact A.md
         phase work { next next; }
         phase next { forbids A.md; next done; }
         phase done terminal=success",
    );
    let world = World::at("work").with("A.md", "a");
    refused(&workflow, &world, &transition("next"))
}

fn target_reads() -> Diagnostic {
    let workflow = small(
        "artifact A.md
         phase work { produces A.md optional=#true; next review; next done; }
         phase review { reads A.md; next done; }
         phase done terminal=success",
    );
    refused(&workflow, &World::at("work"), &transition("review"))
}

#[test]
fn what_the_steps_about_the_folder_say() {
    insta::assert_snapshot!(page(&forbidden()), @"
    refused: research -> research:awaiting_approval [forbidden-artifact] exit 1
      `DESIGN.md` must not exist in `research`: move it out of the task folder
      `VERDICT.md` must not exist in `research`: move it out of the task folder
        workflow.kdl:86  DESIGN.md
        workflow.kdl:87  VERDICT.md
      .automaton/tasks/login/DESIGN.md: forbidden
      .automaton/tasks/login/VERDICT.md: forbidden
      next (anyone): automaton transition research:awaiting_approval --task login
    ");
    insta::assert_snapshot!(page(&not_a_file()), @"
    refused: validate-folder [not-a-file] exit 1
      `SPEC.md` must be a regular file, and is a symbolic link: replace it by one, or move it away
        workflow.kdl:57  SPEC.md
      .automaton/tasks/login/SPEC.md: a symbolic link
      next (anyone): automaton validate-folder --task login
    ");
    insta::assert_snapshot!(page(&case_mismatch()), @"
    refused: validate-folder [case-mismatch] exit 1
      `Spec.md` differs from `SPEC.md` only in case: rename it
        workflow.kdl:57  SPEC.md
      .automaton/tasks/login/Spec.md: differs only in case
      next (anyone): automaton validate-folder --task login
    ");
    insta::assert_snapshot!(page(&changed()), @r#"
    refused: validate-folder [artifact-changed] exit 6
      `DESIGN.md` was changed after its phase was left: put it back as it was, or go back to a phase that may write it
        workflow.kdl:59  DESIGN.md
      .automaton/tasks/login/DESIGN.md: changed
      next (human): automaton rework research --task login --reason "..."
      next (human): automaton rework design --task login --reason "..."
      next (human): automaton repair --task login
    "#);
    insta::assert_snapshot!(page(&changed_while_pending()), @"
    refused: approve [artifact-changed] exit 6
      `SPEC.md` was changed after it was submitted: put it back as it was, or withdraw the submission
        workflow.kdl:88  approval
      .automaton/tasks/login/SPEC.md: changed
      next (anyone): automaton transition research --task login
      next (human): automaton repair --task login
    ");
    insta::assert_snapshot!(page(&unknown_file()), @"
    refused: work -> done [unknown-file] exit 1
      the workflow does not name `draft.txt`: move it out of the task folder, or declare it as `metadata`
      .automaton/tasks/login/draft.txt: unknown
      next (anyone): automaton transition done --task login
    ");
    insta::assert_snapshot!(page(&missing()), @"
    refused: research -> research:awaiting_approval [missing-artifact] exit 1
      `SPEC.md` is missing: `research` has to write it
        workflow.kdl:85  SPEC.md
      .automaton/tasks/login/SPEC.md: missing
      next (anyone): automaton transition research:awaiting_approval --task login
    ");
    insta::assert_snapshot!(page(&contract()), @"
    refused: referee -> complete [contract-unmet] exit 1
      `VERDICT.md` states different outcomes, leave one: line 1: `PASS`, line 3: `Verdict: FAIL`
        workflow.kdl:70  PASS
      .automaton/tasks/login/VERDICT.md: not as the workflow asks
      next (anyone): automaton transition complete --task login
    ");
    insta::assert_snapshot!(page(&guard()), @"
    refused: referee -> complete [guard-failed] exit 1
      `VERDICT.md` must state `PASS`: it states `FAIL`
        workflow.kdl:272  outcome VERDICT.md PASS
      .automaton/tasks/login/VERDICT.md: states `FAIL`
      next (anyone): automaton transition human_intervention --task login
    ");
    insta::assert_snapshot!(page(&check()), @r#"
    refused: work -> done [guard-failed] exit 1
      `make test` must succeed: it exited with 2; its last lines:
      make: *** [test] Error 2
        workflow.kdl:3  check "make test" timeout="1m"
      next (anyone): automaton transition done --task login
    "#);
    insta::assert_snapshot!(page(&check_not_run()), @r#"
    refused: work -> done [check-not-run] exit 5
      `make test` was not run for the task as it is now: run the same command again
        workflow.kdl:3  check "make test" timeout="1m"
      next (anyone): automaton transition done --task login
    "#);
    insta::assert_snapshot!(page(&target_forbids()), @"
    refused: work -> next [target-forbids] exit 1
      `A.md` must not exist in `next`: move it out of the task folder
        workflow.kdl:5  A.md
      .automaton/tasks/login/A.md: forbidden
      next (anyone): automaton transition next --task login
    ");
    insta::assert_snapshot!(page(&target_reads()), @"
    refused: work -> review [target-reads] exit 1
      `review` reads `A.md`, which is missing; `work` writes it
        workflow.kdl:5  A.md
      .automaton/tasks/login/A.md: missing
      next (anyone): automaton transition review --task login
    ");
}

#[test]
fn what_was_approved_is_revised_or_repaired_and_not_submitted_again() {
    let world = World::at("research:approved")
        .with("SPEC.md", "spec")
        .recorded();
    let found = refused(&DEFAULT, &world.without("SPEC.md"), &transition("design"));
    insta::assert_snapshot!(page(&found), @"
    refused: research:approved -> design [artifact-changed] exit 6
      `SPEC.md` was removed after it was approved: put it back as it was, or revise the phase, which voids the approval
        workflow.kdl:88  approval
      .automaton/tasks/login/SPEC.md: missing
      next (anyone): automaton transition research --task login
      next (human): automaton repair --task login
    ");
    // Withdrawing the design does not bring SPEC.md back.
    let files = ["SPEC.md", "DESIGN.md"];
    let world = World::at("design:awaiting_approval")
        .with_all(&files)
        .recorded();
    let found = refused(&DEFAULT, &world.with("SPEC.md", "other"), &validate());
    insta::assert_snapshot!(page(&found), @"
    refused: validate-folder [artifact-changed] exit 6
      `SPEC.md` was changed after its phase was left: put it back as it was, or go back to a phase that may write it
        workflow.kdl:57  SPEC.md
      .automaton/tasks/login/SPEC.md: changed
      next (human): automaton repair --task login
    ");
}

#[test]
fn all_failures_of_a_step_are_shown_together() {
    let world = World::at("implement")
        .with("SPEC.md", "spec")
        .recorded()
        .with("SPEC.md", "other")
        .with_other("BUG_REPORT.md", "a folder")
        .with("Design.md", "x");
    let found = refused(&DEFAULT, &world, &transition("bug_find"));
    insta::assert_snapshot!(page(&found), @r#"
    refused: implement -> bug_find [artifact-changed] exit 6
      `SPEC.md` was changed after its phase was left: put it back as it was, or go back to a phase that may write it
      `BUG_REPORT.md` must not exist in `implement`: move it out of the task folder
      `Design.md` differs from `DESIGN.md` only in case: rename it
        workflow.kdl:57  SPEC.md
        workflow.kdl:186  BUG_REPORT.md
        workflow.kdl:59  DESIGN.md
      .automaton/tasks/login/SPEC.md: changed
      .automaton/tasks/login/BUG_REPORT.md: forbidden
      .automaton/tasks/login/Design.md: differs only in case
      next (human): automaton rework research --task login --reason "..."
      next (human): automaton repair --task login
      next (anyone): automaton transition bug_find --task login
    "#);
}

#[test]
fn what_is_not_there_is_written_where_it_is_produced() {
    // Nothing that leaves `bug_find` writes it, and going back to `implement` does.
    let world = World::at("bug_find").with_all(&["SPEC.md", "BUG_REPORT.md"]);
    let found = refused(&DEFAULT, &world, &transition("adversarial_bug_find"));
    insta::assert_snapshot!(page(&found), @r#"
    refused: bug_find -> adversarial_bug_find [target-reads] exit 1
      `adversarial_bug_find` reads `IMPLEMENTATION.md`, which is missing; `implement` writes it
        workflow.kdl:228  IMPLEMENTATION.md
      .automaton/tasks/login/IMPLEMENTATION.md: missing
      next (human): automaton rework implement --task login --reason "..."
    "#);
}
