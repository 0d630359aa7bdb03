#![expect(
    clippy::disallowed_methods,
    reason = "the program under test is told what to do through a variable, and answers in a file"
)]

use std::fs;
use std::io::{Read as _, Write as _};
use std::os::fd::AsFd as _;
use std::path::Path;
use std::process::Stdio;

use pty_process::blocking::{Command, Pts, Pty, open};

use super::*;
use crate::environment::{AGENTS, Environment};

/// This test binary as a program of its own that asks the person at its terminal, and writes what
/// came of it to the file that `TEST_ANSWER` names. The words of `starter` start it.
fn program(starter: &[&str], answer: &Path) -> Command {
    let this = std::env::current_exe().expect("this program");
    let this = this.to_str().expect("a path in UTF-8");
    let own = [
        this,
        "--exact",
        "approval::tests::as_a_program",
        "--ignored",
    ];
    let words = [starter, &own].concat();
    let command = Command::new(words[0])
        .args(&words[1..])
        .env("TEST_ANSWER", answer)
        .stdout(Stdio::null());
    AGENTS
        .iter()
        .fold(command, |command, agent| command.env_remove(agent.name))
}

#[test]
#[ignore = "the program that the tests below start in a terminal"]
fn as_a_program() {
    let Some(answer) = std::env::var_os("TEST_ANSWER") else {
        return;
    };
    let preview = Preview::new("approve \u{1b}[2J").to_string();
    let said = match person(&Environment::current()) {
        Ok(terminal) => terminal
            .confirm(&preview, "login")
            .expect("a terminal")
            .to_string(),
        Err(error) => error.to_string(),
    };
    fs::write(answer, said).expect("written");
}

/// Runs the program on a new terminal and types `keys` once the question stands there.
fn typed(early: &str, keys: &[u8]) -> String {
    let folder = tempfile::tempdir().expect("a folder");
    let answer = folder.path().join("answer");
    let (mut pty, pts) = open().expect("a terminal");
    pty.write_all(early.as_bytes()).expect("typed");
    let mut child = program(&[], &answer).spawn(pts).expect("started");
    let shown = read_until(&mut pty, "type `login` to confirm: ");
    assert!(shown.contains("approve \\u{1b}[2J"), "{shown:?}");
    pty.write_all(keys).expect("typed");
    assert!(child.wait().expect("an end").success());
    fs::read_to_string(answer).expect("an answer")
}

fn read_until(pty: &mut Pty, end: &str) -> String {
    let mut shown = Vec::new();
    while !shown.ends_with(end.as_bytes()) {
        let mut byte = [0];
        pty.read_exact(&mut byte)
            .unwrap_or_else(|error| panic!("{error}: {:?}", String::from_utf8_lossy(&shown)));
        shown.extend(byte);
    }
    String::from_utf8(shown).expect("text")
}

#[test]
fn only_the_expected_word_confirms() {
    let long = [b"x".repeat(2000), b"\n".to_vec()].concat();
    for (keys, confirmed) in [
        (&b"login\n"[..], "true"),
        (b"  login \r", "true"),
        (b"logim\x7fn\n", "true"),
        (b"Login\n", "false"),
        (b"yes\n", "false"),
        (b"\n", "false"),
        (b"\x04", "false"),
        (b"login\x04\x04", "false"),
        (&long, "false"),
    ] {
        assert_eq!(typed("", keys), confirmed, "{keys:?}");
    }
}

#[test]
fn what_was_typed_ahead_is_no_answer() {
    assert_eq!(typed("login\n", b"no\n"), "false");
    assert_eq!(typed("no\n", b"login\n"), "true");
}

/// What the program says where `starter` starts it on a terminal, set up with another one at hand.
fn refused(starter: &[&str], set_up: impl FnOnce(Command, &Pts) -> Command) -> String {
    let folder = tempfile::tempdir().expect("a folder");
    let answer = folder.path().join("answer");
    let (_pty, pts) = open().expect("a terminal");
    let (_other, elsewhere) = open().expect("another terminal");
    let program = set_up(program(starter, &answer), &elsewhere);
    let mut child = program.spawn(pts).expect("started");
    child.wait().expect("an end");
    fs::read_to_string(answer).expect("an answer")
}

fn on(pts: &Pts) -> Stdio {
    pts.as_fd().try_clone_to_owned().expect("a copy").into()
}

#[test]
fn every_other_setting_is_refused_with_its_reason() {
    let as_it_is = |program, _: &Pts| program;
    assert_eq!(
        refused(&[], |program, _| program.env("CLAUDECODE", "1")),
        "an agent is at work here: `CLAUDECODE` is set (Claude Code sets it for the commands it runs)"
    );
    assert_eq!(
        refused(&[], |program, _| program.stdin(Stdio::null())),
        "standard input is not a terminal"
    );
    assert_eq!(
        refused(&[], |program, _| program.stderr(Stdio::null())),
        "standard error is not a terminal"
    );
    assert_eq!(
        refused(&[], |program, other| program.stdin(on(other))),
        "standard input and standard error are different terminals"
    );
    assert_eq!(
        refused(&[], |program, other| program
            .stdin(on(other))
            .stderr(on(other))),
        "the terminal belongs to another session than this program"
    );
    assert_eq!(
        refused(&["sh", "-c", "set -m; \"$0\" \"$@\" & wait"], as_it_is),
        "this program runs in the background of its terminal"
    );
    let alone = refused(&["setsid", "--wait"], as_it_is);
    let expected = "this program has no terminal of its own: `/dev/tty` does not open (";
    assert!(alone.starts_with(expected), "{alone}");
}
