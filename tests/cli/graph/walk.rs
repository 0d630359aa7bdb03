//! The way of one task through the graph.

use insta::assert_snapshot;

use crate::project::Project;

const LOOP: &str = "\
workflow w version=1 {
    initial draft
    artifact PLAN.md
    approval by=anyone
    phase draft { produces PLAN.md; approval; next build; }
    phase build { rework draft by=anyone; next done; }
    phase done terminal=success
}
";

/// A task that was planned twice, and stands in `build`.
fn walked() -> Project {
    let project = Project::with(LOOP);
    project.all(&["create-task login"]);
    project.artifact("login", "PLAN.md", "a plan\n");
    let round = [
        "transition draft:awaiting_approval --task login",
        "approve --task login",
        "transition build --task login",
    ];
    project.all(&round);
    let back = [
        "rework",
        "draft",
        "--task",
        "login",
        "--reason",
        "another plan",
    ];
    assert_eq!(project.call(&back).exit, 0);
    project.all(&round);
    project
}

#[test]
fn each_format_says_where_the_task_stands_and_how_often_it_came_along_where() {
    let project = walked();
    assert_snapshot!(project.run("graph --task login"), @r#"
    exit 0
    stateDiagram-v2
        state "draft" as p0 {
            state "draft" as p0_base
            state "awaiting_approval" as p0_pending
            state "approved" as p0_granted
            [*] --> p0_base
            p0_base --> p0_pending : submit, 2 times
            p0_pending --> p0_granted : approve by anyone, 2 times
            p0_pending --> p0_base : reject, withdraw
            p0_granted --> p0_base : revise
            p0_granted --> [*]
        }
        state "build" as p1
        state "done" as p2
        [*] --> p0
        p0 --> p1 : 2 times
        p1 --> p2
        p1 --> p0 : rework by anyone, once
        p2 --> [*]
        classDef here fill:#fc6,stroke:#630,stroke-width:3px
        classDef walked fill:#def,stroke:#369
        class p0_base walked
        class p0_pending walked
        class p0_granted walked
        class p1 here
    "#);
    assert_snapshot!(project.run("graph --task login --format dot"), @r##"
    exit 0
    digraph "w" {
        compound=true;
        node [shape=box, style=rounded];
        subgraph cluster_p0 {
            label="draft";
            p0 [label="draft"];
            p0_pending [label="awaiting_approval"];
            p0_granted [label="approved"];
            p0 -> p0_pending [label="submit, 2 times"];
            p0_pending -> p0_granted [label="approve by anyone, 2 times"];
            p0_pending -> p0 [label="reject, withdraw"];
            p0_granted -> p0 [label="revise"];
        }
        p1 [label="build"];
        p2 [label="done", peripheries=2];
        start [shape=point];
        start -> p0;
        p0_granted -> p1 [label="2 times", penwidth=2];
        p1 -> p2;
        p1 -> p0 [label="rework by anyone, once", penwidth=2, style=dashed, constraint=false];
        p0 [style="rounded,filled", fillcolor="#ddeeff", penwidth=1];
        p0_pending [style="rounded,filled", fillcolor="#ddeeff", penwidth=1];
        p0_granted [style="rounded,filled", fillcolor="#ddeeff", penwidth=1];
        p1 [style="rounded,filled", fillcolor="#ffcc66", penwidth=3];
    }
    "##);
    let document = project.json(&["graph", "--task", "login", "--json"]);
    let states = document["states"].as_array().expect("states").iter();
    let states: Vec<String> = states
        .map(|state| format!("{} {} {}", state["name"], state["here"], state["visits"]))
        .collect();
    assert_eq!(
        states,
        [
            "\"draft\" false 2",
            "\"draft:awaiting_approval\" false 2",
            "\"draft:approved\" false 2",
            "\"build\" true 2",
            "\"done\" false 0",
        ]
    );
    let steps = document["transitions"]
        .as_array()
        .expect("transitions")
        .iter();
    let taken: Vec<String> = steps
        .filter(|step| step["taken"] != 0)
        .map(|step| {
            format!(
                "{} {}",
                step["event"].as_str().expect("a word"),
                step["taken"]
            )
        })
        .collect();
    assert_eq!(taken, ["submit 2", "approve 2", "next 2", "rework 1"]);
    assert_eq!(
        (&document["task"], &document["state"]),
        (&"login".into(), &"build".into())
    );
}

#[test]
fn what_the_workflow_lost_is_said_and_not_drawn() {
    let project = walked();
    project.write(".automaton/workflow.kdl", &LOOP.replace("build", "make"));
    let run = project.run("graph --task login");
    assert_eq!(run.exit, 0, "{run}");
    assert_snapshot!(run.stderr, @"
    warning: not a step of this workflow: transition draft:approved -> build, 2 times
    warning: not a step of this workflow: rework build -> draft
    ");
    let document = project.json(&["graph", "--task", "login", "--json"]);
    let states = document["states"].as_array().expect("states");
    assert!(
        states.iter().all(|state| state["here"] == false),
        "{document}"
    );
}

#[test]
fn a_task_that_cannot_be_drawn_is_refused() {
    let project = walked();
    project.artifact("by-hand", "PLAN.md", "x");
    assert_snapshot!(project.run("graph --task by-hand"), @"
    exit 4
    --- stderr
    refused: `by-hand` has no journal to draw  [untracked]
      next: automaton status by-hand
    ");
    assert_eq!(project.run("graph --task nobody").exit, 4);
    assert_eq!(
        project
            .run("graph .automaton/workflow.kdl --task login")
            .exit,
        2
    );
}
