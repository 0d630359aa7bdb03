//! What must keep working in a phase that edits nothing.

use std::fs;
use std::io::{BufRead as _, BufReader, Write as _};
use std::os::unix::process::ExitStatusExt as _;
use std::process::{Command, Stdio};

use rustix::process::{Pid, Signal, kill_process};

use super::scene::{SOURCE, Scene, Tier};

fn is_here(program: &str) -> bool {
    let found = Command::new(program).arg("--version").output();
    let found = found.is_ok_and(|output| output.status.success());
    if !found {
        eprintln!("SKIPPED: no {program} on this machine");
    }
    found
}

#[test]
fn reading_goes_on() {
    for tier in Tier::here() {
        let scene = Scene::of(tier);
        for (script, expected) in [
            ("cat src/a.rs", SOURCE),
            ("git status --short", ""),
            ("git log --format=%s", "begin\n"),
            ("git diff --stat HEAD", ""),
            ("git blame -s src/a.rs | wc -l", "1\n"),
            ("grep -rl main src", "src/a.rs\n"),
            ("echo a > $TMPDIR/x && cat $TMPDIR/x", "a\n"),
            ("cat $TMPDIR/x", "a\n"),
            (
                "echo b > target/x && mv target/x target/y && cat target/y",
                "b\n",
            ),
            (
                "echo c > /dev/null; echo d | tee /dev/stderr 2>/dev/null",
                "d\n",
            ),
            ("cat <(echo substituted)", "substituted\n"),
            ("cat <<'EOF'\nit's \"here\"\nEOF", "it's \"here\"\n"),
            (
                "python3 -c 'import multiprocessing as m; print(m.Lock() is None)'",
                "False\n",
            ),
        ] {
            let run = scene.sh(script);
            let found = (run.exit, run.stdout.as_str(), run.stderr.as_str());
            assert_eq!(found, (0, expected, ""), "{tier:?}, {script}");
        }
    }
}

#[test]
fn tools_build_and_test() {
    for tier in Tier::here() {
        let scene = Scene::of(tier);
        let project = &scene.project;
        project.write(
            "Cargo.toml",
            "[package]\nname = \"p\"\nversion = \"0.1.0\"\nedition = \"2021\"\n",
        );
        project.write("src/main.rs", "fn main() {}\n#[test]\nfn t() {}\n");
        project.write("test_a.py", "def test_a():\n    assert True\n");
        project.write(
            "package.json",
            "{\"scripts\": {\"test\": \"node -e 'console.log(1+1)'\"}}\n",
        );
        fs::remove_dir_all(project.path("target")).expect("removed");
        // Where cargo and its toolchains are is told by these, and by the home folder otherwise.
        let home = std::env::var("HOME").expect("a home folder");
        let place = |name: &str, default: &str| {
            std::env::var(name).unwrap_or_else(|_| format!("{home}/{default}"))
        };
        let cargo = format!(
            "export CARGO_HOME={} RUSTUP_HOME={}; cargo",
            place("CARGO_HOME", ".cargo"),
            place("RUSTUP_HOME", ".rustup"),
        );
        for (program, script) in [
            (
                "cargo",
                format!("{cargo} check -q --offline && {cargo} test -q --offline"),
            ),
            ("pytest", "pytest -q test_a.py".to_owned()),
            ("node", "test $(node -e 'console.log(6*7)') = 42".to_owned()),
            ("npm", "npm test --silent".to_owned()),
            ("rg", "rg -q main src".to_owned()),
        ] {
            if is_here(program) {
                let run = scene.sh(&script);
                assert_eq!(run.exit, 0, "{tier:?}, {program}: {run:?}");
            }
        }
        let build = "fn main() { std::fs::write(\"src/a.rs\", \"x\").unwrap() }\n";
        project.write("build.rs", build);
        let run = scene.sh(&format!("{cargo} check -q --offline"));
        assert_ne!(run.exit, 0, "{tier:?}: {run:?}");
        assert_eq!(project.read("src/a.rs"), SOURCE, "{tier:?}");
    }
}

#[test]
fn exit_codes_and_streams_are_the_command_s_own() {
    for tier in Tier::here() {
        let scene = Scene::of(tier);
        for code in [0, 1, 2, 6, 77, 255] {
            assert_eq!(scene.sh(&format!("exit {code}")).exit, code, "{tier:?}");
        }
        assert_eq!(scene.exec(&["--", "no-such-program"]).exit, 127);
        assert_eq!(scene.exec(&["--", "src/a.rs"]).exit, 126);

        let mut command = scene.command();
        command.args(["exec", "--", "tr", "a-z", "A-Z"]);
        command.stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.spawn().expect("it starts");
        let mut input = child.stdin.take().expect("a pipe");
        input.write_all(&[b'a'; 60_000]).expect("read");
        drop(input);
        let output = child.wait_with_output().expect("it ends");
        assert_eq!(output.stdout, [b'A'; 60_000], "{tier:?}");
    }
}

#[test]
fn signals_go_both_ways() {
    for tier in Tier::here() {
        let scene = Scene::of(tier);
        let mut command = scene.command();
        command.args(["exec", "--", "sh", "-c", "kill -TERM $$"]);
        let ended = command.status().expect("it ends");
        assert_eq!(ended.signal(), Some(Signal::TERM.as_raw()), "{tier:?}");

        for signal in [Signal::TERM, Signal::HUP, Signal::INT, Signal::USR1] {
            let script =
                "trap 'echo caught; exit 9' TERM HUP INT USR1; echo ready; sleep 20 & wait";
            let mut command = scene.command();
            command.args(["exec", "--", "bash", "-c", script]);
            let child = command.stdout(Stdio::piped()).spawn();
            let mut child = child.expect("it starts");
            let mut said = BufReader::new(child.stdout.take().expect("a pipe")).lines();
            assert_eq!(said.next().expect("a line").expect("text"), "ready");
            kill_process(Pid::from_child(&child), signal).expect("sent");
            assert_eq!(
                said.next().expect("a line").expect("text"),
                "caught",
                "{signal:?}"
            );
            assert_eq!(child.wait().expect("it ends").code(), Some(9), "{tier:?}");
        }
    }
}

#[test]
fn a_program_may_have_a_terminal_of_its_own() {
    for tier in Tier::here() {
        let scene = Scene::of(tier);
        let script = "python3 -c 'import pty, sys; sys.exit(pty.spawn([\"sh\", \"-c\", \"tty; stty size\"]) >> 8)'";
        let run = scene.sh(script);
        assert_eq!(run.exit, 0, "{tier:?}: {run:?}");
        assert!(run.stdout.starts_with("/dev/pts/"), "{tier:?}: {run:?}");
    }
}
