//! Step 2, of an approval by signature: one that is none.

use automaton::diagnostic::Diagnostic;
use automaton::digest::Digest;
use automaton::engine::{Evidence, Signature, Statement, to_sign};

use super::Case;
use crate::ask::{approve, approve_signed, refused, small};
use crate::page::page;
use crate::world::{World, name};

pub const CASES: &[Case] = &[
    not_asked,
    malformed,
    other_task,
    outdated,
    other_artifacts,
    expired,
    already_signed,
];

const SIGNED: &str = "artifact A.md
     phase work { produces A.md; approval by=signed; next done; }
     phase done terminal=success";

fn pending() -> World {
    World::at("work:awaiting_approval")
        .with("A.md", "a")
        .recorded()
}

fn statement() -> Statement {
    to_sign(&small(SIGNED), &pending(), &approve(), None).expect("a statement")
}

/// What is said about a signature over `text`, verified at that time, under this workflow.
fn signed(body: &str, text: &str, at: &str) -> Diagnostic {
    let signature = signature(text);
    let evidence = Evidence {
        signature: Some(signature.clone()),
        confirmed: vec![signature.clone()],
        at: at.to_owned(),
    };
    let world = if body.contains("signers=2") {
        pending().signed(&[signature])
    } else {
        pending()
    };
    refused(&small(body), &world, &approve_signed(evidence))
}

fn signature(text: &str) -> Signature {
    Signature {
        signer: "ann@example.org".to_owned(),
        key: "SHA256:k1".to_owned(),
        statement: text.to_owned(),
        armor: String::new(),
    }
}

/// The same about a statement that differs.
fn changed(change: impl FnOnce(&mut Statement)) -> Diagnostic {
    let mut statement = statement();
    change(&mut statement);
    signed(SIGNED, &statement.text(), "2026-01-03T03:04:05Z")
}

fn not_asked() -> Diagnostic {
    let body = SIGNED.replace("signed", "human");
    signed(&body, &statement().text(), "2026-01-03T03:04:05Z")
}

fn malformed() -> Diagnostic {
    signed(SIGNED, "yes\n", "2026-01-03T03:04:05Z")
}

fn other_task() -> Diagnostic {
    changed(|statement| statement.task = name("signup"))
}

fn outdated() -> Diagnostic {
    changed(|statement| statement.head = Digest::of(b"another entry"))
}

fn other_artifacts() -> Diagnostic {
    changed(|statement| statement.artifacts = [(name("A.md"), Digest::of(b"b"))].into())
}

fn expired() -> Diagnostic {
    signed(SIGNED, &statement().text(), "2026-01-10T03:04:05Z")
}

fn already_signed() -> Diagnostic {
    let body = SIGNED.replace("by=signed", "by=signed signers=2");
    signed(&body, &statement().text(), "2026-01-03T03:04:05Z")
}

#[test]
fn what_a_signature_that_does_not_count_says() {
    insta::assert_snapshot!(page(&not_asked()), @"
    refused: approve [signature-not-asked] exit 1
      the approval is `by=human`, and a signature does not stand in for that
        workflow.kdl:4  approval by=human
      next (human): automaton approve --task login
    ");
    insta::assert_snapshot!(page(&malformed()), @"
    refused: approve [statement-malformed] exit 1
      what was signed is not a statement of this program: it cannot be read: expected value at line 1 column 1
        workflow.kdl:4  approval by=signed
      next (human): automaton approve --task login --sign KEY
    ");
    insta::assert_snapshot!(page(&other_task()), @"
    refused: approve [statement-other-task] exit 1
      what was signed is about another task, `signup`
        workflow.kdl:4  approval by=signed
      next (human): automaton approve --task login --sign KEY
    ");
    insta::assert_snapshot!(page(&outdated()), @"
    refused: approve [statement-outdated] exit 1
      what was signed is about another submission: the phase was submitted again since, or the journal is another one
        workflow.kdl:4  approval by=signed
      next (human): automaton approve --task login --sign KEY
    ");
    insta::assert_snapshot!(page(&other_artifacts()), @"
    refused: approve [statement-other-artifacts] exit 1
      what was signed is about other bytes than those submitted: `A.md`
        workflow.kdl:4  approval by=signed
      next (human): automaton approve --task login --sign KEY
    ");
    insta::assert_snapshot!(page(&expired()), @"
    refused: approve [statement-expired] exit 1
      the statement expired at 2026-01-09T03:04:05Z: withdraw the submission, submit it again, and have that signed
        workflow.kdl:4  approval by=signed
      next (anyone): automaton transition work --task login
    ");
    insta::assert_snapshot!(page(&already_signed()), @"
    refused: approve [already-signed] exit 1
      `ann@example.org` has signed already with the key SHA256:k1, and each key counts once
        workflow.kdl:4  approval by=signed signers=2
      next (human): automaton approve --task login --sign KEY
    ");
}
