//! People with SSH keys, and a project that asks for their signatures.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use serde_json::Value;

use crate::project::{Project, Run};

/// A plan that two people have to sign.
pub const SIGNED: &str = "workflow signed version=1 {
    initial plan
    artifact PLAN.md
    artifact CODE.md
    phase plan {
        produces PLAN.md
        forbids CODE.md
        approval by=signed signers=2
        next build
    }
    phase build {
        reads PLAN.md
        produces CODE.md
        rework plan by=anyone
        next over
    }
    phase over terminal=success
}
";

/// What approvals are signed for.
pub const NAMESPACE: &str = "automaton-approve";

/// A project whose task `t` was submitted, and whose approvers are Ann and Bob.
pub fn submitted() -> Project {
    let project = Project::with(SIGNED);
    for name in ["ann", "bob", "eve"] {
        project.new_key(name);
    }
    project.approvers(&[("ann", ""), ("bob", "")]);
    project.all(&["create-task t"]);
    project.artifact("t", "PLAN.md", "the plan\n");
    project.all(&["transition plan:awaiting_approval --task t"]);
    project
}

impl Project {
    /// Makes a key pair without a passphrase, in the home folder.
    pub fn new_key(&self, name: &str) {
        let made = keygen()
            .args(["-q", "-t", "ed25519", "-N", "", "-C", name, "-f"])
            .arg(self.key(name))
            .status();
        assert!(made.expect("ssh-keygen runs").success());
    }

    /// The file of a private key.
    pub fn key(&self, name: &str) -> PathBuf {
        self.home().join(name)
    }

    /// The type and the digits of a public key.
    pub fn public(&self, name: &str) -> String {
        let text = fs::read_to_string(self.home().join(format!("{name}.pub"))).expect("a key");
        text.split(' ').take(2).collect::<Vec<_>>().join(" ")
    }

    /// Lists those who may sign, each with further options.
    pub fn approvers(&self, people: &[(&str, &str)]) {
        let line = |(name, options): &(&str, &str)| {
            let options = format!("namespaces=\"{NAMESPACE}\"{options}");
            format!("{name}@example.org {options} {}\n", self.public(name))
        };
        let text: String = people.iter().map(line).collect();
        self.write(".automaton/approvers", &text);
    }

    /// Signs as the task's approval is signed here.
    pub fn sign(&self, task: &str, name: &str) -> Run {
        let key = self.key(name);
        self.call(&[
            "approve",
            "--task",
            task,
            "--sign",
            key.to_str().expect("a path"),
        ])
    }

    /// The bytes that the program asks to sign.
    pub fn statement(&self, task: &str) -> String {
        let line = format!("approve --task {task} --print-statement");
        let output = self.command().args(line.split(' ')).output();
        let output: Output = output.expect("the program runs");
        assert!(output.status.success(), "{output:?}");
        String::from_utf8(output.stdout).expect("text")
    }

    /// Signs a text elsewhere, and takes the signature in with these words besides.
    pub fn import(&self, text: &str, signature: &str, words: &[&str]) -> Run {
        self.write("statement", text);
        self.write("signature", signature);
        let words = [
            &["approve", "--task", "t", "--signature", "signature"],
            words,
        ]
        .concat();
        self.call(&words)
    }

    /// The signature over a text by one of the keys.
    pub fn signature(&self, name: &str, namespace: &str, text: &str) -> String {
        signature(&self.key(name), namespace, text, None)
    }

    /// The journal's entries.
    pub fn entries(&self, task: &str) -> Vec<Value> {
        let journal = self.read(&format!(".automaton/tasks/{task}/.state.journal"));
        let entries = journal.lines().map(serde_json::from_str);
        entries.collect::<Result<_, _>>().expect("entries")
    }
}

/// The signature over a text, by a key or by what an agent at `socket` holds.
pub fn signature(key: &Path, namespace: &str, text: &str, socket: Option<&Path>) -> String {
    let file = tempfile::NamedTempFile::new().expect("a file");
    fs::write(file.path(), text).expect("written");
    let input = fs::File::open(file.path()).expect("opened");
    let mut signing = keygen();
    signing
        .args(["-q", "-Y", "sign", "-n", namespace, "-f"])
        .arg(key)
        .stdin(input);
    if let Some(socket) = socket {
        signing.env("SSH_AUTH_SOCK", socket);
    }
    let output = signing.output().expect("ssh-keygen runs");
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout).expect("text")
}

/// The real program.
pub fn keygen() -> Command {
    let mut command = Command::new("ssh-keygen");
    command.stdin(Stdio::null());
    command
}

/// The code of a refusal, and the exit.
pub fn code(run: &Run) -> (String, i32) {
    let code = run
        .stderr
        .split_once("  [")
        .and_then(|(_, rest)| rest.split_once(']'));
    let code = code.map_or_else(|| run.to_string(), |(code, _)| code.to_owned());
    (code, run.exit)
}
