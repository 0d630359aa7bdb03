//! Decisions that only a person at a terminal may take, by somebody at one.

use std::process::Stdio;

use insta::assert_snapshot;

use crate::project::Project;
use crate::terminal::{start, talk};

/// A task that waits for the approval of its specification.
fn submitted() -> Project {
    let project = Project::bare();
    project.all(&[
        "init",
        "create-task login",
        "transition research --task login",
    ]);
    project.artifact("login", "SPEC.md", "what is wanted\n");
    project.all(&["transition research:awaiting_approval --task login"]);
    project
}

#[test]
fn a_person_approves_by_typing_the_name_of_the_task() {
    let project = submitted();
    assert_snapshot!(talk(&project, "approve --task login", "login"), @"
    approve research:awaiting_approval of login
      SPEC.md  sha256 DIGEST
    type `login` to confirm: login
    login: research:awaiting_approval -> research:approved
      next: automaton transition research --task login
      next: automaton transition decomposition --task login
      next: automaton transition design --task login
      next: automaton transition implement --task login
    exit 0
    ");
    assert_eq!(project.state("login"), "research:approved\n");
}

#[test]
fn any_other_word_is_a_no() {
    let project = submitted();
    assert_snapshot!(talk(&project, "approve --task login", "yes"), @"
    approve research:awaiting_approval of login
      SPEC.md  sha256 DIGEST
    type `login` to confirm: yes
    refused: approve  [person-required]
      only a person at a terminal may do this; an agent gives the command to its user
      `login` was not typed, so it is a no
        .automaton/workflow.kdl:88  approval
      next, by a person: automaton approve --task login
    exit 3
    ");
    assert_eq!(project.state("login"), "research:awaiting_approval\n");
}

#[test]
fn nobody_is_asked_where_an_agent_is_or_input_is_no_terminal() {
    let project = submitted();
    let agent = start(&project, "approve --task login", |command| {
        command.env("CLAUDECODE", "1")
    });
    assert_snapshot!(agent.finish(Vec::new(), &project), @"
    refused: approve  [person-required]
      only a person at a terminal may do this; an agent gives the command to its user
      an agent is at work here: `CLAUDECODE` is set (Claude Code sets it for the commands it runs)
        .automaton/workflow.kdl:88  approval
      next, by a person: automaton approve --task login
    exit 3
    ");
    let piped = start(&project, "approve --task login", |command| {
        command.stdin(Stdio::null())
    });
    assert_snapshot!(piped.finish(Vec::new(), &project), @"
    refused: approve  [person-required]
      only a person at a terminal may do this; an agent gives the command to its user
      standard input is not a terminal
        .automaton/workflow.kdl:88  approval
      next, by a person: automaton approve --task login
    exit 3
    ");
    assert_eq!(project.state("login"), "research:awaiting_approval\n");
}

#[test]
fn a_step_that_is_refused_anyway_asks_nobody() {
    let project = submitted();
    project.artifact("login", "SPEC.md", "something else\n");
    let talk = start(&project, "approve --task login", |command| command);
    assert_snapshot!(talk.finish(Vec::new(), &project), @"
    refused: approve  [artifact-changed]
      `SPEC.md` was changed after it was submitted: put it back as it was, or withdraw the submission
        .automaton/workflow.kdl:88  approval
      in the way: .automaton/tasks/login/SPEC.md (changed)
      next: automaton transition research --task login
      next, by a person: automaton repair --task login
    exit 6
    ");
}

#[test]
fn what_changed_while_the_person_was_asked_is_not_decided() {
    let project = submitted();
    project.artifact("login", "SPEC.md", "changed\n");
    let line = "repair --accept --task login";
    let talk = start(&project, line, |command| command).answer("login", &project, || {
        project.artifact("login", "SPEC.md", "changed once more\n");
    });
    assert_snapshot!(talk, @"
    repair login (research:awaiting_approval): what the folder holds counts, in research:awaiting_approval
      SPEC.md  sha256 DIGEST
    type `login` to confirm: login
    refused: `login` moved while you were asked  [moved-on]
      next: automaton status login
    exit 5
    ");
}

#[test]
fn a_trial_run_asks_nobody_and_changes_nothing() {
    let project = submitted();
    let talk = start(&project, "approve --dry-run --task login", |command| {
        command
    });
    assert_snapshot!(talk.finish(Vec::new(), &project), @"
    login: would go research:awaiting_approval -> research:approved
    exit 0
    ");
    assert_eq!(project.state("login"), "research:awaiting_approval\n");
}

#[test]
fn a_person_rejects_reworks_and_abandons() {
    let project = submitted();
    let reject = "reject --reason unclear --task login";
    assert_snapshot!(talk(&project, reject, "login"), @"
    reject research:awaiting_approval of login: unclear
      SPEC.md  sha256 DIGEST
    type `login` to confirm: login
    login: research:awaiting_approval -> research
      next: automaton transition research:awaiting_approval --task login
    exit 0
    ");
    project.all(&["transition research:awaiting_approval --task login"]);
    talk(&project, "approve --task login", "login");
    project.all(&["transition implement --task login"]);
    project.artifact("login", "IMPLEMENTATION.md", "CONTRACT_MET\n");
    project.all(&["transition bug_find --task login"]);
    assert_snapshot!(talk(&project, "rework implement --reason fix --task login", "login"), @r#"
    take login from bug_find back to implement: fix
      SPEC.md            sha256 DIGEST
      IMPLEMENTATION.md  sha256 DIGEST
    type `login` to confirm: login
    login: bug_find -> implement
      next: automaton transition bug_find --task login
      next, by a person: automaton rework research --task login --reason "..."
      next, by a person: automaton rework design --task login --reason "..."
      next, by a person: automaton rework test_design --task login --reason "..."
    exit 0
    "#);
    assert_snapshot!(talk(&project, "rework research --reason again --task login", "login"), @"
    take login from implement back to research: again
      to the attic: IMPLEMENTATION.md
      no longer approved: research
      SPEC.md            sha256 DIGEST
      IMPLEMENTATION.md  sha256 DIGEST
    type `login` to confirm: login
    login: implement -> research
      to the attic: IMPLEMENTATION.md
      no longer approved: research
      next: automaton transition research:awaiting_approval --task login
    exit 0
    ");
    assert_eq!(project.state("login"), "research\n");
    let attic = ".automaton/tasks/login/.state.attic/10/IMPLEMENTATION.md";
    assert_eq!(project.read(attic), "CONTRACT_MET\n");
    assert_snapshot!(talk(&project, "abandon --reason over --task login", "login"), @"
    abandon login, which is in research: over
      SPEC.md  sha256 DIGEST
    type `login` to confirm: login
    login: stays in research
    exit 0
    ");
    assert_snapshot!(project.run("transition research:awaiting_approval --task login"), @"
    exit 1
    --- stderr
    refused: research -> research:awaiting_approval  [abandoned]
      the task was abandoned and moves no more: over
      next: automaton status login
    ");
}

#[test]
fn a_person_settles_what_nothing_infers() {
    let project = Project::bare();
    project.all(&["init"]);
    project.artifact("old", "SPEC.md", "x");
    assert_snapshot!(talk(&project, "upgrade --task old --as design", "old"), @"
    put old (untracked) under the workflow, in design
      SPEC.md  sha256 DIGEST
    type `old` to confirm: old
    adopted 1 folder
      old: in design
    exit 0
    ");
    assert_eq!(project.state("old"), "design\n");
}

#[test]
fn a_person_lets_the_journal_or_the_folder_count() {
    let project = submitted();
    project.artifact("login", "SPEC.md", "changed\n");
    project.artifact("login", ".state", "complete\n");
    assert_snapshot!(talk(&project, "repair --task login", "login"), @r#"
    repair login (damaged): what the journal says counts, in research:awaiting_approval
      found: .state says `complete`; the journal says `research:awaiting_approval`
      recorded bytes put back: SPEC.md
      SPEC.md  sha256 DIGEST
    type `login` to confirm: login
    login: stays in research:awaiting_approval
      recorded bytes put back: SPEC.md
      next, by a person: automaton approve --task login
      next, by a person: automaton reject --task login --reason "..."
      next: automaton transition research --task login
    exit 0
    "#);
    assert_eq!(project.state("login"), "research:awaiting_approval\n");
    let spec = ".automaton/tasks/login/SPEC.md";
    assert_eq!(project.read(spec), "what is wanted\n");
    project.artifact("login", ".state", "complete\n");
    let line = "repair --task login --as research";
    assert_snapshot!(talk(&project, line, "login"), @"
    repair login (damaged): what the folder holds counts, in research
      found: .state says `complete`; the journal says `research:awaiting_approval`
      SPEC.md  sha256 DIGEST
    type `login` to confirm: login
    login: research:awaiting_approval -> research
      next: automaton transition research:awaiting_approval --task login
    exit 0
    ");
    assert_eq!(project.state("login"), "research\n");
}

#[test]
fn a_person_sets_up_what_is_set_up_in_part() {
    let project = Project::with(include_str!("../../examples/minimal/workflow.kdl"));
    assert_snapshot!(talk(&project, "init", "project"), @"
    set up TMP/project (`.automaton` exists already)
      write .automaton/.gitattributes
      write .automaton/.gitignore
      write .automaton/tasks/
    type `project` to confirm: project
    the project is set up
      wrote .automaton/.gitattributes
      wrote .automaton/.gitignore
      left .automaton/workflow.kdl as it is: it differs
      wrote .automaton/tasks/
      next: automaton create-task NAME
    exit 0
    ");
    assert_eq!(
        project.read(".automaton/workflow.kdl"),
        include_str!("../../examples/minimal/workflow.kdl")
    );
}
