//! The graph as data, and what is no graph.

use insta::assert_snapshot;

use super::{MINIMAL, TEST_DRIVEN};
use crate::project::Project;

#[test]
#[expect(clippy::too_many_lines, reason = "the document is one snapshot")]
fn data_is_the_document_of_every_command() {
    let project = Project::bare();
    project.write("w.kdl", TEST_DRIVEN);
    let by_format = project.json(&["graph", "--format", "json", "w.kdl"]);
    assert_eq!(by_format, project.json(&["graph", "--json", "w.kdl"]));
    assert_snapshot!(format!("{by_format:#}"), @r#"
    {
      "schema": "automaton/1",
      "ok": true,
      "code": "done",
      "exit": 0,
      "message": "test-driven: 4 phases, 4 states",
      "workflow": {
        "name": "test-driven",
        "sha256": "DIGEST",
        "origin": "file",
        "initial": "red"
      },
      "states": [
        {
          "name": "red",
          "phase": "red",
          "sub_state": null,
          "terminal": null
        },
        {
          "name": "green",
          "phase": "green",
          "sub_state": null,
          "terminal": null
        },
        {
          "name": "refactor",
          "phase": "refactor",
          "sub_state": null,
          "terminal": null
        },
        {
          "name": "done",
          "phase": "done",
          "sub_state": null,
          "terminal": "success"
        }
      ],
      "transitions": [
        {
          "from": "red",
          "to": "green",
          "event": "next",
          "guards": [
            {
              "guard": "check",
              "command": "! sh tests/run.sh",
              "timeout_seconds": 300
            }
          ]
        },
        {
          "from": "green",
          "to": "refactor",
          "event": "next",
          "guards": [
            {
              "guard": "check",
              "command": "sh tests/run.sh",
              "timeout_seconds": 300
            }
          ]
        },
        {
          "from": "refactor",
          "to": "red",
          "event": "next",
          "guards": [
            {
              "guard": "outcome",
              "artifact": "ROUND.md",
              "words": [
                "MORE"
              ]
            },
            {
              "guard": "check",
              "command": "sh tests/run.sh",
              "timeout_seconds": 300
            }
          ]
        },
        {
          "from": "refactor",
          "to": "done",
          "event": "next",
          "guards": [
            {
              "guard": "outcome",
              "artifact": "ROUND.md",
              "words": [
                "DONE"
              ]
            },
            {
              "guard": "check",
              "command": "sh tests/run.sh",
              "timeout_seconds": 300
            }
          ]
        }
      ],
      "phases": [
        {
          "name": "red",
          "description": "Write one test that fails",
          "reads": [],
          "produces": [
            "TESTS.md"
          ],
          "optional_reads": [],
          "optional_produces": [],
          "forbids": [],
          "edits": [
            "tests/**"
          ],
          "approval": null
        },
        {
          "name": "green",
          "description": "Make the test pass with as little code as possible",
          "reads": [
            "TESTS.md"
          ],
          "produces": [],
          "optional_reads": [],
          "optional_produces": [],
          "forbids": [],
          "edits": [
            "src/**"
          ],
          "approval": null
        },
        {
          "name": "refactor",
          "description": "Clean up while the tests stay green, then decide whether anything is missing",
          "reads": [
            "TESTS.md"
          ],
          "produces": [
            "ROUND.md"
          ],
          "optional_reads": [],
          "optional_produces": [],
          "forbids": [],
          "edits": [
            "src/**"
          ],
          "approval": null
        },
        {
          "name": "done",
          "description": "All wanted behaviour has a test, and all tests pass",
          "reads": [],
          "produces": [],
          "optional_reads": [],
          "optional_produces": [],
          "forbids": [],
          "edits": [],
          "approval": null
        }
      ],
      "next": []
    }
    "#);
}

#[test]
fn every_state_and_step_of_the_default_workflow_is_listed() {
    let project = Project::bare();
    let default = project.json(&["graph", "--json"]);
    let lengths = ["states", "transitions", "phases"].map(|field| {
        let list = default[field].as_array().expect("a list");
        list.len()
    });
    assert_eq!(lengths, [20, 44, 12]);
    assert_eq!(
        default["states"][2],
        serde_json::json!({
            "name": "research:awaiting_approval",
            "phase": "research",
            "sub_state": "awaiting_approval",
            "terminal": null,
        })
    );
}

#[test]
fn what_does_not_compile_is_not_drawn() {
    let project = Project::bare();
    project.write("w.kdl", &MINIMAL.replace("next done", "next dune"));
    let run = project.run("graph w.kdl");
    assert_eq!((run.exit, run.stdout.as_str()), (2, ""));
    assert_snapshot!(run.stderr, @r"
    refused: the workflow file does not compile  [workflow-broken]
      no phase `dune` is declared [undefined-reference]
      next: automaton lint-workflow w.kdl
    ");
    let run = project.run("graph gone.kdl");
    assert_eq!((run.exit, run.stdout.as_str()), (2, ""));
    assert_snapshot!(run.stderr, @r"
    the file cannot be read  [file-unreadable]
      No such file or directory (os error 2)
    ");
}
