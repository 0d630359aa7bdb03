//! `automaton audit` of signatures.

use std::fs;

use insta::assert_snapshot;
use serde_json::{Value, json};

use crate::forged::forge;
use crate::project::Project;
use crate::signers::{NAMESPACE, SIGNED, submitted};

/// A project with an approval by Ann and Bob.
fn approved() -> Project {
    let project = submitted();
    assert_eq!(project.sign("t", "ann").exit, 0);
    assert_eq!(project.sign("t", "bob").exit, 0);
    project
}

/// The codes of the findings with their severities, and the exit.
fn findings(project: &Project, line: &str) -> (i32, Vec<(String, String)>) {
    let run = project.run(line);
    let document: Value = serde_json::from_str(&run.stdout).expect("a document");
    let findings = document["findings"].as_array().expect("findings").iter();
    let word = |found: &Value, name: &str| found[name].as_str().expect("text").to_owned();
    let codes = findings.map(|found| (word(found, "code"), word(found, "severity")));
    (run.exit, codes.collect())
}

fn found(exit: i32, expected: &[(&str, &str)]) -> (i32, Vec<(String, String)>) {
    let owned = |(code, severity): &(&str, &str)| ((*code).to_owned(), (*severity).to_owned());
    (exit, expected.iter().map(owned).collect())
}

#[test]
fn every_stored_signature_is_verified_again() {
    let project = approved();
    assert_eq!(
        findings(&project, "audit --json --require signed"),
        found(0, &[])
    );
    let broken = [
        ("signature-broken", "error"),
        ("approval-too-weak", "error"),
    ];

    // The signature of another text, another key's name, another statement, another time.
    let other = project.signature("ann", NAMESPACE, "something else\n");
    let changes: [&dyn Fn(&mut Value); 4] = [
        &|signature| signature["armor"] = json!(other),
        &|signature| signature["armor"] = json!("yes"),
        &|signature| signature["key"] = json!("SHA256:another"),
        &|signature| {
            let text = signature["statement"].as_str().expect("text").to_owned();
            signature["statement"] = json!(text.replace("PLAN.md", "SPEC.md"));
        },
    ];
    let journal = project.read(".automaton/tasks/t/.state.journal");
    for change in changes {
        forge(&project, "t", |entries| {
            change(&mut entries[2]["approval"]["signature"]);
        });
        assert_eq!(findings(&project, "audit --json"), found(6, &broken));
        project.write(".automaton/tasks/t/.state.journal", &journal);
    }
    // Taken from the journal, or moved to a later submission, a signature does not hold there.
    forge(&project, "t", |entries| {
        entries.remove(2);
        entries[2]["seq"] = json!(3);
    });
    assert_eq!(
        findings(&project, "audit --json"),
        found(6, &[("approval-too-weak", "error")])
    );
    project.write(".automaton/tasks/t/.state.journal", &journal);
    forge(&project, "t", |entries| {
        entries[2]["at"] = json!("2999-01-01T00:00:00Z");
    });
    assert_eq!(findings(&project, "audit --json"), found(6, &broken));
    project.write(".automaton/tasks/t/.state.journal", &journal);
    forge(&project, "t", |entries| {
        entries[1]["actor"] = json!("mallory");
    });
    assert_snapshot!(project.run("audit"), @"
    exit 6
    t
      error[signature-broken] .automaton/tasks/t/.state.journal: line 3: the signature of `ann@example.org` does not hold: it is about something else than what was submitted
      error[signature-broken] .automaton/tasks/t/.state.journal: line 4: the signature of `bob@example.org` does not hold: it is about something else than what was submitted
      error[approval-too-weak] .automaton/tasks/t/.state.journal: line 4: approve of `plan` takes 2 signatures, and has 0
      approved: plan, at TIME, by tester, signed by ann@example.org with SHA256:KEY and bob@example.org with SHA256:KEY

    1 task, 3 errors, 0 warnings
    ");
}

#[test]
fn a_granted_state_without_signatures_is_found() {
    let project = submitted();
    forge(&project, "t", |entries| {
        let mut approve = entries[1].clone();
        approve["seq"] = json!(3);
        approve["event"] = json!("approve");
        approve["from"] = json!("plan:awaiting_approval");
        approve["to"] = json!("plan:approved");
        approve["approval"] = json!({"level": "signed"});
        entries.push(approve);
    });
    project.artifact("t", ".state", "plan:approved\n");
    assert_snapshot!(project.run("audit"), @"
    exit 6
    t
      error[approval-too-weak] .automaton/tasks/t/.state.journal: line 3: approve of `plan` takes 2 signatures, and has 0
      approved: plan, at TIME, by tester, signed by nobody on record

    1 task, 1 error, 0 warnings
    ");
}

#[test]
fn an_approval_that_only_says_that_it_was_signed_is_none() {
    let relayed = SIGNED.replace("approval by=signed signers=2", "approval by=anyone");
    let project = Project::with(&relayed);
    project.all(&["create-task t"]);
    project.artifact("t", "PLAN.md", "the plan\n");
    project.all(&[
        "transition plan:awaiting_approval --task t",
        "approve --task t",
    ]);
    forge(&project, "t", |entries| {
        entries[2]["approval"] = json!({"level": "signed"});
    });
    for line in ["audit --json", "audit --json --require signed"] {
        assert_eq!(
            findings(&project, line),
            found(6, &[("approval-too-weak", "error")])
        );
    }
}

#[test]
fn who_left_is_a_warning_and_an_error_where_signatures_are_required() {
    let project = approved();
    project.approvers(&[("ann", "")]);
    let unlisted = |severity| [("approver-unlisted", severity)];
    assert_eq!(
        findings(&project, "audit --json"),
        found(0, &unlisted("warning"))
    );
    let required = "audit --json --require signed";
    assert_eq!(findings(&project, required), found(1, &unlisted("error")));
    // Who is let go keeps the line, with an end.
    project.approvers(&[("ann", ""), ("bob", ",valid-before=\"29990101Z\"")]);
    assert_eq!(findings(&project, required), found(0, &[]));
    // A key that was never valid then is as good as unlisted.
    project.approvers(&[("ann", ""), ("bob", ",valid-before=\"20200101Z\"")]);
    assert_eq!(findings(&project, required), found(1, &unlisted("error")));
    fs::remove_file(project.path(".automaton/approvers")).expect("removed");
    let both = [
        ("approver-unlisted", "warning"),
        ("approver-unlisted", "warning"),
    ];
    assert_eq!(findings(&project, "audit --json"), found(0, &both));
}

#[test]
fn an_approval_that_stands_unsigned_is_a_finding_where_signatures_are_required() {
    let relayed = SIGNED.replace("approval by=signed signers=2", "approval by=anyone");
    let project = Project::with(&relayed);
    project.all(&["create-task t"]);
    project.artifact("t", "PLAN.md", "the plan\n");
    let submit = "transition plan:awaiting_approval --task t";
    project.all(&[submit, "approve --task t"]);
    assert_eq!(findings(&project, "audit --json"), found(0, &[]));
    assert_snapshot!(project.run("audit --require signed"), @"
    exit 1
    t
      error[approval-unsigned] .automaton/tasks/t/.state.journal: the approval of `plan` at TIME by `tester` was not signed
      approved: plan, at TIME, by tester, relayed by a program

    1 task, 1 error, 0 warnings
    ");
    // Once it is void, nothing rests on it.
    project.all(&["transition plan --task t"]);
    assert_eq!(
        findings(&project, "audit --json --require signed"),
        found(0, &[])
    );
}

#[test]
fn without_ssh_keygen_nothing_is_known() {
    let project = approved();
    let output = project
        .command()
        .args(["audit", "--json"])
        .env("PATH", project.home())
        .output()
        .expect("the program runs");
    let document: Value = serde_json::from_slice(&output.stdout).expect("a document");
    assert_eq!(document["exit"], 1);
    let codes = document["findings"].as_array().expect("findings").iter();
    let codes: Vec<_> = codes.map(|found| found["code"].clone()).collect();
    assert_eq!(codes, ["signature-unverified", "signature-unverified"]);
}

#[test]
fn a_shorter_journal_does_not_hold_what_was_signed_on_a_longer_one() {
    let project = submitted();
    project.all(&[
        "transition plan --task t",
        "transition plan:awaiting_approval --task t",
    ]);
    for name in ["ann", "bob"] {
        assert_eq!(project.sign("t", name).exit, 0);
    }
    assert_eq!(findings(&project, "audit --json"), found(0, &[]));
    // The first submission and its withdrawal are taken out, and the chain is made anew.
    forge(&project, "t", |entries| {
        entries.drain(1..3);
        for (index, entry) in entries.iter_mut().enumerate() {
            entry["seq"] = json!(index + 1);
        }
    });
    let broken = ("signature-broken", "error");
    assert_eq!(
        findings(&project, "audit --json"),
        found(6, &[broken, broken, ("approval-too-weak", "error")])
    );
}
