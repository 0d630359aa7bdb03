//! Who may edit for a task that somebody has claimed, and under which name hooks ask.

use insta::assert_snapshot;
use serde_json::{Value, json};

use super::{building, run_out};
use crate::can_edit::verdict;
use crate::project::{Project, Run};

#[test]
fn the_caller_edits_for_the_tasks_that_it_has_claimed() {
    let project = building(&["a", "b"]);
    project.all(&["create-task plan"]);
    let asked = |who: &str, words: &[&str]| {
        let mut arguments = vec!["--actor", who];
        arguments.extend(words);
        verdict(&project, &arguments)
    };
    let (code, plan) = (&["src/x.rs"][..], ".automaton/tasks/b/PLAN.md");
    assert_eq!(
        asked("ann", code),
        "allowed: edits",
        "nobody has claimed anything"
    );
    project.all(&["claim --task a --as ann"]);
    for (who, words, expected) in [
        ("ann", code, "allowed: edits"),
        ("ann", &[".automaton/tasks/a/PLAN.md"], "allowed: produces"),
        ("ann", &[plan], "other-task"),
        ("ann", &[plan, "--task", "b"], "allowed: produces"),
        ("bob", code, "allowed: edits"),
        ("bob", &[".automaton/tasks/a/PLAN.md"], "claimed"),
        ("bob", &["src/x.rs", "--task", "a"], "claimed"),
        ("bob", &[plan], "allowed: produces"),
    ] {
        assert_eq!(asked(who, words), expected, "{who} {words:?}");
    }
    project.all(&["claim --task plan --as cleo", "claim --task b --as bob"]);
    assert_eq!(asked("cleo", code), "edit-not-in-phase");
    assert_eq!(asked("dan", code), "claimed");
    assert_snapshot!(project.run("can-edit src/x.rs --actor dan"), @"
    exit 5
    --- stderr
    refused: edit src/x.rs  [claimed]
      `ann` has claimed `a` since TIME until TIME
      `bob` has claimed `b` since TIME until TIME
      `cleo` has claimed `plan` since TIME until TIME
      next: automaton claims
      next: automaton status
    ");
    assert_snapshot!(project.run("can-edit .automaton/tasks/b/PLAN.md --actor ann"), @"
    exit 5
    --- stderr
    refused: edit .automaton/tasks/b/PLAN.md  [claimed]
      `bob` has claimed `b` since TIME until TIME
      next: automaton claims
      next, by a person: automaton release --task b
    ");
    // A claim that ran out is nobody's.
    run_out(&project, "b");
    assert_eq!(asked("dan", code), "allowed: edits");
}

/// The session that a harness tells its hook is the one that it tells its commands.
#[test]
fn hook_and_commands_act_under_one_name() {
    for (harness, variable, tool) in [
        (
            "claude",
            "CLAUDE_CODE_SESSION_ID",
            json!({"file_path": "src/x.rs"}),
        ),
        ("codex", "CODEX_SESSION_ID", Value::Null),
        (
            "opencode",
            "AUTOMATON_ACTOR",
            json!({"filePath": "src/x.rs"}),
        ),
    ] {
        let project = building(&["a"]);
        let mut claim = project.command();
        claim
            .env_remove("AUTOMATON_ACTOR")
            .env(variable, "session-7");
        let run = project.finish(claim.args(["claim", "--task", "a"]));
        assert_eq!(run.exit, 0, "{run}");
        let (name, input) = match harness {
            "claude" => ("Write", tool),
            "opencode" => ("write", tool),
            _ => (
                "apply_patch",
                json!({"command": "*** Begin Patch\n*** Add File: src/x.rs\n+x\n*** End Patch\n"}),
            ),
        };
        for (session, refused) in [("session-7", false), ("session-8", true)] {
            let payload = json!({
                "session_id": session,
                "cwd": project.root(),
                "tool_name": name,
                "tool_input": input,
            });
            let mut hook = project.command();
            hook.env_remove("AUTOMATON_ACTOR").args(["hook", harness]);
            let run = fed(&project, hook, &payload.to_string());
            let said = run.stdout + &run.stderr;
            assert_eq!(
                said.contains("`session-7` has claimed `a`"),
                refused,
                "{harness}: {said}"
            );
            assert_eq!(said.is_empty(), !refused, "{harness}: {said}");
        }
    }
}

fn fed(project: &Project, mut command: std::process::Command, input: &str) -> Run {
    let path = project.home().join("payload");
    std::fs::write(&path, input).expect("written");
    command.stdin(std::fs::File::open(path).expect("a file"));
    project.finish(&mut command)
}
