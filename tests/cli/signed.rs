//! `automaton approve` by signature, with the real `ssh-keygen`.

mod auditing;
mod keys;
mod refusals;

use std::fs;
use std::path::PathBuf;

use insta::assert_snapshot;
use serde_json::{Value, json};

use crate::forged::forge;
use crate::project::Project;
use crate::signers::{NAMESPACE, submitted};

#[test]
fn two_people_sign_and_the_second_signature_grants() {
    let project = submitted();
    assert_snapshot!(project.run("approve --task t"), @"
    exit 3
    --- stderr
    refused: approve  [signature-required]
      0 of 2 signatures are there: a listed approver signs next
        .automaton/workflow.kdl:8  approval by=signed signers=2
      next, by a person: automaton approve --task t --sign KEY
      next: automaton approve --task t --print-statement
    ");
    assert_snapshot!(project.sign("t", "ann"), @r#"
    exit 0
    t: stays in plan:awaiting_approval
      signed by ann@example.org with SHA256:KEY
      1 of 2 signatures are there
      next, by a person: automaton approve --task t --sign KEY
      next, by a person: automaton reject --task t --reason "..."
      next: automaton transition plan --task t
    "#);
    assert_eq!(project.state("t").trim(), "plan:awaiting_approval");
    assert_snapshot!(project.run("status t"), @r#"
    exit 0
    t: plan:awaiting_approval
      since TIME (just now), by tester
      waiting on you
      signed by 1 of 2: ann@example.org

    artifacts:
      PLAN.md  present, frozen  produced here
      must not exist here: CODE.md

    next:
      automaton approve --task t --sign KEY  (a listed approver)
      automaton reject --task t --reason "..."  (a person)
      automaton transition plan --task t  (open)
    "#);
    assert_snapshot!(project.sign("t", "bob"), @"
    exit 0
    t: plan:awaiting_approval -> plan:approved
      signed by bob@example.org with SHA256:KEY
      next: automaton transition plan --task t
      next: automaton transition build --task t
    ");
    assert_eq!(project.state("t").trim(), "plan:approved");
    assert_snapshot!(project.run("log t"), @"
    exit 0
    1  TIME  create   plan                                     by tester
    2  TIME  submit   plan -> plan:awaiting_approval           by tester
    3  TIME  sign     plan:awaiting_approval                   by tester
          signed by ann@example.org with SHA256:KEY
    4  TIME  approve  plan:awaiting_approval -> plan:approved  by tester
          signed by bob@example.org with SHA256:KEY
          approved PLAN.md, sha256 DIGEST
    ");
    assert_snapshot!(project.run("audit"), @"
    exit 0
    t
      approved: plan, at TIME, by tester, signed by ann@example.org with SHA256:KEY and bob@example.org with SHA256:KEY

    1 task, 0 errors, 0 warnings
    ");
}

#[test]
fn an_agent_may_carry_a_signature_but_nothing_weaker() {
    let project = submitted();
    assert_eq!(project.as_agent("approve --task t").exit, 3);
    for name in ["ann", "bob"] {
        let line = format!("approve --task t --sign {}", project.key(name).display());
        assert_eq!(project.as_agent(&line).exit, 0);
    }
    assert_eq!(project.state("t").trim(), "plan:approved");
}

#[test]
fn everybody_signs_the_same_bytes_in_any_order() {
    let project = submitted();
    let statement = project.statement("t");
    let by_bob = project.signature("bob", NAMESPACE, &statement);
    assert_eq!(project.sign("t", "ann").exit, 0);
    assert_eq!(project.statement("t"), statement);
    assert_snapshot!(project.import(&statement, &by_bob, &[]), @"
    exit 0
    t: plan:awaiting_approval -> plan:approved
      signed by bob@example.org with SHA256:KEY
      next: automaton transition plan --task t
      next: automaton transition build --task t
    ");
}

#[test]
fn the_statement_is_printed_to_the_byte_and_how_to_go_on_beside_it() {
    let project = submitted();
    assert_snapshot!(project.run("approve --task t --print-statement"), @r#"
    exit 0
    {"_type":"https://in-toto.io/Statement/v1","predicate":{"expires":"TIME","head":"DIGEST","nonce":"DIGEST","phase":"plan","project":"DIGEST","task":"t"},"predicateType":"urn:automaton:approval:v1","subject":[{"digest":{"sha256":"DIGEST"},"name":"PLAN.md"}]}
    --- stderr
    sign it: ssh-keygen -Y sign -n automaton-approve -f KEY < FILE > FILE.sig
    then: automaton approve --task t --signature FILE.sig
    "#);
    let shown = project.run("approve --task t --print-statement");
    let document = project.json(&["approve", "--task", "t", "--print-statement", "--json"]);
    assert_eq!(document["statement"], json!(shown.stdout));
    assert_eq!(
        document["next"],
        json!([{"run": "automaton approve --task t --signature FILE.sig", "by": "anyone"}])
    );
    assert_eq!(project.entries("t").len(), 2);
}

#[test]
fn the_journal_keeps_the_signed_bytes_with_each_signature() {
    let project = submitted();
    let statement = project.statement("t");
    project.sign("t", "ann");
    project.sign("t", "bob");
    let entries = project.entries("t");
    let steps: Vec<_> = entries[2..]
        .iter()
        .map(|entry| (&entry["event"], &entry["from"], &entry["to"]))
        .collect();
    let pending = json!("plan:awaiting_approval");
    assert_eq!(
        steps,
        [
            (&json!("sign"), &pending, &pending),
            (&json!("approve"), &pending, &json!("plan:approved")),
        ]
    );
    for (entry, name) in entries[2..].iter().zip(["ann", "bob"]) {
        let approval = &entry["approval"];
        assert_eq!(approval["level"], "signed");
        assert_eq!(
            approval["signature"]["signer"],
            format!("{name}@example.org")
        );
        assert_eq!(approval["signature"]["statement"], statement);
        let armor = project.signature(name, NAMESPACE, &statement);
        assert_eq!(approval["signature"]["armor"], armor);
    }
}

#[test]
fn a_dry_run_signs_and_changes_nothing() {
    let project = submitted();
    let before = project.files();
    let key = project.key("ann");
    let words = ["approve", "--task", "t", "--dry-run", "--sign"];
    let words = [&words[..], &[key.to_str().expect("a path")]].concat();
    assert_snapshot!(project.call(&words), @"
    exit 0
    t: would stay in plan:awaiting_approval
      signed by ann@example.org with SHA256:KEY
      1 of 2 signatures are there
    ");
    assert_eq!(project.files(), before);
}

#[test]
fn every_way_back_voids_what_was_signed() {
    let project = submitted();
    let first = project.statement("t");
    let resubmit = "transition plan:awaiting_approval --task t";
    project.sign("t", "ann");
    project.all(&["transition plan --task t", resubmit]);
    let second = project.statement("t");
    assert_ne!(first, second);
    // Ann's signature is void, so that Bob's is the first again.
    assert_eq!(project.sign("t", "bob").exit, 0);
    assert_eq!(project.state("t").trim(), "plan:awaiting_approval");
    assert_eq!(project.sign("t", "ann").exit, 0);
    assert_eq!(project.state("t").trim(), "plan:approved");
    // Revised, then reworked: each time both sign anew.
    for back in [
        &["transition plan --task t"][..],
        &[
            "transition build --task t",
            "rework plan --task t --reason r",
        ],
    ] {
        project.all(back);
        project.all(&[resubmit]);
        assert_eq!(project.sign("t", "ann").exit, 0);
        assert_eq!(project.state("t").trim(), "plan:awaiting_approval");
        assert_eq!(project.sign("t", "bob").exit, 0);
        assert_eq!(project.state("t").trim(), "plan:approved");
    }
    let document = project.json(&["audit", "--json"]);
    let stands = document["approvals"].as_array().expect("approvals").iter();
    let stands: Vec<_> = stands.map(|one| one["stands"].clone()).collect();
    assert_eq!(stands, [false, false, true]);
    assert_eq!(document["findings"], json!([]));
}

#[test]
fn what_a_journal_says_without_a_signature_counts_for_nothing() {
    let project = submitted();
    project.sign("t", "ann");
    // The signature of Ann, under the name and the key of somebody else.
    forge(&project, "t", |entries| {
        let mut sign = entries[2].clone();
        sign["seq"] = json!(4);
        sign["approval"]["signature"]["signer"] = json!("carol@example.org");
        sign["approval"]["signature"]["key"] = json!("SHA256:carol");
        entries.push(sign);
    });
    assert_snapshot!(project.run("approve --task t"), @"
    exit 3
    --- stderr
    refused: approve  [signature-required]
      1 of 2 signatures are there: a listed approver signs next
        .automaton/workflow.kdl:8  approval by=signed signers=2
      next, by a person: automaton approve --task t --sign KEY
      next: automaton approve --task t --print-statement
    ");
    forge(&project, "t", |entries| {
        entries[2]["approval"]["signature"]["key"] = json!("SHA256:ann");
    });
    assert_snapshot!(project.sign("t", "bob"), @r#"
    exit 0
    t: stays in plan:awaiting_approval
      signed by bob@example.org with SHA256:KEY
      next, by a person: automaton approve --task t --sign KEY
      next, by a person: automaton reject --task t --reason "..."
      next: automaton transition plan --task t
    --- stderr
    warning: signatures on record that do not hold are not counted [signature-required]; `automaton audit` names them
    "#);
    assert_eq!(project.state("t").trim(), "plan:awaiting_approval");
}

#[test]
fn enough_signatures_are_counted_once_fewer_are_asked_for() {
    let project = submitted();
    project.sign("t", "ann");
    let lowered = crate::signers::SIGNED.replace("signers=2", "signers=1");
    project.write(".automaton/workflow.kdl", &lowered);
    assert_snapshot!(project.run("approve --task t"), @"
    exit 0
    t: plan:awaiting_approval -> plan:approved
      next: automaton transition plan --task t
      next: automaton transition build --task t
    ");
    assert_eq!(
        project.json(&["audit", "--json", "--require", "signed"])["exit"],
        0
    );
}

#[test]
fn the_linter_counts_the_keys_of_the_file_beside_the_workflow() {
    let project = submitted();
    assert_eq!(project.run("lint-workflow").exit, 0);
    project.approvers(&[("ann", "")]);
    assert_snapshot!(project.run("lint-workflow"), @"
    exit 1
    error[signers-impossible]

      × `plan` takes signatures by 2 keys, and `approvers` lists 1
       ╭─[.automaton/workflow.kdl:8:9]
     7 │         forbids CODE.md
     8 │         approval by=signed signers=2
       ·         ────────────────────────────
     9 │         next build
       ╰────
      help: list more approvers, or ask for fewer signers

    1 error, 0 warnings in 1 file
    ");
    project.write("elsewhere.kdl", &project.read(".automaton/workflow.kdl"));
    assert_eq!(project.run("lint-workflow elsewhere.kdl").exit, 0);
    project.write("approvers", "");
    assert_eq!(project.run("lint-workflow elsewhere.kdl").exit, 1);
    fs::remove_file(project.path("approvers")).expect("removed");
    fs::create_dir(project.path("approvers")).expect("a folder");
    assert_snapshot!(project.run("lint-workflow elsewhere.kdl"), @"
    exit 1
    error[fact-unavailable]

      × approvers: cannot read: it is a folder

    1 error, 0 warnings in 1 file
    ");
}

#[test]
fn the_doctor_says_what_signatures_need() {
    let project = submitted();
    let found = |project: &Project, path: Option<PathBuf>| {
        let mut command = project.command();
        command.args(["doctor", "--json"]);
        if let Some(path) = path {
            command.env("PATH", path);
        }
        let output = command.output().expect("the program runs");
        let document: Value = serde_json::from_slice(&output.stdout).expect("a document");
        let checks = document["checks"].as_array().expect("checks").clone();
        let about = |check: &Value| {
            ["ssh-keygen", "approvers"].contains(&check["subject"].as_str().expect("text"))
        };
        let shown = checks.iter().filter(|check| about(check));
        let shown = shown.map(|check| format!("{}: {}", check["health"], check["seen"]));
        (output.status.code(), shown.collect::<Vec<_>>())
    };
    let lines = |exit, lines: [&str; 2]| (Some(exit), lines.map(str::to_owned).to_vec());
    let verified = r#""ok": "signatures can be verified""#;
    assert_eq!(
        found(&project, None),
        lines(
            0,
            [verified, r#""ok": "`.automaton/approvers` lists 2 keys""#]
        )
    );
    project.approvers(&[("ann", "")]);
    let few = r#""error": "`.automaton/approvers` lists 1 key, and an approval takes 2""#;
    assert_eq!(found(&project, None), lines(1, [verified, few]));
    fs::remove_file(project.path(".automaton/approvers")).expect("removed");
    let none =
        r#""error": "the workflow asks for signatures, and there is no `.automaton/approvers`""#;
    let program =
        r#""error": "the `ssh-keygen` program does not run, and the workflow asks for signatures""#;
    assert_eq!(
        found(&project, Some(project.home())),
        lines(1, [program, none])
    );
    let unsigned = Project::with(&crate::signers::SIGNED.replace("signed signers=2", "human"));
    assert_eq!(found(&unsigned, None), (Some(0), Vec::new()));
}
