//! Artifacts that must stay as they are: DESIGN section 5, step 3, "frozen artifacts, by digest".

use automaton::digest::Digest;
use automaton::engine::{Keep, Notice};
use automaton::workflow::Workflow;

use crate::ask::{
    By, DEFAULT, answer, answers, approve, asked, refused, reject, repair, rework, small, step,
    transition, validate,
};
use crate::page::{offending, places};
use crate::world::{World, name};

const CHANGED: (&str, u8) = ("artifact-changed", 6);

/// `a` and `b` take turns; each writes its own file, and `a` is approved.
fn turns(frozen: &str) -> Workflow {
    small(&format!(
        "artifact A.md {frozen}
         artifact B.md
         phase work {{ produces A.md; approval by=anyone; next b; }}
         phase b {{ produces B.md optional=#true; next work; next done; }}
         phase done terminal=success"
    ))
}

/// The digest on record.
fn recorded(world: &World, file: &str) -> Option<Digest> {
    world.on_record().artifacts.get(&name(file)).copied()
}

#[test]
fn what_a_phase_left_behind_stays_as_it_was() {
    let design = World::at("design")
        .with_all(&["SPEC.md", "DESIGN.md"])
        .recorded();
    answers(&DEFAULT, &design, &validate(), "allowed", 0);
    for (world, why) in [
        (design.clone().with("SPEC.md", "other"), "was changed"),
        (design.clone().without("SPEC.md"), "was removed"),
        (design.clone().with("SPEC.md", ""), "was changed"),
        (
            design.clone().without("SPEC.md").with("spec.md", "x"),
            "was removed",
        ),
    ] {
        let found = refused(&DEFAULT, &world, &validate());
        assert_eq!((found.topic.code, found.topic.exit.code()), CHANGED);
        assert_eq!(
            found.reasons[0],
            format!(
                "`SPEC.md` {why} after its phase was left: put it back as it was, or go back to a \
                 phase that may write it"
            )
        );
        assert_eq!(offending(&found)[0], "SPEC.md");
        assert_eq!(places(&found)[0], "SPEC.md");
        let submit = transition("design:awaiting_approval");
        assert_eq!(answer(&DEFAULT, &world, &submit), CHANGED);
    }
    // The phase's own output is being written.
    let world = design.with("DESIGN.md", "other");
    answers(&DEFAULT, &world, &validate(), "allowed", 0);
}

#[test]
fn what_was_submitted_or_approved_stays_as_it_was() {
    for (state, request) in [
        ("research:awaiting_approval", approve().person()),
        ("research:approved", transition("design")),
    ] {
        let world = World::at(state).with("SPEC.md", "spec").recorded();
        for world in [world.clone().with("SPEC.md", "x"), world.without("SPEC.md")] {
            assert_eq!(answer(&DEFAULT, &world, &request), CHANGED, "{state}");
            assert_eq!(answer(&DEFAULT, &world, &validate()), CHANGED, "{state}");
            let found = refused(&DEFAULT, &world, &validate());
            assert_eq!(places(&found), ["approval"], "{state}");
        }
    }
}

#[test]
fn only_the_approval_fixes_an_artifact_that_is_not_frozen() {
    let workflow = turns("frozen=#false");
    let at = |state| {
        World::at(state)
            .with("A.md", "one")
            .recorded()
            .with("A.md", "two")
    };
    for (state, expected) in [
        ("work", ("allowed", 0)),
        ("work:awaiting_approval", CHANGED),
        ("work:approved", CHANGED),
        ("b", ("allowed", 0)),
        ("done", ("allowed", 0)),
    ] {
        assert_eq!(
            answer(&workflow, &at(state), &validate()),
            expected,
            "{state}"
        );
    }
    assert_eq!(answer(&turns(""), &at("b"), &validate()), CHANGED);
}

#[test]
fn going_back_to_the_phase_itself_accepts_what_it_may_write() {
    for (state, request) in [
        ("research:awaiting_approval", transition("research")),
        ("research:awaiting_approval", reject().person()),
        ("research:approved", transition("research")),
    ] {
        let mut world = World::at(state).with("SPEC.md", "one").recorded();
        world.write("SPEC.md", "two");
        step(&DEFAULT, &mut world, &request);
        assert_eq!(recorded(&world, "SPEC.md"), Some(Digest::of(b"two")));
        answers(
            &DEFAULT,
            &world,
            &transition("research:awaiting_approval"),
            "allowed",
            0,
        );
    }
}

#[test]
fn going_back_never_launders_a_change() {
    // SPEC.md was changed where it may not be. No way back forgets what it was.
    let files = ["SPEC.md", "DESIGN.md"];
    for (state, request) in [
        ("design:awaiting_approval", transition("design")),
        ("design:awaiting_approval", reject().person()),
        ("design:approved", transition("design")),
        ("implement", rework("design").person()),
        ("implement", rework("test_design").person()),
    ] {
        let mut world = World::at(state).with_all(&files).recorded();
        let before = recorded(&world, "SPEC.md");
        world.write("SPEC.md", "laundered");
        step(&DEFAULT, &mut world, &request);
        assert_eq!(recorded(&world, "SPEC.md"), before, "{state}");
        assert_eq!(answer(&DEFAULT, &world, &validate()), CHANGED, "{state}");
        // A file that was removed is missed just the same.
        world.delete("SPEC.md");
        assert_eq!(answer(&DEFAULT, &world, &validate()), CHANGED, "{state}");
    }
}

#[test]
fn rework_to_the_phase_that_writes_it_accepts_a_change() {
    let mut world = World::at("implement")
        .with_all(&["SPEC.md", "DESIGN.md"])
        .recorded();
    world.write("SPEC.md", "rewritten");
    step(&DEFAULT, &mut world, &rework("research").person());
    assert_eq!(recorded(&world, "SPEC.md"), Some(Digest::of(b"rewritten")));
    assert_eq!(recorded(&world, "DESIGN.md"), None, "it went to the attic");
    answers(&DEFAULT, &world, &validate(), "allowed", 0);
}

#[test]
fn a_phase_that_is_entered_again_may_write_again() {
    let workflow = turns("");
    let mut world = World::at("b")
        .with("A.md", "one")
        .recorded()
        .approved("work", &["A.md"]);
    step(&workflow, &mut world, &transition("work"));
    // It is being written again, so the old approval no longer says anything.
    assert_eq!(world.approvals(), [""; 0]);
    world.write("A.md", "two");
    step(&workflow, &mut world, &transition("work:awaiting_approval"));
    assert_eq!(
        answer(&workflow, &world.clone().with("A.md", "x"), &approve()),
        CHANGED
    );
    step(&workflow, &mut world, &approve());
    assert_eq!(world.approvals(), ["work"]);
    step(&workflow, &mut world, &transition("b"));
    assert_eq!(recorded(&world, "A.md"), Some(Digest::of(b"two")));
    assert_eq!(
        answer(&workflow, &world.with("A.md", "x"), &validate()),
        CHANGED
    );
}

#[test]
fn an_artifact_that_turns_up_is_reported_once_and_kept_from_then_on() {
    let mut world = World::at("implement").with("SPEC.md", "spec").recorded();
    world.write("IMPLEMENTATION.md", "CONTRACT_MET");
    world.write("DECOMPOSITION.md", "by mistake");
    let artifact = DEFAULT
        .artifact_named(&name("DECOMPOSITION.md"))
        .expect("declared");
    let grant = asked(&DEFAULT, &world, &validate()).expect("valid");
    assert_eq!(grant.step().notices, [Notice::Unexpected(artifact)]);
    step(&DEFAULT, &mut world, &transition("bug_find"));
    let grant = asked(&DEFAULT, &world, &validate()).expect("valid");
    assert_eq!(grant.step().notices, []);
    world.write("DECOMPOSITION.md", "changed");
    assert_eq!(answer(&DEFAULT, &world, &validate()), CHANGED);
}

#[test]
fn what_is_approved_or_left_behind_is_kept_and_can_be_restored() {
    let mut world = World::at("research").with("SPEC.md", "spec");
    let order = step(
        &DEFAULT,
        &mut world,
        &transition("research:awaiting_approval"),
    );
    assert_eq!(order.keeps, [name("SPEC.md")].into());
    let order = step(&DEFAULT, &mut world, &approve().person());
    assert_eq!(order.keeps, [name("SPEC.md")].into());
    step(&DEFAULT, &mut world, &transition("design"));
    world.write("SPEC.md", "changed");
    let order = step(&DEFAULT, &mut world, &repair(Keep::Journal).person());
    assert_eq!(
        order.restores,
        [(name("SPEC.md"), Digest::of(b"spec"))].into()
    );
    assert_eq!(world.text("SPEC.md").as_deref(), Some("spec"));
    answers(&DEFAULT, &world, &validate(), "allowed", 0);
}

#[test]
fn what_is_in_the_way_is_not_missed_once_it_was_moved_away() {
    for (state, request) in [
        ("research:awaiting_approval", transition("research")),
        ("research:awaiting_approval", reject().person()),
        ("research:approved", transition("research")),
    ] {
        let mut world = World::at(state).with("SPEC.md", "spec").recorded();
        world.write("DESIGN.md", "too early");
        answers(&DEFAULT, &world, &validate(), "forbidden-artifact", 1);
        step(&DEFAULT, &mut world, &request);
        answers(&DEFAULT, &world, &validate(), "forbidden-artifact", 1);
        world.delete("DESIGN.md");
        answers(&DEFAULT, &world, &validate(), "allowed", 0);
    }
    // It was removed already, and the phase that is gone back to does not want it.
    let mut world = World::at("implement")
        .with_all(&["SPEC.md", "DESIGN.md"])
        .recorded();
    world.delete("DESIGN.md");
    step(&DEFAULT, &mut world, &rework("research").person());
    answers(&DEFAULT, &world, &validate(), "allowed", 0);
}
