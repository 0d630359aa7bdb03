//! The attic: what rework moved aside, and back.

use insta::assert_snapshot;

use crate::project::Project;
use crate::terminal::talk;

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
    assert_snapshot!(project.run("status login"), @"");
    let answer = project.json(&["status", "login", "--json"]);
    let mut reworks = answer["reworks"].clone();
    reworks[0]["at"] = "TIME".into();
    assert_snapshot!(reworks, @"");
}

#[test]
fn the_attic_says_what_it_holds_and_whose_step_it_was() {
    let project = reworked();
    assert_snapshot!(project.run("attic list --task login"), @"");
    assert_snapshot!(project.run("attic show 5 CODE.md --task login"), @"");
    let list = project.json(&["attic", "list", "--task", "login", "--json"]);
    let digest = list["kept"][0]["sha256"]
        .as_str()
        .expect("a digest")
        .to_owned();
    for digest in [&digest[..], &digest[..8]] {
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
    assert_snapshot!(fresh.run("attic list --task login"), @"");
}

#[test]
fn bytes_are_shown_as_they_are() {
    let project = Project::with(WORKFLOW);
    project.all(&["create-task login"]);
    project.artifact("login", "PLAN.md", "the plan\n");
    plan(&project);
    let bytes = [0xff, 0x00, b'\r', b'\n', 0xfe];
    std::fs::write(project.in_task("login", "CODE.md"), bytes).expect("written");
    project.all(&["rework plan --task login --reason r"]);
    let words = ["attic", "show", "5", "CODE.md", "--task", "login"];
    let output = project.command().args(words).output().expect("it runs");
    assert_eq!(output.stdout, bytes);
}

#[test]
fn a_person_puts_an_artifact_back_and_what_stood_there_is_kept() {
    let project = reworked();
    let line = "attic restore 5 CODE.md --task login";
    assert_snapshot!(project.run(line), @"");
    assert_snapshot!(project.as_agent(line), @"");
    assert_snapshot!(talk(&project, line, "login"), @"");
    let read = |file: &str| project.read(&format!(".automaton/tasks/login/{file}"));
    assert_eq!(read("CODE.md"), "first code\n");
    assert_eq!(read(".state.attic/9/CODE.md"), "second code\n");
    assert_eq!(read(".state.attic/5/CODE.md"), "first code\n");
    assert_snapshot!(project.run("log login"), @"");
    assert_snapshot!(project.run(line), @"");
    assert_eq!(project.run("audit").exit, 0);
    project.all(&["transition done --task login"]);
    assert_eq!(project.run("audit").exit, 0);
    assert_snapshot!(project.run("attic restore 9 CODE.md --task login"), @"");
}

#[test]
fn an_artifact_is_not_put_back_where_its_phase_does_not_write_it() {
    let project = reworked();
    project.all(&["rework plan --task login --reason again"]);
    let before = project.files();
    assert_snapshot!(project.run("attic restore 5 CODE.md --task login"), @"");
    assert_snapshot!(project.run("attic restore 5 OTHER.md --task login"), @"");
    assert_eq!(project.files(), before);
}
