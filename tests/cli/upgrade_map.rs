//! Tasks under a workflow that changed: what `upgrade --map` does with them.

use insta::assert_snapshot;
use serde_json::{Value, json};

use crate::project::Project;
use crate::terminal::{start, talk};

const OLD: &str = "\
workflow w version=1 {
    initial draft
    artifact PLAN.md
    artifact CODE.md
    approval by=anyone
    phase draft { produces PLAN.md; forbids CODE.md; approval; next build; }
    phase build { produces CODE.md; next done; }
    phase done terminal=success
}
";

/// Three tasks in `draft`, one of them approved, and one in `build`; then `draft` is gone.
fn changed() -> Project {
    let project = Project::with(OLD);
    for task in ["approved", "begun", "built", "coded"] {
        project.all(&[&format!("create-task {task}")]);
    }
    for task in ["approved", "built"] {
        project.artifact(task, "PLAN.md", "the plan\n");
        project.all(&[
            &format!("transition draft:awaiting_approval --task {task}"),
            &format!("approve --task {task}"),
        ]);
    }
    project.all(&["transition build --task built"]);
    let new = OLD.replace("draft", "plan");
    project.write(".automaton/workflow.kdl", &new);
    project.artifact("coded", "CODE.md", "too early\n");
    project
}

#[test]
fn a_state_that_is_gone_is_refused_with_the_way_out() {
    let project = changed();
    assert_snapshot!(project.run("transition build --task approved"), @"
    exit 3
    --- stderr
    refused: draft:approved -> build  [orphan-state]
      the workflow has no state `draft:approved` any more: put it back, or let a person say which phase takes its place
      next, by a person: automaton upgrade --map draft=STATE
    ");
    assert_snapshot!(project.run("upgrade --map draft=plan"), @"
    exit 3
    --- stderr
    refused: upgrade --map draft=plan  [person-required]
      standard input is not a terminal
      it would
        move approved from draft:approved, which the workflow no longer has, to plan
          `draft` was approved under another workflow, and is so no longer
          PLAN.md  sha256 DIGEST
        move begun from draft, which the workflow no longer has, to plan
      next, by a person: automaton upgrade --map draft=plan
    ");
}

#[test]
fn a_person_is_asked_once_and_what_the_new_phase_forbids_is_left_with_the_list() {
    let project = changed();
    assert_snapshot!(talk(&project, "upgrade --map draft=plan", "upgrade"), @"
    move approved from draft:approved, which the workflow no longer has, to plan
      `draft` was approved under another workflow, and is so no longer
      PLAN.md  sha256 DIGEST
    move begun from draft, which the workflow no longer has, to plan
    type `upgrade` to confirm: upgrade
    moved 2 tasks, left 1
      approved: draft:approved -> plan: `draft` was approved under another workflow, and is so no longer
      begun: draft -> plan

    coded: refused: upgrade --map draft=plan  [forbidden-artifact]
      `CODE.md` must not exist in `plan`: move it out of the task folder
        .automaton/workflow.kdl:6  phase plan { produces PLAN.md; forbids CODE.md; approval; next build; }
      in the way: .automaton/tasks/coded/CODE.md (forbidden)
      next, by a person: automaton upgrade --map draft=plan
    exit 1
    ");
    for (task, state) in [
        ("approved", "plan\n"),
        ("begun", "plan\n"),
        ("built", "build\n"),
        ("coded", "draft\n"),
    ] {
        assert_eq!(project.state(task), state, "{task}");
    }
    // What was approved in `draft` has to be approved again.
    assert_eq!(project.run("transition build --task approved").exit, 1);
    assert_snapshot!(project.run("log approved"), @"
    exit 0
    1  TIME  create   draft                                      by tester
    2  TIME  submit   draft -> draft:awaiting_approval           by tester
    3  TIME  approve  draft:awaiting_approval -> draft:approved  by tester
          a program relayed it
          approved PLAN.md, sha256 DIGEST
    4  TIME  map      draft:approved -> plan                     by tester
          no longer approved: draft
    ");
    assert_snapshot!(project.run("audit"), @"
    exit 1
    approved
      warning[workflow-changed] .automaton/tasks/approved/.state.journal: the workflow changed between entry 3 (TIME) and entry 4 (TIME)
          from sha256 DIGEST to sha256 DIGEST
      approved: draft, at TIME, by tester, relayed by a program; it no longer stands

    begun
      warning[workflow-changed] .automaton/tasks/begun/.state.journal: the workflow changed between entry 1 (TIME) and entry 2 (TIME)
          from sha256 DIGEST to sha256 DIGEST

    built
      warning[workflow-changed] .automaton/tasks/built/.state.journal: the workflow changed after entry 4 (TIME)
          from sha256 DIGEST to sha256 DIGEST
      approved: draft, at TIME, by tester, relayed by a program

    coded
      error[orphan-state] .automaton/tasks/coded: the workflow has no state `draft` any more: put it back, or let a person say which phase takes its place
          next, by a person: automaton upgrade --map draft=STATE

    4 tasks, 1 error, 3 warnings
    ");
    // Doing it twice does no harm.
    let before = project.files();
    assert_snapshot!(talk_nothing(&project, "upgrade --map draft=plan"), @"
    moved 0 tasks, left 1

    coded: refused: upgrade --map draft=plan  [forbidden-artifact]
      `CODE.md` must not exist in `plan`: move it out of the task folder
        .automaton/workflow.kdl:6  phase plan { produces PLAN.md; forbids CODE.md; approval; next build; }
      in the way: .automaton/tasks/coded/CODE.md (forbidden)
      next, by a person: automaton upgrade --map draft=plan
    exit 1
    ");
    assert!(before == project.files());
}

/// A line of a journal.
fn entry(line: &str) -> Value {
    serde_json::from_str(line).expect("an entry")
}

/// A call at a terminal that asks nothing.
fn talk_nothing(project: &Project, line: &str) -> String {
    let talking = start(project, line, |command| command);
    talking.finish(Vec::new(), project).to_string()
}

#[test]
fn the_entry_is_decided_by_the_new_workflow() {
    let project = changed();
    talk(
        &project,
        "upgrade --map draft=plan --task approved",
        "upgrade",
    );
    let entries = project.json(&["log", "approved", "--json"])["entries"].clone();
    let entries = entries.as_array().expect("entries");
    let last = entries.last().expect("the last one");
    assert_eq!(last["event"], "map");
    assert_eq!(last["from"], "draft:approved");
    assert_eq!(last["to"], "plan");
    assert_eq!(last["voids"], json!(["draft"]));
    let journal = project.read(".automaton/tasks/approved/.state.journal");
    let digests = journal.lines().map(|line| entry(line)["workflow"].clone());
    let digests: Vec<_> = digests.collect();
    assert_eq!(digests[0], digests[2]);
    assert_ne!(digests[2], digests[3]);
    // The other tasks of the phase were not named.
    assert_eq!(project.state("begun"), "draft\n");
}

#[test]
fn several_phases_move_at_once_and_each_at_most_once() {
    let project = changed();
    let new = OLD.replace("draft", "plan").replace("build", "make");
    project.write(".automaton/workflow.kdl", &new);
    let line = "upgrade --map draft=plan --map build=make";
    let said = talk(&project, line, "upgrade").to_string();
    assert!(said.ends_with("exit 1"), "{said}");
    assert_eq!(project.state("begun"), "plan\n");
    assert_eq!(project.state("built"), "make\n");
    assert_snapshot!(project.run("upgrade --map a=b --map a=c"), @"
    exit 2
    --- stderr
    refused: `--map` says twice what becomes of `a`  [usage]
      next: automaton upgrade --help
    ");
    for line in [
        "upgrade --map a",
        "upgrade --map a=",
        "upgrade --map a:b=c",
        "upgrade --map a=b --as c --task x",
    ] {
        assert_eq!(project.run(line).exit, 2, "{line}");
    }
    assert_snapshot!(project.run("upgrade --map draft=plam"), @"
    exit 2
    --- stderr
    refused: upgrade --map draft=plam  [unknown-state]
      the workflow has no state `plam`; did you mean `plan`?
      next: automaton graph
    ");
}

#[test]
fn what_changes_while_the_person_is_asked_is_not_moved() {
    let project = changed();
    let asked = start(&project, "upgrade --map draft=plan --task begun", |c| c);
    let meanwhile = || project.artifact("begun", "PLAN.md", "written meanwhile\n");
    assert_snapshot!(asked.answer("upgrade", &project, meanwhile), @"
    move begun from draft, which the workflow no longer has, to plan
    type `upgrade` to confirm: upgrade
    moved 0 tasks, left 1

    begun: refused: `begun` moved while you were asked  [moved-on]
      next: automaton status begun
    exit 5
    ");
    assert_eq!(project.state("begun"), "draft\n");
    assert_snapshot!(talk(&project, "upgrade --map draft=plan --task begun", "no"), @"
    move begun from draft, which the workflow no longer has, to plan
      PLAN.md  sha256 DIGEST
    type `upgrade` to confirm: no
    refused: upgrade --task begun --map draft=plan  [person-required]
      `upgrade` was not typed, so it is a no
      it would
        move begun from draft, which the workflow no longer has, to plan
          PLAN.md  sha256 DIGEST
      next, by a person: automaton upgrade --task begun --map draft=plan
    exit 3
    ");
}

#[test]
fn an_agent_and_a_trial_move_nothing() {
    let project = changed();
    let before = project.files();
    assert_eq!(project.as_agent("upgrade --map draft=plan").exit, 3);
    let trial = talk_nothing(&project, "upgrade --map draft=plan --dry-run");
    assert_snapshot!(trial, @"
    would move 2 tasks, left 1
      approved: would go draft:approved -> plan: `draft` was approved under another workflow, and is so no longer
      begun: would go draft -> plan

    coded: refused: upgrade --map draft=plan  [forbidden-artifact]
      `CODE.md` must not exist in `plan`: move it out of the task folder
        .automaton/workflow.kdl:6  phase plan { produces PLAN.md; forbids CODE.md; approval; next build; }
      in the way: .automaton/tasks/coded/CODE.md (forbidden)
      next, by a person: automaton upgrade --map draft=plan
    exit 1
    ");
    assert!(before == project.files());
}

#[test]
fn an_entry_that_left_a_state_which_its_workflow_had_is_found_by_the_audit() {
    let project = changed();
    talk(&project, "upgrade --map draft=plan --task begun", "upgrade");
    let path = ".automaton/tasks/begun/.state.journal";
    let journal = project.read(path);
    let [first, second] = journal.lines().collect::<Vec<_>>()[..] else {
        panic!("two entries");
    };
    // The old workflow has `draft`, and does not let a task out of it so.
    let digest = |line: &str| {
        entry(line)["workflow"]
            .as_str()
            .expect("a digest")
            .to_owned()
    };
    let forged = second.replace(&digest(second), &digest(first));
    project.write(path, &format!("{first}\n{forged}\n"));
    let run = project.run("audit --json");
    assert_eq!(run.exit, 6, "{run}");
    assert!(run.stdout.contains("\"not-an-edge\""), "{run}");
}
