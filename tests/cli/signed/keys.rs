//! Keys that are not simply a file: in an agent, certified, on a token.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use insta::assert_snapshot;

use crate::project::Project;
use crate::signers::{NAMESPACE, code, keygen, signature, submitted};

/// An ssh-agent of its own, which ends with the value.
struct Agent {
    process: Child,
    socket: PathBuf,
}

impl Agent {
    fn start(project: &Project) -> Self {
        let socket = project.home().join("agent");
        let process = Command::new("ssh-agent")
            .args(["-D", "-a"])
            .arg(&socket)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .spawn()
            .expect("ssh-agent runs");
        let agent = Self { process, socket };
        // It is there once it answers; without keys it answers with 1, else ssh-add with 2.
        while agent.ask(&["-l"]) == Some(2) {
            std::thread::sleep(std::time::Duration::from_millis(5));
        }
        agent
    }

    fn ask(&self, words: &[&str]) -> Option<i32> {
        let mut asked = Command::new("ssh-add");
        asked.args(words).env("SSH_AUTH_SOCK", &self.socket);
        let output = asked.stdin(Stdio::null()).output().expect("ssh-add runs");
        output.status.code()
    }

    fn hold(&self, key: &Path) {
        let key = key.to_str().expect("a path");
        assert_eq!(self.ask(&["-q", key]), Some(0));
    }
}

impl Drop for Agent {
    fn drop(&mut self) {
        self.process.kill().ok();
        self.process.wait().ok();
    }
}

#[test]
fn an_agent_signs_with_the_key_whose_public_half_is_named() {
    let project = submitted();
    let agent = Agent::start(&project);
    agent.hold(&project.key("ann"));
    fs::remove_file(project.key("ann")).expect("removed");
    let sign = |name: &str| {
        let mut command = project.command();
        command
            .args(["approve", "--task", "t", "--sign"])
            .arg(project.key(name))
            .env("SSH_AUTH_SOCK", &agent.socket);
        command.output().expect("the program runs").status.code()
    };
    assert_eq!(sign("ann.pub"), Some(0));
    let entries = project.entries("t");
    assert_eq!(
        entries[2]["approval"]["signature"]["signer"],
        "ann@example.org"
    );
    // A key that the agent does not hold signs nothing.
    fs::remove_file(project.key("bob")).expect("removed");
    assert_eq!(sign("bob.pub"), Some(2));
}

#[test]
fn a_certificate_counts_as_its_key_where_its_authority_is_listed() {
    let project = submitted();
    project.new_key("authority");
    let certified = keygen()
        .args(["-q", "-I", "an id", "-n", "bob@example.org", "-s"])
        .args([project.key("authority"), project.key("bob.pub")])
        .status();
    assert!(certified.expect("ssh-keygen runs").success());
    let agent = Agent::start(&project);
    agent.hold(&project.key("bob"));
    let statement = project.statement("t");
    let certificate = project.key("bob-cert.pub");
    let by_certificate = signature(&certificate, NAMESPACE, &statement, Some(&agent.socket));

    let authority = project.public("authority");
    let bob = project.public("bob");
    project.write(
        ".automaton/approvers",
        &format!("*@example.org cert-authority {authority}\n"),
    );
    assert_eq!(project.import("", &by_certificate, &[]).exit, 0);
    let by_authority = project.read(".automaton/approvers");
    project.write(
        ".automaton/approvers",
        &format!("{by_authority}bob@example.org {bob}\n"),
    );
    assert_eq!(
        code(&project.sign("t", "bob")),
        ("already-signed".to_owned(), 1)
    );

    // An authority for other names certifies nobody here.
    project.write(
        ".automaton/approvers",
        &format!("*@example.com cert-authority {authority}\n"),
    );
    let elsewhere = project.import("", &by_certificate, &[]);
    assert_eq!(code(&elsewhere), ("signer-unlisted".to_owned(), 1));
}

/// Recorded: `tests/data/fido/make.py` signed them as a token does, over [`RECORDED`].
const TOUCHED: &str = include_str!("../../data/fido/ed25519-touched.sig");
const UNTOUCHED: &str = include_str!("../../data/fido/ed25519-untouched.sig");
const ECDSA_UNTOUCHED: &str = include_str!("../../data/fido/ecdsa-untouched.sig");
const RECORDED: &str = "a statement\n";

#[test]
fn a_token_that_was_not_touched_approves_nothing() {
    let project = submitted();
    let keys = [
        include_str!("../../data/fido/ed25519.pub"),
        include_str!("../../data/fido/ecdsa.pub"),
    ];
    let lines = keys.map(|key| format!("ann@example.org {key}"));
    project.write(".automaton/approvers", &lines.concat());
    for signature in [UNTOUCHED, ECDSA_UNTOUCHED] {
        // To `ssh-keygen` it is as good as any other.
        project.write("signature", signature);
        project.write("statement", RECORDED);
        let verified = keygen()
            .args([
                "-Y",
                "verify",
                "-I",
                "ann@example.org",
                "-n",
                NAMESPACE,
                "-f",
            ])
            .arg(project.path(".automaton/approvers"))
            .arg("-s")
            .arg(project.path("signature"))
            .stdin(fs::File::open(project.path("statement")).expect("opened"))
            .output();
        assert!(verified.expect("ssh-keygen runs").status.success());
        for words in [&[][..], &["--statement", "statement"]] {
            let run = project.import(RECORDED, signature, words);
            assert_eq!(code(&run), ("signature-untouched".to_owned(), 1));
        }
    }
    assert_snapshot!(project.import(RECORDED, UNTOUCHED, &[]), @"
    exit 1
    --- stderr
    refused: approve  [signature-untouched]
      the key SHA256:KEY is on a token, and the signature was made without a touch
      next, by a person: automaton approve --task t --sign KEY
    ");
    // With a touch it is a signature, if over something else.
    let run = project.import(RECORDED, TOUCHED, &["--statement", "statement"]);
    assert_eq!(code(&run), ("statement-malformed".to_owned(), 1));
    let run = project.import(RECORDED, TOUCHED, &[]);
    assert_eq!(code(&run), ("signature-bad".to_owned(), 1));
}
