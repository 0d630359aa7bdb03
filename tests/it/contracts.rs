//! When an artifact counts as produced: DESIGN section 5, step 4, and LANGUAGE, "In `artifact`".

use automaton::workflow::Workflow;

use crate::ask::{answer, answers, approve, refused, small, transition, validate};
use crate::page::{offending, places};
use crate::world::{Unreadable, World};

/// A phase that produces `A.md`, declared with these rules.
fn with_rules(rules: &str) -> Workflow {
    small(&format!(
        "artifact A.md {{ {rules} }}
         phase work {{ produces A.md; next done; }}
         phase done terminal=success"
    ))
}

/// The reasons against leaving `work` with `text` in `A.md`, under `code`, at the rules `at`.
#[track_caller]
fn unmet(rules: &str, text: &str, reasons: &[&str], at: &[&str]) {
    let workflow = with_rules(rules);
    let world = World::at("work").with("A.md", text);
    let found = refused(&workflow, &world, &transition("done"));
    assert_eq!(found.topic.code, "contract-unmet");
    assert_eq!(found.topic.exit.code(), 1);
    assert_eq!(found.reasons, reasons);
    assert_eq!(places(&found), at);
    assert_eq!(offending(&found), ["A.md"]);
}

#[track_caller]
fn met(rules: &str, text: &str) {
    let world = World::at("work").with("A.md", text);
    answers(
        &with_rules(rules),
        &world,
        &transition("done"),
        "allowed",
        0,
    );
}

#[test]
fn an_outcome_must_be_stated_and_only_one() {
    let rules = "outcome PASS FAIL";
    met(rules, "# Verdict: PASS\n");
    met(rules, "\u{feff}why\r\n\r\n**Result:** FAIL\r\n");
    met(rules, "PASS\n\nVerdict: PASS\n");
    unmet(
        rules,
        "it should PASS\n",
        &[
            "`A.md` states none of `PASS`, `FAIL`: write one of them on a line of its own, or after \
           a label such as `Verdict:`",
        ],
        &["PASS"],
    );
    unmet(
        rules,
        "Verdict: PASS\n\nFAIL\n",
        &["`A.md` states different outcomes, leave one: line 1: `Verdict: PASS`, line 3: `FAIL`"],
        &["PASS"],
    );
}

#[test]
fn every_rule_that_is_broken_is_named_at_its_own_place() {
    let rules = "heading Goal; heading \"Out of scope\"; contains TOKEN; checklist complete";
    met(rules, "# Goal\n\nOut of scope\n---\n\nTOKEN\n\n- [x] a\n");
    unmet(
        rules,
        "# Goal\n\n- [ ] a\n- [ ] b\n",
        &[
            "`A.md` needs the heading `Out of scope`",
            "`A.md` needs the text `TOKEN`",
            "`A.md` has 2 unticked boxes, the first: a",
        ],
        &["\"Out of scope\"", "TOKEN", "complete"],
    );
    unmet(
        "checklist complete",
        "- [ ] the last one\n",
        &["`A.md` has an unticked box: the last one"],
        &["complete"],
    );
}

#[test]
fn a_file_is_as_large_as_the_workflow_allows_and_no_larger() {
    met("max-bytes 4", "1234");
    unmet(
        "max-bytes 4",
        "12345",
        &["`A.md` is larger than the 4 bytes that the workflow allows"],
        &["A.md"],
    );
    met("", &"x".repeat(1 << 20));
    unmet(
        "",
        &"x".repeat((1 << 20) + 1),
        &["`A.md` is larger than the 1048576 bytes that the workflow allows"],
        &["A.md"],
    );
}

#[test]
fn an_artifact_is_produced_when_it_is_a_file_that_is_not_empty() {
    let workflow = with_rules("");
    for (world, why) in [
        (
            World::at("work"),
            "`A.md` is missing: `work` has to write it",
        ),
        (
            World::at("work").with("A.md", ""),
            "`A.md` is empty: `work` has to write it",
        ),
    ] {
        let found = refused(&workflow, &world, &transition("done"));
        assert_eq!(found.topic.code, "missing-artifact");
        assert_eq!(found.reasons, [why]);
        assert_eq!(places(&found), ["A.md"]);
        assert_eq!(offending(&found), ["A.md"]);
    }
    for kind in ["a folder", "a link"] {
        let world = World::at("work").with_other("A.md", kind);
        answers(&workflow, &world, &transition("done"), "not-a-file", 1);
    }
}

#[test]
fn an_optional_artifact_may_be_missing_but_not_broken() {
    let workflow = small(
        "artifact A.md { contains TOKEN; }
         phase work { produces A.md optional=#true; next done; }
         phase done terminal=success",
    );
    for (world, code) in [
        (World::at("work"), "allowed"),
        (World::at("work").with("A.md", "TOKEN"), "allowed"),
        (World::at("work").with("A.md", "draft"), "contract-unmet"),
        (World::at("work").with("A.md", ""), "missing-artifact"),
    ] {
        assert_eq!(answer(&workflow, &world, &transition("done")).0, code);
    }
}

#[test]
fn contracts_hold_when_a_phase_is_submitted_approved_and_left() {
    let workflow = small(
        "artifact A.md { contains TOKEN; }
         phase work { produces A.md; approval by=anyone; next done; }
         phase done terminal=success",
    );
    let (pending, granted) = ("work:awaiting_approval", "work:approved");
    for (state, request) in [
        ("work", transition(pending)),
        (pending, approve()),
        (granted, transition("done")),
    ] {
        let world = World::at(state).with("A.md", "draft").recorded();
        answers(&workflow, &world, &request, "contract-unmet", 1);
        let world = World::at(state);
        answers(&workflow, &world, &request, "missing-artifact", 1);
        let world = World::at(state).with("A.md", "TOKEN").recorded();
        answers(&workflow, &world, &request, "allowed", 0);
    }
}

#[test]
fn drafts_are_nobody_s_business_before_they_are_submitted() {
    let world = World::at("work").with("A.md", "draft");
    answers(
        &with_rules("contains TOKEN"),
        &world,
        &validate(),
        "allowed",
        0,
    );
}

#[test]
fn an_artifact_that_cannot_be_read_is_not_produced() {
    let workflow = with_rules("contains TOKEN");
    let world = World::at("work").with("A.md", "TOKEN");
    for fact in [Unreadable::Presence("A.md"), Unreadable::Content("A.md")] {
        let world = world.clone().unreadable(fact);
        answers(
            &workflow,
            &world,
            &transition("done"),
            "fact-unavailable",
            7,
        );
    }
}
