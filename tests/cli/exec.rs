//! `automaton exec`: what the kernel holds, in each tier that this machine has.
#![expect(clippy::print_stderr, reason = "what a machine lacks is skipped aloud")]

mod attacks;
mod held;
mod later;
pub mod scene;
mod works;

use insta::assert_snapshot;

use self::scene::{Scene, Tier};

#[test]
fn it_says_what_may_be_written_and_what_holds_it() {
    for tier in Tier::here() {
        let scene = Scene::of(tier);
        let run = scene.exec(&["--explain", "--task", "t"]);
        let page = run.stdout.replace("\n  build outputs     /dev/shm", "");
        let (granted, open) = page.split_once("not held here:").expect("two parts");
        let first = granted.lines().next().expect("a line");
        match tier {
            Tier::Both => assert!(first.starts_with("held by namespaces and Landlock, version ")),
            Tier::Alone => assert!(first.starts_with("held by Landlock, version ")),
        }
        let granted = granted.split_once('\n').expect("more lines").1;
        // Sorted by where they lie, and the project lies in another place each time.
        let mut lines: Vec<String> = scene
            .without_temporary(granted)
            .lines()
            .map(str::to_owned)
            .collect();
        lines[1..3].sort_by_key(|line| line.to_lowercase());
        let granted = lines.join("\n");
        insta::allow_duplicates!(assert_snapshot!(granted, @r"
        may write what t in research may:
          build outputs     target
          build outputs     TMPDIR
          in place          .automaton/tasks/t/SPEC.md
          made, if missing  .automaton/tasks/t/SPEC.md
        "));
        let metadata = "modes, times and attributes of files";
        assert_eq!(open.contains(metadata), tier == Tier::Alone, "{open}");
    }
}

#[test]
fn programs_are_told_the_same() {
    for tier in Tier::here() {
        let scene = Scene::of(tier);
        let run = scene.exec(&["--explain", "--json", "--task", "t"]);
        let document: serde_json::Value = serde_json::from_str(&run.stdout).expect("a document");
        assert_eq!(document["tier"], tier.word());
        assert_eq!(document["tasks"], serde_json::json!(["t in research"]));
        let files = serde_json::json!([".automaton/tasks/t/SPEC.md"]);
        assert_eq!(document["grants"]["files"], files);
        assert_eq!(document["grants"]["edit"], serde_json::json!([]));
    }
}

#[test]
fn a_task_that_is_none_and_a_workflow_that_refuses_are_refused() {
    let scene = Scene::of(Tier::Alone);
    let run = scene.project.run("exec --task nobody -- true");
    assert_eq!(run.exit, 4, "{run}");
    let text = scene.project.read(".automaton/workflow.kdl");
    let text = text.replace("initial research", "initial research\n shell refuse");
    scene.project.write(".automaton/workflow.kdl", &text);
    let run = scene.project.run("exec --task t -- true");
    assert_snapshot!(run, @"
    exit 1
    --- stderr
    refused: a shell command  [shell-refused]
      the workflow says `shell refuse`
      next, by a person: automaton override --reason \"...\" --for 10m
    ");
    assert_eq!(scene.project.run("exec --task t").exit, 2);
    assert_eq!(scene.project.run("exec-stage 0 1 true").exit, 2);
}

#[test]
fn records_are_not_written_from_inside() {
    for tier in Tier::here() {
        let scene = Scene::of(tier);
        let program = crate::project::PROGRAM;
        let run = scene.sh(&format!("{program} abandon --task t --reason 'of no use'"));
        assert_eq!(run.exit, 1);
        let said: String = run.stderr.lines().take(3).collect::<Vec<_>>().join("\n");
        insta::allow_duplicates!(assert_snapshot!(said, @"
        refused: a command inside `automaton exec`  [inside-exec]
          nothing that `exec` runs may write the tasks' records; run it as a command of its own
          next: automaton abandon --task t --reason 'of no use'
        "));
        // Without the word about it, the kernel says the same.
        let run = scene.sh(&format!(
            "unset AUTOMATON_EXEC; {program} transition code --task t"
        ));
        assert_ne!(run.exit, 0, "{run:?}");
        assert_eq!(scene.project.state("t"), "research\n");
        // Reading, and running another command that is held, is another thing.
        let run = scene.sh(&format!(
            "{program} status t && {program} exec -- cat src/a.rs | tail -1"
        ));
        assert_eq!(run.exit, 0, "{run:?}");
        let run = scene.sh(&format!(
            "{program} exec --task t -- sh -c 'echo x > src/a.rs'"
        ));
        assert_ne!(run.exit, 0, "{run:?}");
        assert_eq!(scene.project.read("src/a.rs"), scene::SOURCE);
    }
}
