#![expect(
    clippy::disallowed_methods,
    reason = "tests lay out folders of their own and speak to helpers through variables"
)]

use std::fs;
use std::path::PathBuf;

use rustix::process::{getpid, kill_process};
use signal_hook::consts::SIGTERM;

use super::*;

fn check(command: &str, timeout: Duration) -> Check {
    Check {
        command: command.to_owned(),
        timeout,
    }
}

fn run_in(root: &Path, command: &str, millis: u64) -> CheckResult {
    let check = check(command, Duration::from_millis(millis));
    run(&check, root).expect("an answer")
}

fn folder() -> tempfile::TempDir {
    tempfile::tempdir().expect("a folder")
}

fn failed(ended: &str, tail: &[&str]) -> CheckResult {
    CheckResult::Failed {
        ended: ended.to_owned(),
        tail: tail.iter().map(|&line| line.to_owned()).collect(),
    }
}

#[test]
fn how_a_command_ended_is_told_with_its_last_lines() {
    let root = folder();
    for (command, expected) in [
        ("true", CheckResult::Passed),
        ("echo fine; exit 0", CheckResult::Passed),
        ("exit 3", failed("exit status 3", &[])),
        (
            "echo a; echo b >&2; exit 1",
            failed("exit status 1", &["a", "b"]),
        ),
        ("kill -9 $$", failed("killed by signal 9", &[])),
        (
            "read line || echo no input; exit 1",
            failed("exit status 1", &["no input"]),
        ),
        ("test -e here", CheckResult::Passed),
    ] {
        fs::write(root.path().join("here"), "").expect("a file");
        assert_eq!(run_in(root.path(), command, 20_000), expected, "{command}");
    }
    let unknown = run_in(root.path(), "no-such-command-anywhere", 20_000);
    let CheckResult::Failed { ended, tail } = unknown else {
        panic!("{unknown:?}");
    };
    assert_eq!(ended, "exit status 127");
    assert!(tail[0].contains("no-such-command-anywhere"), "{tail:?}");
}

#[test]
fn the_time_limit_ends_the_command_and_all_that_it_started() {
    let root = folder();
    let command = "echo before; (sleep 2; touch late) & sh -c 'sleep 2; touch later'; echo after";
    assert_eq!(
        run_in(root.path(), command, 500),
        failed("did not finish within 500ms", &["before"])
    );
    thread::sleep(Duration::from_secs(2));
    assert!(!root.path().join("late").exists());
    assert!(!root.path().join("later").exists());
}

#[test]
fn what_stays_in_the_background_is_neither_waited_for_nor_left_behind() {
    let root = folder();
    let command = "(sleep 1; touch late; sleep 60) & echo done";
    assert_eq!(run_in(root.path(), command, 20_000), CheckResult::Passed);
    thread::sleep(Duration::from_millis(1500));
    assert!(!root.path().join("late").exists());
}

#[test]
fn checks_may_run_side_by_side() {
    let root = folder();
    thread::scope(|scope| {
        for code in 1..8 {
            let root = root.path();
            scope.spawn(move || {
                let ended = format!("exit status {code}");
                let command = format!("sleep 0.1; exit {code}");
                assert_eq!(run_in(root, &command, 20_000), failed(&ended, &[]));
            });
        }
    });
}

#[test]
fn a_root_that_is_gone_is_a_missing_fact() {
    let gone = folder().path().join("gone");
    let error = run(&check("true", GRACE), &gone).expect_err("no root");
    assert!(error.problem.starts_with("check `true`: "), "{error}");
}

#[test]
fn a_time_limit_is_told_as_people_write_it() {
    for (seconds, words) in [
        (45, "45s"),
        (60, "1m"),
        (600, "10m"),
        (5400, "1h 30m"),
        (3600, "1h"),
        (90_061, "25h 1m 1s"),
    ] {
        assert_eq!(limit_in_words(Duration::from_secs(seconds)), words);
    }
    assert_eq!(limit_in_words(Duration::from_millis(5)), "5ms");
}

/// This test binary as a program of its own that runs one check, writes what came of it to
/// `result`, and interrupts itself.
fn program(root: &Path, command: &str) -> Command {
    let mut program = Command::new(std::env::current_exe().expect("this program"));
    program
        .args(["--exact", "task::check::tests::as_a_program", "--ignored"])
        .env("TEST_CHECK", command)
        .env("TEST_ROOT", root)
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    program
}

#[test]
#[ignore = "the program that the tests below start"]
fn as_a_program() {
    let Ok(command) = std::env::var("TEST_CHECK") else {
        return;
    };
    let root = PathBuf::from(std::env::var_os("TEST_ROOT").expect("a root"));
    let result = match run(&check(&command, Duration::from_secs(20)), &root) {
        Ok(result) => format!("{result:?}"),
        Err(error) => error.problem,
    };
    fs::write(root.join("result"), result).expect("written");
    kill_process(getpid(), Signal::TERM).expect("sent");
    thread::sleep(Duration::from_secs(20));
}

fn wait_for(path: &Path) -> String {
    for _ in 0..200 {
        match fs::read_to_string(path) {
            Ok(text) if !text.is_empty() => return text,
            _ => thread::sleep(Duration::from_millis(50)),
        }
    }
    panic!("{} did not appear", path.display());
}

#[test]
fn an_interruption_is_passed_on_and_afterwards_does_what_it_always_does() {
    let root = folder();
    let command =
        "trap 'echo told > told; exit 0' TERM; echo up > up; while :; do sleep 0.05; done";
    let mut program = program(root.path(), command).spawn().expect("started");
    wait_for(&root.path().join("up"));
    kill_process(Pid::from_child(&program), Signal::TERM).expect("sent");
    let result = wait_for(&root.path().join("result"));
    assert_eq!(result, format!("check `{command}`: interrupted by SIGTERM"));
    assert_eq!(wait_for(&root.path().join("told")), "told\n");
    let status = program.wait().expect("an end");
    assert_eq!(status.signal(), Some(SIGTERM));
}

#[test]
fn nothing_inherited_leads_the_command_to_another_project_or_repository() {
    let root = folder();
    let command =
        "test -z \"$AUTOMATON_PROJECT$GIT_DIR$GIT_INDEX_FILE\" && test -n \"$AUTOMATON_ACTOR\"";
    let mut program = program(root.path(), command);
    program.env("AUTOMATON_ACTOR", "ann");
    for name in ["AUTOMATON_PROJECT", "GIT_DIR", "GIT_INDEX_FILE"] {
        program.env(name, "/elsewhere");
    }
    let status = program.status().expect("an end");
    assert_eq!(status.signal(), Some(SIGTERM));
    assert_eq!(wait_for(&root.path().join("result")), "Passed");
}
