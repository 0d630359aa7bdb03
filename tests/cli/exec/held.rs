//! A phase that edits: what it may write, and what stays out of reach or is reported.

use insta::assert_snapshot;

use super::scene::{SOURCE, Scene, Tier};

const COMMIT: &str = "git -c user.name=a -c user.email=b@c commit -q";

#[test]
fn a_phase_that_edits_edits_and_commits() {
    for tier in Tier::here() {
        let scene = Scene::editing(tier);
        let run = scene.sh(&format!(
            "set -e; echo x > docs/a.md; echo y > docs/new; sed -i s/x/z/ docs/a.md; mkdir docs/d
             git add -A; {COMMIT} -m change; git log --oneline | wc -l; git status --short"
        ));
        assert_eq!(
            (run.exit, run.stdout.as_str()),
            (0, "3\n"),
            "{tier:?}: {run:?}"
        );
        assert_eq!(scene.project.read("docs/a.md"), "z\n");
        let run = scene.sh("echo written > .automaton/tasks/t/CODE.md");
        assert_eq!(run.exit, 0, "{tier:?}: {run:?}");
        assert_eq!(
            scene.project.read(".automaton/tasks/t/CODE.md"),
            "written\n"
        );
        scene.project.all(&["transition text --task t"]);
    }
}

#[test]
fn what_nobody_may_write_is_held_in_a_phase_that_edits() {
    for tier in Tier::here() {
        let scene = Scene::editing(tier);
        let before = scene.files();
        for script in [
            "echo x > src/kept/k.rs",
            "mv src/kept docs/kept",
            "mv src src2 && mkdir -p src/kept && echo x > src/kept/k.rs",
            "echo x > .claude/settings.json",
            "mv .claude c && cp -r c .claude",
            "echo x > .automaton/workflow.kdl",
            "echo x > .automaton/tasks/t/SPEC.md",
            "echo text > .automaton/tasks/t/.state",
            "rm -rf .automaton",
            "mv .git g && cp -r g .git",
            "ln src/a.rs target/h",
            "ln target/h docs/h",
        ] {
            let run = scene.sh(script);
            assert_ne!(run.exit, 0, "{tier:?}, {script}: {run:?}");
            let after = scene.files();
            let guarded = before.iter().filter(|(path, _)| {
                let path = path.to_str().expect("UTF-8");
                let guards = [
                    "/.automaton",
                    "/.claude",
                    "/src/kept",
                    "/.git/hooks",
                    "/.git/config",
                ];
                guards.iter().any(|guard| path.contains(guard))
            });
            for (path, found) in guarded {
                assert_eq!(after.get(path), Some(found), "{tier:?}, {script}: {run:?}");
            }
        }
    }
}

#[test]
fn what_is_guarded_is_found_where_it_is_new() {
    for tier in Tier::here() {
        let scene = Scene::editing(tier);
        let run = scene.sh("mkdir -p docs/.claude && echo '{}' > docs/.claude/settings.json");
        assert_eq!(run.exit, 6, "{tier:?}: {run:?}");
        assert!(run.stderr.contains("\n  docs/.claude\n"), "{run:?}");
    }
}

#[test]
fn git_is_held_by_mounts_and_looked_at_without() {
    for tier in Tier::here() {
        for script in [
            "echo x > .git/hooks/pre-push",
            "chmod a+x .git/hooks/post-commit",
            "git config core.hooksPath docs",
        ] {
            let scene = Scene::editing(tier);
            let run = scene.sh(script);
            let events = scene.events();
            match tier {
                Tier::Both => {
                    assert!(![0, 6].contains(&run.exit), "{script}: {run:?}");
                    assert_eq!(events, ["create", "transition"], "{script}");
                }
                Tier::Alone => {
                    assert_eq!(run.exit, 6, "{script}: {run:?}");
                    assert_eq!(events, ["create", "transition", "violation"], "{script}");
                }
            }
        }
    }
}

#[test]
fn what_appears_outside_is_reported_and_journaled() {
    for tier in Tier::here() {
        let scene = Scene::editing(tier);
        let run = scene.sh("echo .. > .git/commondir; exit 3");
        assert_eq!(run.exit, 6, "{tier:?}: {run:?}");
        std::fs::remove_file(scene.project.path(".git/commondir")).expect("removed");
        let stderr = run.stderr.replace("namespaces and ", "");
        let stderr = stderr.replace(|c: char| c.is_ascii_digit(), "N");
        insta::allow_duplicates!(assert_snapshot!(stderr, @"
        the command changed what it may not  [changed-outside]
          .git/commondir
          it ended with exit code N, held by Landlock, version N
          the journal of `t` says so
          next: automaton status
        "));
        assert_eq!(scene.events(), ["create", "transition", "violation"]);
        let audit = scene.project.run("audit");
        let found = "a command changed .git/commondir";
        assert!(audit.stdout.contains(found), "{tier:?}: {audit}");
        // The task goes on from where it stood.
        scene.project.artifact("t", "CODE.md", "code\n");
        scene.project.all(&["transition text --task t"]);

        // Folders are granted as far as globs name them, and what the globs leave out is found.
        let run = scene.sh("echo x > docs/a.md; echo x > docs/b.md; echo y > README.md");
        assert_ne!(run.exit, 6, "{tier:?}: {run:?}");
        assert_eq!(scene.project.read("docs/b.md"), "x\n");
        let run = scene.sh("echo x > docs/a.txt; echo x > docs/b.txt; echo x > src/a.rs");
        assert_eq!(run.exit, 6, "{tier:?}: {run:?}");
        assert!(
            run.stderr.contains("  docs/a.txt\n  docs/b.txt\n"),
            "{run:?}"
        );
        assert_eq!(scene.project.read("src/a.rs"), SOURCE);
    }
}

#[test]
fn artifacts_are_written_in_place_and_empty_ones_go_away() {
    for tier in Tier::here() {
        let scene = Scene::of(tier);
        let artifact = scene.project.in_task("t", "SPEC.md");
        let run = scene.sh("ls .automaton/tasks/t # SPEC.md");
        assert_eq!(run.stdout, "SPEC.md\n", "{tier:?}");
        assert_eq!(scene.sh("ls .automaton/tasks/t").stdout, "", "{tier:?}");
        assert!(!artifact.exists(), "{tier:?}");
        for script in [
            "echo one > .automaton/tasks/t/SPEC.md",
            "echo two | tee -a .automaton/tasks/t/SPEC.md",
            "echo three > $TMPDIR/x; cat $TMPDIR/x >> .automaton/tasks/t/SPEC.md",
        ] {
            assert_eq!(scene.sh(script).exit, 0, "{tier:?}, {script}");
        }
        let text = std::fs::read_to_string(&artifact).expect("written");
        assert_eq!(text, "one\ntwo\nthree\n", "{tier:?}");
        assert_ne!(
            scene.sh("sed -i s/one/1/ .automaton/tasks/t/SPEC.md").exit,
            0
        );
        scene.project.all(&["transition code --task t"]);
    }
}
