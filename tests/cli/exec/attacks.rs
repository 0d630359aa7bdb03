//! Ways to write a source in a phase that edits nothing, each in every tier: held, or reported.

use std::fs;
use std::os::unix::net::UnixListener;
use std::process::{Command, Stdio};

use super::scene::{SOURCE, Scene, Tier};

/// Scripts that try to change what the phase may not, and leave everything as it was.
const HELD: &[(&str, &str)] = &[
    ("write", "echo x > src/a.rs"),
    ("append", "echo x >> src/a.rs"),
    ("a new file", "echo x > src/new.rs"),
    ("a new file at the top", "echo x > new"),
    ("a new folder", "mkdir src/new"),
    ("sed", "sed -i s/main/other/ src/a.rs"),
    ("tee", "echo x | tee src/a.rs"),
    ("copy", "cp .gitignore src/a.rs"),
    (
        "python",
        "python3 -c 'open(\"src/a.rs\", \"w\").write(\"x\")'",
    ),
    (
        "a script of its own",
        "printf '#!/bin/sh\\necho x > src/a.rs\\n' > $TMPDIR/s; chmod +x $TMPDIR/s; $TMPDIR/s",
    ),
    (
        "git checkout",
        "git checkout HEAD~0 -- src/a.rs && git rm -q src/a.rs",
    ),
    (
        "git apply",
        "printf -- '--- a/src/a.rs\\n+++ b/src/a.rs\\n@@ -1 +1 @@\\n-fn main() {}\\n+x\\n' | git apply",
    ),
    ("git stash", "git stash -u"),
    (
        "git commit",
        "git -c user.name=a -c user.email=b commit --allow-empty -m x",
    ),
    ("remove", "rm -rf src"),
    ("rename away", "mv src/a.rs $TMPDIR/gone"),
    (
        "rename over",
        "cp .gitignore target/q; mv target/q src/a.rs",
    ),
    ("rename the folder", "mv src other"),
    ("hard link", "ln src/a.rs target/h && echo x > target/h"),
    (
        "hard link to TMPDIR",
        "ln src/a.rs $TMPDIR/h && echo x > $TMPDIR/h",
    ),
    (
        "symbolic link",
        "ln -sf $PWD/src/a.rs target/l; echo x > target/l",
    ),
    (
        "link of a folder",
        "ln -sfn $PWD/src target/f; echo x > target/f/a.rs",
    ),
    ("truncate", "truncate -s 0 src/a.rs"),
    (
        "memory map",
        "python3 -c 'import mmap; f = open(\"src/a.rs\", \"r+b\"); mmap.mmap(f.fileno(), 0)[0:1] = b\"x\"'",
    ),
    ("a later artifact", "echo x > .automaton/tasks/t/CODE.md"),
    (
        "an unknown file of the task",
        "echo x > .automaton/tasks/t/notes",
    ),
    ("the state", "echo code > .automaton/tasks/t/.state"),
    (
        "the journal",
        "echo '{}' >> .automaton/tasks/t/.state.journal",
    ),
    ("the workflow", "echo x >> .automaton/workflow.kdl"),
    ("a task of its own", "mkdir .automaton/tasks/u"),
    (
        "harness settings",
        "echo '{\"disableAllHooks\":true}' > .claude/settings.local.json",
    ),
    ("git config", "git config core.hooksPath /tmp"),
    ("a new hook", "echo x > .git/hooks/pre-push"),
    (
        "a hook by rename",
        "echo x > $TMPDIR/q; mv $TMPDIR/q .git/hooks/pre-push",
    ),
    (
        "namespaces of its own",
        "unshare -Urm sh -c 'mount -o remount,rw /; umount -l src; mount -t tmpfs none src; echo x > src/a.rs'",
    ),
    ("another root", "echo x > /proc/$PPID/root$PWD/src/a.rs"),
    (
        "the first process's root",
        "echo x > /proc/1/root$PWD/src/a.rs",
    ),
    ("its own root", "echo x > /proc/self/root$PWD/src/a.rs"),
    ("its own folder", "echo x > /proc/self/cwd/src/a.rs"),
    ("the supervisor", "kill -9 $PPID"),
];

/// What mounts hold, and Landlock alone does not: it is reported, and in the journal.
const REPORTED_ALONE: &[(&str, &str)] = &[
    (
        "the mode of a hook's record",
        "chmod a+x .automaton/workflow.kdl",
    ),
    (
        "the mode of the state",
        "chmod 000 .automaton/tasks/t/.state",
    ),
    ("the mode of settings", "chmod a+x .claude/settings.json"),
];

#[test]
fn nothing_that_the_phase_may_not_write_is_written() {
    for tier in Tier::here() {
        let scene = Scene::of(tier);
        let before = scene.files();
        for (name, script) in HELD {
            let run = scene.sh(script);
            assert_eq!(scene.files(), before, "{tier:?}, {name}: {run:?}");
            assert_ne!(run.exit, 0, "{tier:?}, {name}: {run:?}");
        }
        assert_eq!(scene.events(), ["create"]);
    }
}

/// The tests of this machine's superuser say nothing of what the kernel lets others do.
#[test]
fn the_same_holds_for_a_user_without_rights() {
    for tier in Tier::here() {
        let Some(scene) = Scene::of(tier).of_nobody() else {
            return eprintln!("SKIPPED: no `setpriv`, or not run by the superuser");
        };
        let before = scene.files();
        for (name, script) in HELD {
            let run = scene.sh(script);
            assert_eq!(scene.files(), before, "{tier:?}, {name}: {run:?}");
            assert_ne!(run.exit, 0, "{tier:?}, {name}: {run:?}");
        }
        let run = scene.sh("echo spec > .automaton/tasks/t/SPEC.md && cat src/a.rs");
        assert_eq!(
            (run.exit, run.stdout.as_str()),
            (0, SOURCE),
            "{tier:?}: {run:?}"
        );
    }
}

/// A ring of requests, in which no system call names the file that is written.
#[test]
fn rings_of_requests_are_held() {
    const RING: &str = include_str!("../../data/exec/io_uring.py");
    for tier in Tier::here() {
        let scene = Scene::of(tier);
        scene.project.write("target/ring.py", RING);
        let ring = |file: &str| {
            let mut outside = Command::new("python3");
            outside.current_dir(scene.project.root());
            outside.args(["target/ring.py", file]).status()
        };
        scene.project.write("target/free", "free\n");
        let code = ring("target/free").ok().and_then(|status| status.code());
        if code != Some(0) {
            return eprintln!("SKIPPED: no Python here, or no io_uring: {code:?}");
        }
        assert_eq!(scene.project.read("target/free"), "x");
        let run = scene.sh("python3 target/ring.py src/a.rs");
        assert_eq!(run.exit, 1, "{tier:?}: {run:?}");
        assert_eq!(scene.project.read("src/a.rs"), SOURCE, "{tier:?}");
    }
}

#[test]
fn attributes_are_held_where_mounts_hold() {
    const SET: &str = "python3 -c 'import os; os.setxattr(\"src/a.rs\", \"user.x\", b\"1\")'";
    for tier in Tier::here() {
        let scene = Scene::of(tier);
        let listed = scene.sh("python3 -c 'import os; print(os.listxattr(\"src/a.rs\"))'");
        if listed.stdout != "[]\n" {
            return eprintln!("SKIPPED: no Python here, or no attributes: {listed:?}");
        }
        let run = scene.sh(SET);
        match tier {
            Tier::Both => assert_ne!(run.exit, 0, "{run:?}"),
            Tier::Alone => {
                let explained = scene.exec(&["--task", "t", "--explain", "--json"]).stdout;
                let document: serde_json::Value =
                    serde_json::from_str(&explained).expect("a document");
                let open = document["not_held"].as_array().expect("a list");
                assert!(
                    open.iter()
                        .any(|it| it == "modes, times and attributes of files")
                );
            }
        }
    }
}

#[test]
fn what_landlock_alone_cannot_hold_is_reported() {
    for tier in Tier::here() {
        for (name, script) in REPORTED_ALONE {
            let scene = Scene::of(tier);
            let before = scene.files();
            let run = scene.sh(script);
            match tier {
                Tier::Both => {
                    assert_ne!(run.exit, 6, "{name}: {run:?}");
                    assert_eq!(scene.files(), before, "{name}: {run:?}");
                    assert_eq!(scene.events(), ["create"], "{name}");
                }
                Tier::Alone => {
                    assert_eq!(run.exit, 6, "{name}: {run:?}");
                    assert!(run.stderr.contains("[changed-outside]"), "{run:?}");
                }
            }
        }
    }
}

#[test]
fn descriptors_are_not_inherited() {
    for tier in Tier::here() {
        let scene = Scene::of(tier);
        let mut held = scene.command();
        held.args(["exec", "--task", "t", "--", "sh", "-c", "echo x >&9"]);
        let mut outer = Command::new("bash");
        outer.args(["-c", "exec 9>> src/a.rs; exec \"$0\" \"$@\""]);
        outer.arg(held.get_program()).args(held.get_args());
        outer.current_dir(scene.project.root()).env_clear();
        outer.envs(
            held.get_envs()
                .filter_map(|(name, value)| Some((name, value?))),
        );
        let output = outer.output().expect("it runs");
        assert!(!output.status.success(), "{tier:?}: {output:?}");
        assert_eq!(scene.project.read("src/a.rs"), SOURCE, "{tier:?}");
    }
}

#[test]
fn planted_links_are_not_granted() {
    for tier in Tier::here() {
        let scene = Scene::of(tier);
        let artifact = scene.project.in_task("t", "SPEC.md");
        for hard in [false, true] {
            if hard {
                fs::hard_link(scene.project.path("src/a.rs"), &artifact).expect("a link");
            } else {
                let source = scene.project.path("src/a.rs");
                std::os::unix::fs::symlink(source, &artifact).expect("a link");
            }
            let run = scene.sh("echo x > .automaton/tasks/t/SPEC.md");
            assert_ne!(run.exit, 0, "{tier:?}: {run:?}");
            assert_eq!(scene.project.read("src/a.rs"), SOURCE, "{tier:?}");
            fs::remove_file(&artifact).expect("removed");
        }
    }
}

#[test]
fn the_terminal_is_not_typed_into() {
    for tier in Tier::here() {
        let scene = Scene::of(tier);
        let run = scene.sh("python3 -c 'import fcntl
for request in (0x5412, 0x541c):
    try: fcntl.ioctl(0, request, b\"x\")
    except OSError as error: print(error.errno)'");
        assert_eq!(run.stdout, "1\n1\n", "{tier:?}: {run:?}");
    }
}

#[test]
fn abstract_sockets_of_others_are_out_of_reach() {
    use std::os::linux::net::SocketAddrExt as _;
    for tier in Tier::here() {
        let scene = Scene::of(tier);
        let name = format!("automaton-test-{}-{}", std::process::id(), tier.word());
        let address = std::os::unix::net::SocketAddr::from_abstract_name(&name).expect("a name");
        let _listening = UnixListener::bind_addr(&address).expect("a socket");
        let run = scene.sh(&format!(
            "python3 -c 'import socket
socket.socket(socket.AF_UNIX).connect(\"\\0{name}\")'"
        ));
        assert!(
            run.stderr.contains("Operation not permitted"),
            "{tier:?}: {run:?}"
        );
    }
}

#[test]
fn a_terminal_multiplexer_outside_is_out_of_reach() {
    let tmux = |arguments: &[&str]| {
        let mut command = Command::new("tmux");
        command.args(["-L", "automaton-test"]).args(arguments);
        command.stdin(Stdio::null()).output()
    };
    if !Tier::here().contains(&Tier::Both) {
        return;
    }
    let scene = Scene::of(Tier::Both);
    let here = scene.project.root();
    let here = here.to_str().expect("UTF-8");
    match tmux(&["new-session", "-d", "-c", here, "sh"]) {
        Ok(output) if output.status.success() => {}
        other => return eprintln!("SKIPPED: no tmux here: {other:?}"),
    }
    let run = scene.sh("tmux -L automaton-test send-keys 'echo x > src/a.rs' Enter");
    let outside = tmux(&["has-session"]).expect("tmux");
    tmux(&["kill-server"]).expect("tmux");
    assert_ne!(run.exit, 0, "{run:?}");
    assert!(outside.status.success(), "it was there to be reached");
    assert_eq!(scene.project.read("src/a.rs"), SOURCE);
}
