//! Each harness's own protocol: what it sends, and exactly what it is answered.

use insta::assert_snapshot;
use serde_json::Value;

use crate::project::{PROGRAM, Project};

/// What each harness sends, as its client or its page gives it, and what has to come of it. `ROOT`
/// stands for the project's folder; a payload that is no object is a text, as it is sent.
const RECORDED: &[(&str, &str)] = &[
    ("claude", include_str!("../data/hooks/claude.json")),
    ("cline", include_str!("../data/hooks/cline.json")),
    ("codex", include_str!("../data/hooks/codex.json")),
    ("copilot", include_str!("../data/hooks/copilot.json")),
    ("cursor", include_str!("../data/hooks/cursor.json")),
    ("gemini", include_str!("../data/hooks/gemini.json")),
    ("kiro", include_str!("../data/hooks/kiro.json")),
    ("opencode", include_str!("../data/hooks/opencode.json")),
    ("windsurf", include_str!("../data/hooks/windsurf.json")),
];

const WORKFLOW: &str = r#"workflow w version=1 {
    initial write
    artifact REPORT.md
    artifact LATER.md
    phase write { produces REPORT.md; forbids LATER.md; edits "docs/**"; next rest; }
    phase rest { reads REPORT.md; produces LATER.md; next done; }
    phase done terminal=success
}"#;

/// A project whose task may write `docs/**`.
fn writing() -> Project {
    let project = Project::with(WORKFLOW);
    project.all(&["create-task t"]);
    project
}

/// A project whose task may write no file of the project.
fn resting() -> Project {
    let project = writing();
    project.artifact("t", "REPORT.md", "a report\n");
    project.all(&["transition rest --task t"]);
    project
}

/// The recorded cases of a harness: what each is, what has to come of it, and what is sent.
fn cases(recorded: &str) -> Vec<(String, String, String)> {
    let cases: Vec<Value> = serde_json::from_str(recorded).expect("a list of cases");
    let text = |value: &Value| value.as_str().map(str::to_owned);
    let case = |case: &Value| {
        let payload = text(&case["payload"]).unwrap_or_else(|| case["payload"].to_string());
        let field = |name: &str| text(&case[name]).expect(name);
        (field("what"), field("expected"), payload)
    };
    cases.iter().map(case).collect()
}

/// The payload with the project's own folder in the place of `ROOT`.
fn placed(project: &Project, payload: &str) -> String {
    payload.replace("ROOT", project.root().to_str().expect("UTF-8"))
}

#[test]
fn every_harness_is_understood() {
    let (writing, resting) = (writing(), resting());
    for (harness, recorded) in RECORDED {
        for (what, expected, payload) in cases(recorded) {
            let (project, denied) = match expected.as_str() {
                "allow" => (&writing, false),
                "deny" => (&writing, true),
                "allow at rest" => (&resting, false),
                "deny at rest" => (&resting, true),
                "held" | "held at rest" => {
                    let project = if expected == "held" {
                        &writing
                    } else {
                        &resting
                    };
                    let run = project.feed(&placed(project, &payload), &["hook", harness]);
                    assert_held(harness, &payload, &run);
                    continue;
                }
                other => panic!("{harness}, {what}: {other}"),
            };
            let run = project.feed(&placed(project, &payload), &["hook", harness]);
            assert_eq!(refuses(harness, &run), denied, "{harness}, {what}: {run}");
        }
    }
}

/// Holds that the harness is told to run the command that it sent, by `exec`, and the rest of the input
/// as it was.
fn assert_held(harness: &str, payload: &str, run: &crate::project::Run) {
    assert_eq!((run.exit, run.stderr.as_str()), (0, ""), "{harness}: {run}");
    let answer: Value = serde_json::from_str(&run.stdout).expect("a document");
    let payload: Value = serde_json::from_str(payload).expect("a payload");
    let (given, told) = match harness {
        "claude" | "codex" => {
            let answer = &answer["hookSpecificOutput"];
            let decision = if harness == "codex" {
                "allow".into()
            } else {
                Value::Null
            };
            assert_eq!(answer["permissionDecision"], decision);
            (&payload["tool_input"], &answer["updatedInput"])
        }
        "gemini" => (
            &payload["tool_input"],
            &answer["hookSpecificOutput"]["tool_input"],
        ),
        "copilot" => (&payload["toolArgs"], &answer["modifiedArgs"]),
        _ => (&payload["tool_input"], &answer),
    };
    let command = given["command"].as_str().expect("a command");
    let mut expected = given.clone();
    expected["command"] = format!("{PROGRAM} exec -- bash -c '{command}'").into();
    if harness == "opencode" {
        expected = serde_json::json!({"command": expected["command"]});
    }
    assert_eq!(*told, expected, "{harness}");
}

/// Whether the harness would take the answer for a refusal, by its own rules.
fn refuses(harness: &str, run: &crate::project::Run) -> bool {
    let document = || -> Value {
        serde_json::from_str(&run.stdout).unwrap_or_else(|_| panic!("no document: {run}"))
    };
    let silent = run.stdout.is_empty() && run.stderr.is_empty();
    match harness {
        "claude" => {
            assert_eq!((run.exit, run.stderr.as_str()), (0, ""), "{run}");
            !silent && {
                let answer = &document()["hookSpecificOutput"];
                assert_eq!(answer["hookEventName"], "PreToolUse");
                assert_ne!(answer["permissionDecisionReason"], "");
                answer["permissionDecision"] == "deny"
            }
        }
        "gemini" => {
            assert_eq!((run.exit, run.stderr.as_str()), (0, ""), "{run}");
            !silent && document()["decision"] == "deny" && document()["reason"] != ""
        }
        "cursor" => {
            assert_eq!((run.exit, run.stderr.as_str()), (0, ""), "{run}");
            let answer = document();
            if answer["permission"] == "allow" {
                return false;
            }
            assert_eq!(answer["permission"], "deny");
            assert_ne!(answer["user_message"], "");
            assert_eq!(answer["user_message"], answer["agent_message"]);
            true
        }
        "copilot" => {
            assert_eq!(run.stderr, "", "{run}");
            match run.exit {
                0 => assert_eq!(run.stdout, ""),
                exit => {
                    assert_eq!(exit, 2);
                    assert_eq!(document()["permissionDecision"], "deny");
                    assert_ne!(document()["permissionDecisionReason"], "");
                }
            }
            run.exit == 2
        }
        "cline" => {
            assert_eq!((run.exit, run.stderr.as_str()), (0, ""), "{run}");
            !silent && {
                assert_eq!(document()["cancel"], false);
                assert_ne!(document()["contextModification"], "");
                document()["overrideInput"] == serde_json::json!({})
            }
        }
        _ => {
            assert_eq!(run.stdout, "", "{run}");
            match run.exit {
                0 => assert!(silent, "{run}"),
                exit => assert!(exit == 2 && !run.stderr.trim().is_empty(), "{run}"),
            }
            run.exit == 2
        }
    }
}

#[test]
fn every_harness_has_every_kind_of_payload() {
    for (harness, recorded) in RECORDED {
        let cases = cases(recorded);
        for kind in [
            "an allowed write",
            "a refused write",
            "a shell command",
            "our own command",
            "a reading tool",
            "an unknown tool",
            "an unknown tool with a path",
            "no path",
            "garbage",
        ] {
            assert!(
                cases.iter().any(|(what, ..)| what == kind),
                "{harness}: {kind}"
            );
        }
    }
}

#[test]
fn a_refusal_is_told_in_the_harness_s_own_words() {
    let project = writing();
    for (harness, recorded) in RECORDED {
        let cases = cases(recorded);
        let case = cases.iter().find(|(what, ..)| what == "a refused write");
        let (_, _, payload) = case.expect("a case");
        let run = project.feed(&placed(&project, payload), &["hook", harness]);
        match *harness {
            "claude" => assert_snapshot!(run, @r#"
            exit 0
            {"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny","permissionDecisionReason":"refused: edit TMP/project/src/a.rs  [edit-not-in-phase]\n  `t` is in `write`, which edits `docs/**` and nothing else; it writes `REPORT.md`\n  no phase of the workflow edits this file\n    .automaton/workflow.kdl:5  phase write { produces REPORT.md; forbids LATER.md; edits \"docs/**\"; next rest; }\n  next: automaton transition rest --task t"}}
            "#),
            "cline" => assert_snapshot!(run, @r#"
            exit 0
            {"cancel":false,"overrideInput":{},"contextModification":"refused: edit TMP/project/src/a.rs  [edit-not-in-phase]\n  `t` is in `write`, which edits `docs/**` and nothing else; it writes `REPORT.md`\n  no phase of the workflow edits this file\n    .automaton/workflow.kdl:5  phase write { produces REPORT.md; forbids LATER.md; edits \"docs/**\"; next rest; }\n  next: automaton transition rest --task t"}
            "#),
            "codex" => assert_snapshot!(run, @r#"
            exit 2
            --- stderr
            refused: edit TMP/project/src/a.rs  [edit-not-in-phase]
              `t` is in `write`, which edits `docs/**` and nothing else; it writes `REPORT.md`
              no phase of the workflow edits this file
                .automaton/workflow.kdl:5  phase write { produces REPORT.md; forbids LATER.md; edits "docs/**"; next rest; }
              next: automaton transition rest --task t
            "#),
            "copilot" => assert_snapshot!(run, @r#"
            exit 2
            {"permissionDecision":"deny","permissionDecisionReason":"refused: edit TMP/project/src/a.rs  [edit-not-in-phase]\n  `t` is in `write`, which edits `docs/**` and nothing else; it writes `REPORT.md`\n  no phase of the workflow edits this file\n    .automaton/workflow.kdl:5  phase write { produces REPORT.md; forbids LATER.md; edits \"docs/**\"; next rest; }\n  next: automaton transition rest --task t"}
            "#),
            "cursor" => assert_snapshot!(run, @r#"
            exit 0
            {"permission":"deny","user_message":"refused: edit TMP/project/src/a.rs  [edit-not-in-phase]\n  `t` is in `write`, which edits `docs/**` and nothing else; it writes `REPORT.md`\n  no phase of the workflow edits this file\n    .automaton/workflow.kdl:5  phase write { produces REPORT.md; forbids LATER.md; edits \"docs/**\"; next rest; }\n  next: automaton transition rest --task t","agent_message":"refused: edit TMP/project/src/a.rs  [edit-not-in-phase]\n  `t` is in `write`, which edits `docs/**` and nothing else; it writes `REPORT.md`\n  no phase of the workflow edits this file\n    .automaton/workflow.kdl:5  phase write { produces REPORT.md; forbids LATER.md; edits \"docs/**\"; next rest; }\n  next: automaton transition rest --task t"}
            "#),
            "gemini" => assert_snapshot!(run, @r#"
            exit 0
            {"decision":"deny","reason":"refused: edit TMP/project/src/a.rs  [edit-not-in-phase]\n  `t` is in `write`, which edits `docs/**` and nothing else; it writes `REPORT.md`\n  no phase of the workflow edits this file\n    .automaton/workflow.kdl:5  phase write { produces REPORT.md; forbids LATER.md; edits \"docs/**\"; next rest; }\n  next: automaton transition rest --task t"}
            "#),
            "kiro" => assert_snapshot!(run, @r#"
            exit 2
            --- stderr
            refused: edit TMP/project/src/a.rs  [edit-not-in-phase]
              `t` is in `write`, which edits `docs/**` and nothing else; it writes `REPORT.md`
              no phase of the workflow edits this file
                .automaton/workflow.kdl:5  phase write { produces REPORT.md; forbids LATER.md; edits "docs/**"; next rest; }
              next: automaton transition rest --task t
            "#),
            "opencode" => assert_snapshot!(run, @r#"
            exit 2
            --- stderr
            refused: edit TMP/project/src/a.rs  [edit-not-in-phase]
              `t` is in `write`, which edits `docs/**` and nothing else; it writes `REPORT.md`
              no phase of the workflow edits this file
                .automaton/workflow.kdl:5  phase write { produces REPORT.md; forbids LATER.md; edits "docs/**"; next rest; }
              next: automaton transition rest --task t
            "#),
            _ => assert_snapshot!(run, @r#"
            exit 2
            --- stderr
            refused: edit TMP/project/src/a.rs  [edit-not-in-phase]
              `t` is in `write`, which edits `docs/**` and nothing else; it writes `REPORT.md`
              no phase of the workflow edits this file
                .automaton/workflow.kdl:5  phase write { produces REPORT.md; forbids LATER.md; edits "docs/**"; next rest; }
              next: automaton transition rest --task t
            "#),
        }
    }
}

#[test]
fn a_large_payload_is_read_whole() {
    let project = writing();
    let content = "x".repeat(5 << 20);
    for (path, exit) in [("docs/a.md", 0), ("src/a.rs", 2)] {
        let root = project.root();
        let payload = serde_json::json!({
            "tool_name": "apply_patch",
            "cwd": root,
            "tool_input": {"command": format!("*** Begin Patch\n*** Add File: docs/b.md\n+{content}\n*** Add File: {path}\n+x\n*** End Patch")},
        });
        let run = project.feed(&payload.to_string(), &["hook", "codex"]);
        assert_eq!(run.exit, exit, "{path}");
    }
}

#[test]
fn outside_every_project_only_the_flag_lets_through() {
    let project = Project::bare();
    let payload = placed(
        &project,
        r#"{"tool_name":"apply_patch","cwd":"ROOT","tool_input":{"command":"*** Add File: a"}}"#,
    );
    assert_eq!(project.feed(&payload, &["hook", "codex"]).exit, 2);
    assert_eq!(
        project
            .feed(&payload, &["hook", "codex", "--if-project"])
            .exit,
        0
    );
    // A path that leads into a project is decided by that project.
    let other = resting();
    let path = other.path("src/a.rs");
    let payload = serde_json::json!({
        "tool_name": "apply_patch",
        "cwd": project.root(),
        "tool_input": {"command": format!("*** Add File: {}", path.display())},
    });
    let run = project.feed(&payload.to_string(), &["hook", "codex", "--if-project"]);
    assert_eq!(run.exit, 2, "{run}");
}

#[test]
fn a_session_in_a_subfolder_or_a_worktree_is_in_the_project() {
    let project = writing();
    std::fs::create_dir_all(project.path("docs/deep")).expect("a folder");
    for (file, exit) in [("a.md", 0), ("../a.md", 0), ("../../src/a.rs", 2)] {
        let payload = serde_json::json!({
            "tool_name": "apply_patch",
            "cwd": project.path("docs/deep"),
            "tool_input": {"command": format!("*** Update File: {file}")},
        });
        let run = project.feed(&payload.to_string(), &["hook", "codex"]);
        assert_eq!(run.exit, exit, "{file}: {run}");
    }
}

#[test]
fn a_harness_that_sends_nothing_is_refused_in_time() {
    let project = writing();
    let mut command = project.command();
    command
        .args(["hook", "codex"])
        .stdin(std::process::Stdio::piped());
    command
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::piped());
    let mut child = command.spawn().expect("it starts");
    // The pipe stays open, and nothing is ever written.
    let stdin = child.stdin.take();
    let output = child.wait_with_output().expect("it ends");
    drop(stdin);
    assert_eq!(output.status.code(), Some(2));
    let said = String::from_utf8(output.stderr).expect("text");
    assert_snapshot!(said, @"
    refused: the tool call  [gate-too-slow]
      the gate did not come to a decision in time
      next: automaton doctor
    ");
}

#[test]
fn an_unknown_harness_is_refused_as_a_wrong_call() {
    let project = writing();
    assert_eq!(project.feed("{}", &["hook", "emacs"]).exit, 2);
    assert_eq!(project.feed("{}", &["hook"]).exit, 2);
}
