//! Approving by signature: what is bound to what, and how signatures are counted.

use automaton::digest::Digest;
use automaton::engine::{Evidence, Order, Signature, Statement, StepKind, Submission, to_sign};
use automaton::workflow::{Event, Workflow};

use crate::ask::{
    By, allowed, answer, approve, approve_signed, refused, reject, small, step, transition,
};
use crate::page::{next, places};
use crate::world::{World, name};

/// The day after the submission.
const IN_TIME: &str = "2026-01-03T03:04:05Z";

fn two() -> Workflow {
    asking("approval by=signed signers=2")
}

fn asking(approval: &str) -> Workflow {
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

/// The statement that a world asks to have signed.
fn asked(world: &World) -> Statement {
    to_sign(&two(), world, &approve(), None).expect("a statement")
}

/// A signature over the statement that `world` asks for.
fn by(world: &World, signer: &str, key: &str) -> Signature {
    over(&asked(world).text(), signer, key)
}

fn over(statement: &str, signer: &str, key: &str) -> Signature {
    Signature {
        signer: signer.to_owned(),
        key: key.to_owned(),
        statement: statement.to_owned(),
        armor: format!("by {signer} with {key}"),
    }
}

fn evidence(signature: Option<&Signature>, confirmed: &[&Signature]) -> Evidence {
    Evidence {
        signature: signature.cloned(),
        confirmed: confirmed.iter().map(|&one| one.clone()).collect(),
        at: IN_TIME.to_owned(),
    }
}

/// The code and the exit for a signature over this text.
fn signed(world: &World, statement: &str) -> (&'static str, u8) {
    let signature = over(statement, "ann", "k1");
    let request = approve_signed(evidence(Some(&signature), &[]));
    answer(&two(), world, &request)
}

#[test]
fn nothing_weaker_stands_in_for_signatures() {
    for request in [approve(), approve().agent(), approve().person()] {
        assert_eq!(
            answer(&two(), &pending(), &request),
            ("signature-required", 3)
        );
    }
    let found = refused(&two(), &pending(), &approve().person());
    assert_eq!(places(&found), ["approval by=signed signers=2"]);
    assert_eq!(
        next(&found),
        [
            ("human", "automaton approve --task login --sign KEY"),
            ("anyone", "automaton approve --task login --print-statement"),
        ]
    );
}

#[test]
fn turning_down_takes_a_person_and_no_signature() {
    assert_eq!(
        answer(&two(), &pending(), &reject().agent()),
        ("person-required", 3)
    );
    assert_eq!(
        answer(&two(), &pending(), &reject()),
        ("person-required", 3)
    );
    assert_eq!(
        answer(&two(), &pending(), &reject().person()),
        ("allowed", 0)
    );
}

#[test]
fn signatures_are_added_until_they_are_enough() {
    let (ann, bob) = (by(&pending(), "ann", "k1"), by(&pending(), "bob", "k2"));
    let mut world = pending();
    let first = step(
        &two(),
        &mut world,
        &approve_signed(evidence(Some(&ann), &[])),
    );
    let kind = |order: &Order| (order.kind, order.from == Some(order.to.clone()));
    assert_eq!(kind(&first), (StepKind::Sign, true));
    assert_eq!(first.signature.as_ref(), Some(&ann));
    assert_eq!(first.artifacts, [(name("A.md"), Digest::of(b"a"))].into());
    let second = step(
        &two(),
        &mut world,
        &approve_signed(evidence(Some(&bob), &[&ann])),
    );
    assert_eq!(kind(&second), (StepKind::Edge(Event::Approve), false));
    assert_eq!(world.approvals(), ["work"]);
    // One is enough where one is asked for.
    let one = asking("approval by=signed");
    let order = allowed(&one, &pending(), &approve_signed(evidence(Some(&ann), &[])));
    assert_eq!(order.kind, StepKind::Edge(Event::Approve));
}

#[test]
fn each_key_counts_once_and_only_what_was_verified_again() {
    let (ann, bob) = (by(&pending(), "ann", "k1"), by(&pending(), "bob", "k2"));
    let anna = by(&pending(), "anna", "k1");
    let old = over(&asked(&pending().named("other")).text(), "bob", "k2");
    for (on_record, confirmed, new, expected) in [
        (&[][..], &[][..], None, "signature-required"),
        (&[&ann], &[&ann], None, "signature-required"),
        (&[&ann], &[&ann], Some(&ann), "already-signed"),
        (&[&ann], &[&ann], Some(&anna), "already-signed"),
        (&[&ann], &[&ann], Some(&bob), "approve"),
        (&[&ann, &bob], &[&ann, &bob], None, "approve"),
        (&[&ann, &anna], &[&ann, &anna], None, "signature-required"),
        // On record and not verified again, verified and not on record, on record for something else.
        (&[&ann], &[], Some(&bob), "sign"),
        (&[&ann], &[], Some(&ann), "sign"),
        (&[], &[&ann], Some(&bob), "sign"),
        (&[&old], &[&old], Some(&ann), "sign"),
        (&[&ann, &bob], &[&bob], None, "signature-required"),
    ] {
        let owned: Vec<Signature> = on_record.iter().map(|&one| one.clone()).collect();
        let world = pending().signed(&owned);
        let request = approve_signed(evidence(new, confirmed));
        let found = match answer(&two(), &world, &request) {
            ("allowed", _) => match allowed(&two(), &world, &request).kind {
                StepKind::Sign => "sign",
                StepKind::Edge(Event::Approve) => "approve",
                _ => "something else",
            },
            (code, _) => code,
        };
        assert_eq!(found, expected, "{on_record:?} {confirmed:?} {new:?}");
    }
}

#[test]
fn a_signature_is_about_exactly_this_submission() {
    let world = pending();
    let statement = asked(&world);
    let with = |change: &dyn Fn(&mut Statement)| {
        let mut changed = statement.clone();
        change(&mut changed);
        changed.text()
    };
    let other = Digest::of(b"other");
    for (text, code) in [
        (statement.text(), "allowed"),
        (with(&|s| s.task = name("signup")), "statement-other-task"),
        (with(&|s| s.project = other), "statement-other-task"),
        (with(&|s| s.phase = name("done")), "statement-other-task"),
        (with(&|s| s.head = other), "statement-outdated"),
        (with(&|s| s.artifacts.clear()), "statement-other-artifacts"),
        (
            with(&|s| _ = s.artifacts.insert(name("A.md"), other)),
            "statement-other-artifacts",
        ),
        (with(&|s| s.nonce = other), "statement-malformed"),
        (
            with(&|s| s.expires = "2999-01-01T00:00:00Z".to_owned()),
            "statement-malformed",
        ),
        (
            statement.text().trim_end().to_owned(),
            "statement-malformed",
        ),
        (String::new(), "statement-malformed"),
    ] {
        assert_eq!(signed(&world, &text).0, code, "{text}");
    }
}

#[test]
fn it_has_to_be_signed_within_seven_days() {
    let world = pending();
    let statement = asked(&world);
    assert_eq!(statement.expires, "2026-01-09T03:04:05Z");
    let signature = over(&statement.text(), "ann", "k1");
    for (at, code) in [
        ("2026-01-09T03:04:04Z", "allowed"),
        ("2026-01-09T03:04:05Z", "statement-expired"),
        ("later", "statement-expired"),
        ("", "statement-expired"),
    ] {
        let evidence = Evidence {
            at: at.to_owned(),
            ..evidence(Some(&signature), &[])
        };
        let request = approve_signed(evidence);
        assert_eq!(answer(&two(), &world, &request).0, code, "{at}");
    }
    let late = Some("2026-01-09T03:04:05Z");
    let found = to_sign(&two(), &world, &approve(), late).expect_err("expired");
    assert_eq!(found.topic().code, "statement-expired");
    let signature = by(&world, "ann", "k1");
    let late = Evidence {
        at: "2027-01-01T00:00:00Z".to_owned(),
        ..evidence(Some(&signature), &[])
    };
    let found = refused(&two(), &world, &approve_signed(late));
    assert_eq!(
        next(&found),
        [("anyone", "automaton transition work --task login")]
    );
}

#[test]
fn signing_takes_a_valid_folder_and_a_pending_approval() {
    let statement = asked(&pending()).text();
    assert_eq!(
        signed(&pending().with("A.md", "b"), &statement),
        ("artifact-changed", 6)
    );
    assert_eq!(
        signed(&pending().without("A.md"), &statement).0,
        "artifact-changed"
    );
    // Who works on it is no matter of those who approve it.
    assert_eq!(
        signed(&pending().claimed_by("bob"), &statement),
        ("allowed", 0)
    );
    assert_eq!(
        signed(&pending().abandoned("no"), &statement),
        ("abandoned", 1)
    );
    let base = World::at("work").with("A.md", "a").recorded();
    assert_eq!(signed(&base, &statement), ("nothing-pending", 1));
    let granted = World::at("work:approved").with("A.md", "a").recorded();
    assert_eq!(signed(&granted, &statement), ("nothing-pending", 1));
    for by in ["human", "anyone"] {
        let signature = over(&statement, "ann", "k1");
        let request = approve_signed(evidence(Some(&signature), &[]));
        let workflow = asking(&format!("approval by={by}"));
        let found = answer(&workflow, &pending(), &request.person());
        assert_eq!(found, ("signature-not-asked", 1));
    }
}

#[test]
fn every_step_back_makes_another_statement() {
    let mut world = World::at("work").with("A.md", "a");
    let submit = transition("work:awaiting_approval");
    step(&two(), &mut world, &submit);
    let first = asked(&world).text();
    let ann = over(&first, "ann", "k1");
    let signing = approve_signed(evidence(Some(&ann), &[]));
    step(&two(), &mut world, &signing);
    assert_eq!(asked(&world).text(), first);
    step(&two(), &mut world, &transition("work"));
    step(&two(), &mut world, &submit);
    assert_ne!(asked(&world).text(), first);
    assert_eq!(answer(&two(), &world, &signing), ("statement-outdated", 1));
    assert_eq!(world.on_record().submission.signatures, []);
}

#[test]
fn a_statement_names_what_the_phase_produces() {
    let workflow = small(
        "artifact A.md
         artifact B.md
         artifact C.md
         phase work { produces A.md; produces B.md optional=#true; approval by=signed; next done; }
         phase done terminal=success",
    );
    let world = World::at("work:awaiting_approval")
        .with_all(&["A.md", "C.md"])
        .recorded();
    let phase = workflow.phase_named(&name("work")).expect("a phase");
    let submission = Submission {
        signatures: Vec::new(),
        ..world.on_record().submission.clone()
    };
    let artifacts = &world.on_record().artifacts;
    let statement = Statement::asked(&workflow, &name("login"), phase, &submission, artifacts);
    let names: Vec<String> = statement
        .artifacts
        .keys()
        .map(ToString::to_string)
        .collect();
    assert_eq!(names, ["A.md"]);
}
