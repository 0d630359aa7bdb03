//! What a grant tells the store to write: DESIGN section 4, "The journal".

use std::collections::{BTreeMap, BTreeSet};

use automaton::digest::Digest;
use automaton::engine::{Authority, Notice, Order, StepKind};
use automaton::names::ArtifactName;
use automaton::workflow::{EMBEDDED_TEXT, Event, Origin, Workflow};

use crate::ask::{
    By, DEFAULT, abandon, adopt, allowed, answers, approve, asked, create, reject, rework, small,
    transition, validate,
};
use crate::world::{World, name};

fn names(files: &[&str]) -> BTreeSet<ArtifactName> {
    files.iter().map(|file| name(file)).collect()
}

#[test]
fn an_order_holds_everything_that_a_journal_entry_says() {
    let world = World::at("research")
        .with("SPEC.md", "spec")
        .with("REVIEW.md", "good");
    let request = transition("research:awaiting_approval")
        .agent()
        .actor("session-7");
    let order = allowed(&DEFAULT, &world, &request);
    let expected = Order {
        kind: StepKind::Edge(Event::Submit),
        at: "2026-01-02T03:30:00Z".to_owned(),
        from: Some(name("research")),
        to: name("research:awaiting_approval"),
        actor: name("session-7"),
        authority: Authority::Agent,
        by_signatures: false,
        signature: None,
        note: None,
        workflow: Digest::of(EMBEDDED_TEXT.as_bytes()),
        origin: Origin::Embedded,
        workflow_text: DEFAULT.source.clone(),
        artifacts: BTreeMap::from([(name("SPEC.md"), Digest::of(b"spec"))]),
        keeps: names(&["SPEC.md"]),
        moves: Vec::new(),
        restores: BTreeMap::new(),
        shelf: None,
        voids: Vec::new(),
        inherits: Vec::new(),
        epoch: 0,
        claim: None,
        parent_claim: None,
        scope: Vec::new(),
    };
    assert_eq!(order, expected);
}

#[test]
fn an_order_says_how_much_is_known_about_who_asked() {
    let world = World::at("new");
    for (request, authority) in [
        (transition("research"), Authority::Program),
        (transition("research").agent(), Authority::Agent),
        (transition("research").person(), Authority::Person),
    ] {
        assert_eq!(allowed(&DEFAULT, &world, &request).authority, authority);
    }
    let own = small("phase work { next done; }\nphase done terminal=success");
    let order = allowed(&own, &World::absent(), &create());
    assert_eq!(order.origin, Origin::File);
    assert_eq!(order.workflow, Digest::of(own.source.text().as_bytes()));
    assert_eq!(order.workflow_text, own.source);
}

#[test]
fn the_bytes_that_later_work_rests_on_are_kept() {
    let workflow = small(
        "artifact A.md
         artifact B.md
         artifact SEEN.md
         phase work { produces A.md B.md optional=#true; approval by=anyone; next b; }
         phase b { produces B.md optional=#true; next done; rework work by=anyone; }
         phase done terminal=success",
    );
    let at = |state| World::at(state).with_all(&["A.md", "SEEN.md"]).recorded();
    let keeps = |world: World, request| allowed(&workflow, &world, &request).keeps;
    let pending = "work:awaiting_approval";
    assert_eq!(keeps(at("work"), transition(pending)), names(&["A.md"]));
    assert_eq!(keeps(at(pending), approve()), names(&["A.md"]));
    assert_eq!(
        keeps(at("work:approved"), transition("b")),
        names(&["A.md"])
    );
    // A phase without an approval leaves work behind as well.
    let world = at("b").with("B.md", "b");
    assert_eq!(keeps(world.clone(), transition("done")), names(&["B.md"]));
    // Nothing is left behind by going back, looking, or ending.
    assert_eq!(keeps(world.clone(), rework("work")), names(&[]));
    assert_eq!(keeps(world.clone(), validate()), names(&[]));
    assert_eq!(keeps(world, abandon().person()), names(&[]));
    for request in [reject(), transition("work")] {
        assert_eq!(keeps(at(pending), request), names(&[]));
    }
    assert_eq!(
        keeps(World::untracked(None).with("A.md", "a"), adopt(None)),
        names(&[])
    );
}

#[test]
fn looking_at_a_folder_changes_nothing() {
    let world = World::at("design:awaiting_approval")
        .with_all(&["SPEC.md", "DESIGN.md"])
        .recorded();
    let order = allowed(&DEFAULT, &world, &validate());
    assert_eq!(order.kind, StepKind::Validate);
    assert_eq!(order.from.as_ref(), Some(&order.to));
    assert_eq!(order.to.to_string(), "design:awaiting_approval");
    assert_eq!((order.moves, order.voids), (Vec::new(), Vec::new()));
}

#[test]
fn unknown_files_are_what_the_workflow_makes_of_them() {
    let unknown_files = |what: &str| -> Workflow {
        small(&format!(
            "unknown-files {what}
             metadata NOTES.md
             phase work {{ next done; }}
             phase done terminal=success"
        ))
    };
    let world = World::at("work").with_all(&["NOTES.md", "draft.txt"]);
    let draft = Notice::UnknownFile("draft.txt".to_owned());
    for (what, notices) in [("allow", vec![]), ("warn", vec![draft])] {
        for request in [validate(), transition("done")] {
            let grant = asked(&unknown_files(what), &world, &request).expect("allowed");
            assert_eq!(grant.step().notices, notices, "{what}");
        }
    }
    for request in [validate(), transition("done")] {
        answers(
            &unknown_files("refuse"),
            &world,
            &request,
            "unknown-file",
            1,
        );
    }
}
