//! What a person settles: folders without records, broken records and changed artifacts.

use automaton::engine::{Keep, StepKind};
use automaton::workflow::Workflow;

use crate::ask::{
    By, DEFAULT, abandon, adopt, adopt_renamed, allowed, answers, approve, map, repair, small,
    step, transition, validate,
};
use crate::world::{World, name};

#[test]
fn a_folder_without_records_is_adopted_by_what_is_in_it() {
    for (files, state) in [
        (&[][..], "new"),
        (&["SPEC.md"], "research"),
        (&["SPEC.md", "DECOMPOSITION.md"], "decomposition"),
        (&["SPEC.md", "DESIGN.md"], "design"),
        (&["SPEC.md", "DESIGN.md", "TEST_PLAN.md"], "test_design"),
        (&["SPEC.md", "IMPLEMENTATION.md"], "implement"),
        (
            &["SPEC.md", "IMPLEMENTATION.md", "BUG_REPORT.md"],
            "bug_find",
        ),
        (&["SPEC.md", "REVIEW.md", "notes.txt"], "research"),
    ] {
        let order = allowed(
            &DEFAULT,
            &World::untracked(None).with_all(files),
            &adopt(None),
        );
        assert_eq!((order.kind, order.from), (StepKind::Adopt, None));
        assert_eq!(order.to.to_string(), state, "{files:?}");
    }
    // What an older tool recorded counts, but never as an approval.
    let old = World::untracked(Some("research:approved")).with("SPEC.md", "spec");
    assert_eq!(
        allowed(&DEFAULT, &old, &adopt(None)).to.to_string(),
        "research"
    );
    let old = World::untracked(Some("elsewhere"));
    answers(&DEFAULT, &old, &adopt(None), "orphan-state", 3);
    let old = World::untracked(Some("research")).with("DESIGN.md", "too early");
    answers(&DEFAULT, &old, &adopt(None), "forbidden-artifact", 1);
}

#[test]
fn what_an_older_tool_called_a_phase_counts_as_the_settings_say() {
    let table = [
        ("coding", "implement"),
        ("review:done", "doc_review"),
        ("review", "bug_find"),
        // What is settled counts before what the workflow has.
        ("design", "research"),
        ("lost", "nowhere"),
    ];
    for (recorded, code, exit, to) in [
        ("coding", "allowed", 0, "implement"),
        ("coding:approved", "allowed", 0, "implement"),
        ("review", "allowed", 0, "bug_find"),
        ("review:done", "allowed", 0, "doc_review"),
        ("review:waiting", "allowed", 0, "bug_find"),
        ("design:approved", "allowed", 0, "research"),
        ("test_design:approved", "allowed", 0, "test_design"),
        ("Coding", "orphan-state", 3, ""),
        ("lost", "unknown-state", 2, ""),
    ] {
        let world = World::untracked(Some(recorded));
        let request = adopt_renamed(&table);
        answers(&DEFAULT, &world, &request, code, exit);
        if exit == 0 {
            let order = allowed(&DEFAULT, &world, &request);
            assert_eq!(order.to.to_string(), to, "{recorded}");
        }
    }
    // What the new phase forbids is not let in by another name.
    let world = World::untracked(Some("coding")).with("VERDICT.md", "PASS");
    answers(
        &DEFAULT,
        &world,
        &adopt_renamed(&table),
        "forbidden-artifact",
        1,
    );
    // A person's own word counts before the table, and a record before everything.
    let world = World::untracked(Some("lost"));
    answers(&DEFAULT, &world, &adopt(Some("new")).person(), "allowed", 0);
    answers(
        &DEFAULT,
        &World::at("new"),
        &adopt_renamed(&table),
        "already-there",
        1,
    );
}

#[test]
fn a_task_in_a_state_that_is_gone_is_moved_by_a_person() {
    let qa = || World::at("qa");
    for (world, request, code, exit) in vec![
        (qa(), map("qa", "design").person(), "allowed", 0),
        (
            World::at("qa:approved"),
            map("qa", "design").person(),
            "allowed",
            0,
        ),
        // The phase is there, and its approval is gone.
        (
            World::at("new:approved"),
            map("new", "new").person(),
            "allowed",
            0,
        ),
        (qa(), map("qa", "design"), "person-required", 3),
        (qa(), map("qa", "design").agent(), "person-required", 3),
        (qa(), map("other", "design").person(), "nothing-to-map", 1),
        (
            World::at("new"),
            map("new", "design").person(),
            "nothing-to-map",
            1,
        ),
        (qa(), map("qa", "nowhere").person(), "unknown-state", 2),
        (
            qa().with("VERDICT.md", "x"),
            map("qa", "design").person(),
            "forbidden-artifact",
            1,
        ),
        (
            qa().with("VERDICT.md", "x"),
            map("qa", "referee").person(),
            "allowed",
            0,
        ),
        // What only a person decides is above a claim.
        (
            qa().claimed_by("ben"),
            map("qa", "design").person(),
            "allowed",
            0,
        ),
        (
            qa().in_halted_loop("night"),
            map("qa", "design").person(),
            "loop-halted",
            3,
        ),
        (
            qa().under_a_file(),
            map("qa", "design").person(),
            "workflow-missing",
            6,
        ),
        (
            World::absent(),
            map("qa", "design").person(),
            "no-such-task",
            4,
        ),
        (
            World::untracked(Some("qa")),
            map("qa", "design").person(),
            "untracked",
            4,
        ),
        (
            qa().tampered(".state", "says `x`", None),
            map("qa", "design").person(),
            "tampered",
            6,
        ),
    ] {
        answers(&DEFAULT, &world, &request, code, exit);
    }
}

#[test]
fn what_was_approved_in_a_lost_phase_is_approved_no_more() {
    let workflow = small(
        "artifact A.md
         artifact B.md
         phase work { produces A.md; approval by=anyone; next more; }
         phase more { produces B.md; approval by=anyone; next done; }
         phase done terminal=success",
    );
    let files = World::at("qa:approved").with("A.md", "a").with("B.md", "b");
    let approved = files
        .recorded()
        .approved("work", &["A.md"])
        .approved("more", &["B.md"])
        .approved("qa", &["B.md"]);
    for (new, voids) in [
        ("more", &["more", "qa"][..]),
        ("work", &["work", "more", "qa"]),
    ] {
        let order = allowed(&workflow, &approved, &map("qa", new).person());
        assert_eq!(
            (order.kind, order.from),
            (StepKind::Map, Some(name("qa:approved")))
        );
        assert_eq!(order.to, name(new));
        let mut voided: Vec<String> = order.voids.iter().map(ToString::to_string).collect();
        voided.sort();
        let mut expected = voids.to_vec();
        expected.sort_unstable();
        assert_eq!(voided, expected);
    }
    // What stands frozen is carried on as it was recorded: a change is not laundered by the move.
    let changed = approved.clone().with("A.md", "changed");
    let order = allowed(&workflow, &changed, &map("qa", "more").person());
    let before = allowed(&workflow, &approved, &map("qa", "more").person());
    assert_eq!(
        order.artifacts[&name("A.md")],
        before.artifacts[&name("A.md")]
    );
}

#[test]
fn a_person_settles_what_cannot_be_inferred() {
    let unclear = World::untracked(None).with_all(&["SPEC.md", "DESIGN.md", "DECOMPOSITION.md"]);
    answers(&DEFAULT, &unclear, &adopt(None), "not-inferred", 1);
    let world = unclear.clone().without("DECOMPOSITION.md");
    answers(
        &DEFAULT,
        &world,
        &adopt(Some("design")),
        "person-required",
        3,
    );
    let order = allowed(&DEFAULT, &world, &adopt(Some("design")).person());
    assert_eq!(order.to.to_string(), "design");
    for (state, code, exit) in [
        ("research:approved", "not-a-base-state", 2),
        ("elsewhere", "unknown-state", 2),
        ("decomposition", "forbidden-artifact", 1),
    ] {
        answers(&DEFAULT, &unclear, &adopt(Some(state)).person(), code, exit);
    }
}

#[test]
fn a_folder_made_by_hand_is_no_way_into_a_later_phase_for_an_agent() {
    let forged = World::untracked(None).with_all(&["SPEC.md", "IMPLEMENTATION.md"]);
    answers(
        &DEFAULT,
        &forged,
        &adopt(None).agent(),
        "person-required",
        3,
    );
    answers(
        &DEFAULT,
        &forged,
        &adopt(Some("implement")).agent(),
        "person-required",
        3,
    );
    answers(&DEFAULT, &forged, &adopt(None), "allowed", 0);
    for request in [
        transition("bug_find"),
        approve().person(),
        validate(),
        abandon().person(),
    ] {
        answers(&DEFAULT, &forged, &request, "untracked", 4);
    }
    // Unless the workflow says so.
    let infer = small("untracked infer\nphase work { next done; }\nphase done terminal=success");
    answers(
        &infer,
        &World::untracked(None),
        &adopt(None).agent(),
        "allowed",
        0,
    );
    answers(&infer, &World::at("work"), &adopt(None), "already-there", 1);
    answers(&infer, &World::absent(), &adopt(None), "no-such-task", 4);
}

/// `work` under an approval by anyone, then `b`.
fn approved_work() -> Workflow {
    small(
        "artifact A.md
         phase work { produces A.md; approval by=anyone; next b; }
         phase b { next done; }
         phase done terminal=success",
    )
}

fn changed_at(state: &str) -> World {
    let world = World::at(state).with("A.md", "a").recorded().kept();
    world.approved("work", &["A.md"]).with("A.md", "changed")
}

#[test]
fn a_repair_restores_what_is_on_record_or_accepts_what_is_there() {
    let workflow = approved_work();
    for (state, accepted) in [
        ("work:awaiting_approval", "work:awaiting_approval"),
        // Its approval is void, and only `approve` leads back to where that was.
        ("work:approved", "work"),
        ("b", "b"),
    ] {
        let world = changed_at(state);
        answers(&workflow, &world, &validate(), "artifact-changed", 6);
        let mut restored = world.clone();
        step(&workflow, &mut restored, &repair(Keep::Journal).person());
        assert_eq!(restored.text("A.md").as_deref(), Some("a"));
        assert_eq!(restored.state(), state);
        assert_eq!(restored.approvals(), ["work"]);
        let mut kept = world;
        step(&workflow, &mut kept, &repair(Keep::Folder).person());
        assert_eq!(kept.text("A.md").as_deref(), Some("changed"));
        assert_eq!(kept.state(), accepted, "{state}");
        assert_eq!(kept.approvals(), [""; 0], "{state}");
        for world in [restored, kept] {
            answers(&workflow, &world, &validate(), "allowed", 0);
            answers(
                &workflow,
                &world,
                &repair(Keep::Journal).person(),
                "nothing-to-repair",
                1,
            );
        }
    }
}

#[test]
fn a_repair_to_an_earlier_phase_voids_what_was_approved_there() {
    let workflow = approved_work();
    let mut world = World::at("b")
        .with("A.md", "a")
        .recorded()
        .approved("work", &["A.md"]);
    step(
        &workflow,
        &mut world,
        &repair(Keep::State(name("work"))).person(),
    );
    assert_eq!(
        (world.state().as_str(), world.approvals()),
        ("work", Vec::new())
    );
}

#[test]
fn only_a_person_repairs_and_never_into_an_approval() {
    let edited = World::at("research").tampered(".state", "not the last entry", Some("implement"));
    for request in [repair(Keep::Journal), repair(Keep::Folder).agent()] {
        answers(&DEFAULT, &edited, &request, "person-required", 3);
    }
    let order = allowed(&DEFAULT, &edited, &repair(Keep::Journal).person());
    assert_eq!(order.to.to_string(), "research");
    let order = allowed(&DEFAULT, &edited, &repair(Keep::Folder).person());
    assert_eq!(order.to.to_string(), "implement");
    let forged = World::at("research").tampered(".state", "x", Some("research:approved"));
    let order = allowed(&DEFAULT, &forged, &repair(Keep::Folder).person());
    assert_eq!(order.to.to_string(), "research");
    let as_granted = repair(Keep::State(name("research:approved"))).person();
    answers(&DEFAULT, &edited, &as_granted, "not-a-base-state", 2);
    let lost = World::destroyed(".state.journal", "garbled", None);
    answers(
        &DEFAULT,
        &lost,
        &repair(Keep::Journal).person(),
        "nothing-says-where",
        6,
    );
    answers(
        &DEFAULT,
        &lost,
        &repair(Keep::Folder).person(),
        "nothing-says-where",
        6,
    );
    let order = allowed(
        &DEFAULT,
        &lost,
        &repair(Keep::State(name("design"))).person(),
    );
    assert_eq!(order.to.to_string(), "design");
    let gone = changed_at("b").without("A.md");
    let unkept = World::at("b").with("A.md", "a").recorded().without("A.md");
    answers(
        &approved_work(),
        &gone,
        &repair(Keep::Journal).person(),
        "allowed",
        0,
    );
    answers(
        &approved_work(),
        &unkept,
        &repair(Keep::Journal).person(),
        "bytes-lost",
        6,
    );
}

#[test]
fn of_phases_that_fit_the_farthest_is_inferred() {
    // No phase forbids anything here, so only the distance tells them apart.
    let workflow = small(
        "artifact A.md
         artifact B.md
         artifact C.md
         phase work { produces A.md; next b; }
         phase b { produces B.md; next c; next done; }
         phase c { produces C.md; next done; rework work by=anyone; }
         phase done terminal=success",
    );
    for (files, state) in [
        (&["A.md"][..], "work"),
        (&["A.md", "B.md"], "b"),
        (&["B.md"], "b"),
        (&["A.md", "C.md"], "c"),
        (&["A.md", "B.md", "C.md"], "c"),
    ] {
        let world = World::untracked(None).with_all(files);
        let order = allowed(&workflow, &world, &adopt(None));
        assert_eq!(order.to.to_string(), state, "{files:?}");
    }
}

#[test]
fn what_is_no_file_is_no_sign_of_a_phase() {
    let linked = World::untracked(None).with_other("SPEC.md", "a symbolic link");
    answers(&DEFAULT, &linked, &adopt(None), "not-a-file", 1);
    let empty = World::untracked(None).with("SPEC.md", "");
    // `new` forbids even an empty SPEC.md, and nothing says that research has begun.
    answers(&DEFAULT, &empty, &adopt(None), "forbidden-artifact", 1);
}

#[test]
fn a_person_may_put_a_task_under_the_built_in_workflow() {
    let mut world = World::at("new").under_a_file();
    answers(
        &DEFAULT,
        &world,
        &transition("research"),
        "workflow-missing",
        6,
    );
    step(&DEFAULT, &mut world, &repair(Keep::Journal).person());
    answers(&DEFAULT, &world, &transition("research"), "allowed", 0);
}
