//! What is no approval, each with its code.

use std::fs;

use insta::assert_snapshot;
use serde_json::{Value, json};

use crate::forged::forge;
use crate::project::Project;
use crate::signers::{NAMESPACE, SIGNED, code, submitted};

/// What becomes of a text that Ann signs elsewhere, and of which the call says that she did.
fn compared(project: &Project, text: &str) -> (String, i32) {
    let signature = project.signature("ann", NAMESPACE, text);
    code(&project.import(text, &signature, &["--statement", "statement"]))
}

/// What becomes of it where the call does not say what was signed.
fn found(project: &Project, text: &str) -> (String, i32) {
    let signature = project.signature("ann", NAMESPACE, text);
    code(&project.import(text, &signature, &[]))
}

fn refused(code: &str, exit: i32) -> (String, i32) {
    (code.to_owned(), exit)
}

#[test]
fn a_statement_of_an_earlier_submission_is_outdated() {
    let project = submitted();
    let old = project.statement("t");
    project.all(&[
        "transition plan --task t",
        "transition plan:awaiting_approval --task t",
    ]);
    assert_eq!(found(&project, &old), refused("statement-outdated", 1));
    assert_eq!(compared(&project, &old), refused("statement-outdated", 1));
    let signature = project.signature("ann", NAMESPACE, &old);
    assert_snapshot!(project.import(&old, &signature, &[]), @"
    exit 1
    --- stderr
    refused: approve  [statement-outdated]
      what was signed is about another submission: the phase was submitted again since, or the journal is another one
        .automaton/workflow.kdl:8  approval by=signed signers=2
      next, by a person: automaton approve --task t --sign KEY
    ");
}

#[test]
fn a_statement_of_another_task_or_project_approves_nothing_here() {
    let project = submitted();
    project.all(&["create-task u"]);
    project.artifact("u", "PLAN.md", "the plan\n");
    project.all(&["transition plan:awaiting_approval --task u"]);
    let other = project.statement("u");
    assert_eq!(
        compared(&project, &other),
        refused("statement-other-task", 1)
    );
    assert_eq!(found(&project, &other), refused("signature-bad", 1));

    // The same task of another project, which has another first entry.
    let elsewhere = Project::with(&SIGNED.replace("signed version", "elsewhere version"));
    elsewhere.all(&["create-task t"]);
    elsewhere.artifact("t", "PLAN.md", "the plan\n");
    elsewhere.all(&["transition plan:awaiting_approval --task t"]);
    let other = elsewhere.statement("t");
    assert_eq!(
        compared(&project, &other),
        refused("statement-other-task", 1)
    );

    let phase = project.statement("t").replace("\"plan\"", "\"build\"");
    assert_eq!(
        compared(&project, &phase),
        refused("statement-other-task", 1)
    );
}

#[test]
fn a_clone_is_the_same_project() {
    let project = submitted();
    let clone = Project::with(SIGNED);
    for (path, bytes) in project.files() {
        let below = path.strip_prefix(project.root()).expect("a file of it");
        let text = String::from_utf8(bytes).expect("text");
        clone.write(below.to_str().expect("a path"), &text);
    }
    assert_eq!(clone.statement("t"), project.statement("t"));
    let signature = project.signature("ann", NAMESPACE, &project.statement("t"));
    assert_eq!(clone.import("", &signature, &[]).exit, 0);
}

#[test]
fn a_statement_about_other_bytes_is_told_apart() {
    let project = submitted();
    let statement = project.statement("t");
    let mut document: Value = serde_json::from_str(&statement).expect("a statement");
    let digest = document["subject"][0]["digest"]["sha256"].take();
    let digest = digest.as_str().expect("a digest");
    let other = statement.replace(digest, &"0".repeat(64));
    assert_eq!(
        compared(&project, &other),
        refused("statement-other-artifacts", 1)
    );
    assert_eq!(found(&project, &other), refused("signature-bad", 1));
    // The files themselves are looked at too.
    project.artifact("t", "PLAN.md", "another plan\n");
    assert_eq!(
        code(&project.sign("t", "ann")),
        refused("artifact-changed", 6)
    );
    assert_eq!(found(&project, &statement), refused("artifact-changed", 6));
}

#[test]
fn a_statement_in_other_words_is_malformed() {
    let project = submitted();
    let statement = project.statement("t");
    let expires = statement.find("\"expires\":\"2").expect("an expiry") + "\"expires\":\"".len();
    let later = format!("{}9{}", &statement[..expires], &statement[expires + 1..]);
    let spaced = statement.replace(",\"phase\"", ", \"phase\"");
    for text in ["yes\n", statement.trim_end(), &later, &spaced] {
        assert_ne!(text, statement);
        assert_eq!(
            compared(&project, text),
            refused("statement-malformed", 1),
            "{text}"
        );
        assert_eq!(found(&project, text), refused("signature-bad", 1), "{text}");
    }
}

#[test]
fn what_was_not_signed_in_time_is_expired() {
    let project = submitted();
    forge(&project, "t", |entries| {
        entries[1]["at"] = json!("2026-01-02T03:04:05Z");
    });
    assert_snapshot!(project.sign("t", "ann"), @"
    exit 1
    --- stderr
    refused: approve  [statement-expired]
      the statement expired at TIME: withdraw the submission, submit it again, and have that signed
        .automaton/workflow.kdl:8  approval by=signed signers=2
      next: automaton transition plan --task t
    ");
    for line in [
        "approve --task t --print-statement",
        "approve --task t --signature nowhere",
    ] {
        assert_eq!(code(&project.run(line)), refused("statement-expired", 1));
    }
    forge(&project, "t", |entries| {
        entries[1]["at"] = json!("long ago");
    });
    assert_eq!(
        code(&project.sign("t", "ann")),
        refused("statement-expired", 1)
    );
}

#[test]
fn a_key_counts_once_whoever_it_is_listed_for() {
    let project = submitted();
    let ann = project.public("ann");
    let lines = format!("ann@example.org {ann}\nanna@example.org {ann}\nann@example.org {ann}\n");
    project.write(".automaton/approvers", &lines);
    assert_eq!(project.sign("t", "ann").exit, 0);
    assert_snapshot!(project.sign("t", "ann"), @"
    exit 1
    --- stderr
    refused: approve  [already-signed]
      `ann@example.org` has signed already with the key SHA256:KEY, and each key counts once
        .automaton/workflow.kdl:8  approval by=signed signers=2
      next, by a person: automaton approve --task t --sign KEY
    ");
    let swapped = format!("anna@example.org {ann}\n");
    project.write(".automaton/approvers", &swapped);
    assert_eq!(
        code(&project.sign("t", "ann")),
        refused("already-signed", 1)
    );
    assert_eq!(project.entries("t").len(), 3);
}

#[test]
fn only_who_is_listed_for_approvals_now_may_sign() {
    let project = submitted();
    assert_eq!(
        code(&project.sign("t", "eve")),
        refused("signer-unlisted", 1)
    );
    let ann = project.public("ann");
    for line in [
        String::new(),
        format!("ann@example.org namespaces=\"git\" {ann}\n"),
        format!("ann@example.org valid-before=\"20200101Z\" {ann}\n"),
        format!("ann@example.org valid-after=\"29990101Z\" {ann}\n"),
        format!("ann@example.org cert-authority {ann}\n"),
        format!("# ann@example.org {ann}\n"),
    ] {
        project.write(".automaton/approvers", &line);
        assert_eq!(
            code(&project.sign("t", "ann")),
            refused("signer-unlisted", 1),
            "{line}"
        );
    }
    for line in [
        format!("ann@example.org {ann}\n"),
        format!(
            "ann@example.org,anna@example.org namespaces=\"git,automaton-*\" {ann} a comment\n"
        ),
        format!("ann@example.org valid-after=\"20200101Z\",valid-before=\"29990101Z\" {ann}\n"),
    ] {
        project.write(".automaton/approvers", &line);
        let key = project.key("ann");
        let words = ["approve", "--task", "t", "--dry-run", "--sign"];
        let words = [&words[..], &[key.to_str().expect("a path")]].concat();
        assert_eq!(project.call(&words).exit, 0, "{line}");
    }
}

#[test]
fn a_signature_for_something_else_is_none() {
    let project = submitted();
    let statement = project.statement("t");
    let signature = project.signature("ann", "git", &statement);
    assert_snapshot!(project.import(&statement, &signature, &[]), @"
    exit 1
    --- stderr
    refused: approve  [signature-namespace]
      the signature is for the namespace `git`, and approvals are for `automaton-approve`
      next, by a person: automaton approve --task t --sign KEY
    ");
}

#[test]
fn a_signature_that_does_not_hold_is_none() {
    let project = submitted();
    let statement = project.statement("t");
    let other = project.signature("ann", NAMESPACE, "something else\n");
    assert_snapshot!(project.import(&statement, &other, &[]), @"
    exit 1
    --- stderr
    refused: approve  [signature-bad]
      the signature does not hold: it is over other bytes, or was changed
      next: automaton approve --task t --print-statement
    ");
    let given = project.import(&statement, &other, &["--statement", "statement"]);
    assert_eq!(code(&given), refused("signature-bad", 1));
}

#[test]
fn a_file_that_is_no_signature_is_malformed() {
    let project = submitted();
    let whole = project.signature("ann", NAMESPACE, &project.statement("t"));
    let lines: Vec<&str> = whole.lines().collect();
    let cut = [&lines[..3], &lines[lines.len() - 1..]].concat().join("\n");
    for signature in ["", "yes\n", &whole[..whole.len() / 2], &cut] {
        let run = project.import("", signature, &[]);
        assert_eq!(code(&run), refused("signature-malformed", 1), "{signature}");
    }
    let missing = project.run("approve --task t --signature nowhere");
    assert_eq!(code(&missing), refused("file-unreadable", 2));
    fs::write(project.path("signature"), [0xff]).expect("written");
    let binary = project.run("approve --task t --signature signature");
    assert_eq!(code(&binary), refused("file-unreadable", 2));
}

#[test]
fn without_an_approvers_file_nobody_may_sign() {
    let project = submitted();
    let statement = project.statement("t");
    let signature = project.signature("ann", NAMESPACE, &statement);
    let approvers = project.path(".automaton/approvers");
    fs::remove_file(&approvers).expect("removed");
    assert_snapshot!(project.sign("t", "ann"), @"
    exit 3
    --- stderr
    refused: approve  [approvers-missing]
      there is no file `.automaton/approvers` that lists who may sign
      next: automaton doctor
    ");
    let imported = project.import(&statement, &signature, &[]);
    assert_eq!(code(&imported), refused("approvers-missing", 3));
    // A link could show one list to people and another to the program.
    std::os::unix::fs::symlink(project.key("ann.pub"), &approvers).expect("a link");
    assert_eq!(code(&project.sign("t", "ann")), refused("io", 7));
}

#[test]
fn without_ssh_keygen_nothing_counts() {
    let project = submitted();
    let statement = project.statement("t");
    let signature = project.signature("ann", NAMESPACE, &statement);
    project.write("signature", &signature);
    project.sign("t", "ann");
    let without = |line: &str| {
        let mut command = project.command();
        command.env("PATH", project.home()).args(line.split(' '));
        let output = command.output().expect("the program runs");
        let text = String::from_utf8(output.stderr).expect("text");
        (output.status.code(), text)
    };
    let sign = format!("approve --task t --sign {}", project.key("bob").display());
    for line in [
        &sign,
        "approve --task t --signature signature",
        "approve --task t",
    ] {
        let (exit, text) = without(line);
        assert_eq!(exit, Some(7), "{line}");
        assert_eq!(
            text,
            "refused: approve  [ssh-keygen-missing]\n  signatures are verified by `ssh-keygen`, \
             which does not run here: No such file or directory (os error 2)\n  next: automaton \
             doctor\n",
            "{line}"
        );
    }
    let (exit, _) = without("audit");
    assert_eq!(exit, Some(1));
}

#[test]
fn a_key_that_does_not_sign_is_the_call_s_fault() {
    let project = submitted();
    assert_snapshot!(project.run("approve --task t --sign nowhere"), @"
    exit 2
    --- stderr
    refused: approve  [signing-failed]
      `ssh-keygen` did not sign: Couldn't load public key nowhere: No such file or directory
      next, by a person: automaton approve --task t --sign KEY
    ");
}

#[test]
fn a_signature_stands_in_for_nothing_else() {
    for by in ["human", "anyone"] {
        let asked = format!("approval by={by}");
        let project = Project::with(&SIGNED.replace("approval by=signed signers=2", &asked));
        project.new_key("ann");
        project.approvers(&[("ann", "")]);
        project.all(&["create-task t"]);
        project.artifact("t", "PLAN.md", "the plan\n");
        let submit = "transition plan:awaiting_approval --task t";
        assert_eq!(
            code(&project.sign("t", "ann")),
            refused("nothing-pending", 1)
        );
        project.all(&[submit]);
        assert_eq!(
            code(&project.sign("t", "ann")),
            refused("signature-not-asked", 1)
        );
        let print = project.run("approve --task t --print-statement");
        assert_eq!(code(&print), refused("signature-not-asked", 1));
    }
}

#[test]
fn the_ways_to_sign_exclude_each_other() {
    let project = submitted();
    for line in [
        "approve --task t --sign a --print-statement",
        "approve --task t --sign a --signature b",
        "approve --task t --signature a --print-statement",
        "approve --task t --statement a",
        "approve --task t --print-statement --dry-run",
    ] {
        assert_eq!(project.run(line).exit, 2, "{line}");
    }
}
