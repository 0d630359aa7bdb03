//! The attic: what rework moved aside, and back.

use std::fs;

use insta::assert_snapshot;

use crate::project::Project;
use crate::terminal::talk;
use crate::tree::tree;

const WORKFLOW: &str = "workflow attic version=1 {
    initial plan
    approval by=anyone
    artifact PLAN.md
    artifact CODE.md
    artifact NOTES.md
    phase plan { produces PLAN.md; forbids CODE.md NOTES.md; approval; next build; }
    phase build {
        reads PLAN.md
        produces CODE.md
        produces NOTES.md optional=#true
        next done
        rework plan by=anyone
    }
    phase done terminal=success
}
";

fn plan(project: &Project) {
    project.all(&[
        "transition plan:awaiting_approval --task login",
        "approve --task login",
        "transition build --task login",
    ]);
}

/// A task that went back once, and came forward again with other code.
fn reworked() -> Project {
    let project = Project::with(WORKFLOW);
    project.all(&["create-task login"]);
    project.artifact("login", "PLAN.md", "the plan\n");
    plan(&project);
    project.artifact("login", "CODE.md", "first code\n");
    project.artifact("login", "NOTES.md", "a note\n");
    let rework = ["rework", "plan", "--task", "login", "--reason", "too slow"];
    assert_eq!(project.call(&rework).exit, 0);
    plan(&project);
    project.artifact("login", "CODE.md", "second code\n");
    project
}

#[test]
fn the_history_of_rework_is_shown() {
    let project = reworked();
    assert_snapshot!(project.run("status login"), @r#"
    exit 0
    login: build
      since TIME (just now), by tester
      under way

    artifacts:
      PLAN.md   present, frozen  read here
      CODE.md   present          produced here
      NOTES.md  missing          may be produced here

    reworked once:
      TIME build -> plan, by tester: too slow
        to the attic as step 5: CODE.md, NOTES.md

    next:
      automaton transition done --task login  (open)
      automaton rework plan --task login --reason "..."  (open)
    "#);
    let answer = project.json(&["status", "login", "--json"]);
    let mut reworks = answer["reworks"].clone();
    reworks[0]["at"] = "TIME".into();
    assert_snapshot!(reworks, @r#"[{"seq":5,"at":"TIME","by":"tester","from":"build","to":"plan","reason":"too slow","moves":["CODE.md","NOTES.md"],"voids":["plan"]}]"#);
}

#[test]
fn the_attic_says_what_it_holds_and_whose_step_it_was() {
    let project = reworked();
    assert_snapshot!(project.run("attic list --task login"), @"
    exit 0
    5  rework at TIME by tester: too slow
       CODE.md   sha256 DIGEST  11 bytes
       NOTES.md  sha256 DIGEST  7 bytes
    kept because it was submitted, approved or left behind:
       sha256 DIGEST  9 bytes  PLAN.md
    ");
    assert_snapshot!(project.run("attic show 5 CODE.md --task login"), @"
    exit 0
    first code
    ");
    let kept = fs::read_dir(project.in_task("login", ".state.attic/bytes")).expect("a folder");
    let names: Vec<_> = kept
        .map(|entry| entry.expect("an entry").file_name())
        .collect();
    let [digest] = names.as_slice() else {
        panic!("{names:?}")
    };
    let digest = digest.to_str().expect("a digest");
    for digest in [digest, &digest[..8]] {
        let run = project.call(&["attic", "show", digest, "--task", "login"]);
        assert_eq!((run.exit, run.stdout.as_str()), (0, "the plan\n"));
    }
    for (line, reason) in [
        (
            "attic show 5 PLAN.md --task login",
            "step `5` moved no file `PLAN.md` to it",
        ),
        (
            "attic show 4 CODE.md --task login",
            "step `4` moved no file `CODE.md` to it",
        ),
        (
            "attic show 5 ../../.state --task login",
            "step `5` moved no file `../../.state` to it",
        ),
        (
            "attic show bytes x --task login",
            "step `bytes` moved no file `x` to it",
        ),
        (
            "attic show 5 --task login",
            "`5` is neither a step with the name of a file nor 8 characters of a SHA-256",
        ),
        (
            "attic show 0123456789 --task login",
            "it keeps no bytes with the SHA-256 `0123456789`",
        ),
    ] {
        let run = project.run(line);
        let expected = format!(
            "refused: not in the attic of `login`  [not-in-attic]\n  {reason}\n  next: automaton \
             attic list --task login\n"
        );
        assert_eq!((run.exit, run.stderr), (2, expected), "{line}");
    }
    let fresh = Project::with(WORKFLOW);
    fresh.all(&["create-task login"]);
    assert_snapshot!(fresh.run("attic list --task login"), @"
    exit 0
    login: the attic is empty
    ");
}

#[test]
fn bytes_are_shown_as_they_are() {
    let project = Project::with(WORKFLOW);
    project.all(&["create-task login"]);
    project.artifact("login", "PLAN.md", "the plan\n");
    plan(&project);
    let bytes = [0xff, 0x00, b'\r', b'\n', 0xfe];
    fs::write(project.in_task("login", "CODE.md"), bytes).expect("written");
    project.all(&["rework plan --task login --reason r"]);
    let words = ["attic", "show", "5", "CODE.md", "--task", "login"];
    let output = project.command().args(words).output().expect("it runs");
    assert_eq!(output.stdout, bytes);
}

#[test]
fn a_person_puts_an_artifact_back_and_what_stood_there_is_kept() {
    let project = reworked();
    let line = "attic restore 5 CODE.md --task login";
    assert_snapshot!(project.run(line), @"
    exit 3
    --- stderr
    refused: attic restore 5 CODE.md  [person-required]
      only a person at a terminal may do this; an agent gives the command to its user
      standard input is not a terminal
      next, by a person: automaton attic restore 5 CODE.md --task login
    ");
    assert_snapshot!(project.as_agent(line), @"
    exit 3
    --- stderr
    refused: attic restore 5 CODE.md  [person-required]
      only a person at a terminal may do this; an agent gives the command to its user
      an agent is at work here: `CLAUDECODE` is set (Claude Code sets it for the commands it runs)
      next, by a person: automaton attic restore 5 CODE.md --task login
    ");
    assert_snapshot!(talk(&project, line, "login"), @r#"
    put CODE.md of login back as step 5 moved it to the attic
      put back from the attic: CODE.md
      PLAN.md  sha256 DIGEST
      CODE.md  sha256 DIGEST
    type `login` to confirm: login
    login: stays in build
      put back from the attic: CODE.md
      next: automaton transition done --task login
      next: automaton rework plan --task login --reason "..."
    exit 0
    "#);
    let read = |file: &str| project.read(&format!(".automaton/tasks/login/{file}"));
    assert_eq!(read("CODE.md"), "first code\n");
    assert_eq!(read(".state.attic/9/CODE.md"), "second code\n");
    assert_eq!(read(".state.attic/5/CODE.md"), "first code\n");
    assert_snapshot!(project.run("log login"), @"
    exit 0
    1  TIME  create      plan                                     by tester
    2  TIME  submit      plan -> plan:awaiting_approval           by tester
    3  TIME  approve     plan:awaiting_approval -> plan:approved  by tester
          a program relayed it
          approved PLAN.md, sha256 DIGEST
    4  TIME  transition  plan:approved -> build                   by tester
    5  TIME  rework      build -> plan                            by tester
          reason: too slow
          moved to the attic: CODE.md, NOTES.md
          no longer approved: plan
    6  TIME  submit      plan -> plan:awaiting_approval           by tester
    7  TIME  approve     plan:awaiting_approval -> plan:approved  by tester
          a program relayed it
          approved PLAN.md, sha256 DIGEST
    8  TIME  transition  plan:approved -> build                   by tester
    9  TIME  restore     build                                    by tester
          put back as step 5 moved it: CODE.md
    ");
    assert_snapshot!(project.run(line), @"
    exit 1
    --- stderr
    refused: attic restore 5 CODE.md  [already-there]
      `CODE.md` holds these bytes already
      next: automaton status login
    ");
    assert_eq!(project.run("audit").exit, 0);
    project.all(&["transition done --task login"]);
    assert_eq!(project.run("audit").exit, 0);
    assert_snapshot!(project.run("attic restore 9 CODE.md --task login"), @"
    exit 1
    --- stderr
    refused: attic restore 9 CODE.md  [not-writable]
      `CODE.md` is not written in `done`: `build` writes it
      next: automaton status login
    ");
}

#[test]
fn an_artifact_is_not_put_back_where_its_phase_does_not_write_it() {
    let project = reworked();
    project.all(&["rework plan --task login --reason again"]);
    let before = tree(&project.root());
    assert_snapshot!(project.run("attic restore 5 CODE.md --task login"), @"
    exit 1
    --- stderr
    refused: attic restore 5 CODE.md  [not-writable]
      `CODE.md` is not written in `plan`: `build` writes it
      next: automaton status login
    ");
    assert_snapshot!(project.run("attic restore 5 OTHER.md --task login"), @"
    exit 2
    --- stderr
    refused: attic restore 5 OTHER.md  [not-in-attic]
      step 5 moved no artifact `OTHER.md` to the attic
      next: automaton attic list --task login
    ");
    assert!(tree(&project.root()) == before);
}
