//! Tampered tasks: who may settle them, and what is shown.

use insta::assert_snapshot;

use crate::project::Project;

fn tampered() -> Project {
    let project = Project::relayed();
    project.all(&["create-task login", "transition research --task login"]);
    project.artifact("login", ".state", "complete\n");
    project
}

#[test]
fn a_tampered_task_moves_no_more_and_only_a_person_settles_it() {
    let project = tampered();
    assert_snapshot!(project.run("transition research:awaiting_approval --task login"), @"
    exit 6
    --- stderr
    refused: transition research:awaiting_approval  [tampered]
      `.state`: says `complete`; the journal says `research`; nothing moves until a person has repaired the task
      in the way: .automaton/tasks/login/.state (says `complete`; the journal says `research`)
      next, by a person: automaton repair --task login
      next: automaton status login
    ");
    assert_snapshot!(project.run("repair --task login --dry-run"), @"
    exit 3
    --- stderr
    refused: repair  [person-required]
      only a person at a terminal may do this; an agent gives the command to its user
      standard input is not a terminal
      it would repair login (damaged): what the journal says counts, in research
          found: .state says `complete`; the journal says `research`
      next, by a person: automaton repair --task login
    ");
    assert_snapshot!(project.as_agent("repair --task login --as research"), @"
    exit 3
    --- stderr
    refused: repair --as research  [person-required]
      only a person at a terminal may do this; an agent gives the command to its user
      an agent is at work here: `CLAUDECODE` is set (Claude Code sets it for the commands it runs)
      next, by a person: automaton repair --task login --as research
    ");
    assert_eq!(project.state("login"), "complete\n");
}

#[test]
fn sound_records_and_sub_states_are_refused() {
    let project = Project::relayed();
    project.all(&["create-task login"]);
    assert_snapshot!(project.run("repair --task login --accept --as new"), @"
    exit 2
    --- stderr
    error: the argument '--accept' cannot be used with '--as <PHASE>'

    Usage: automaton repair --task <TASK> --accept

    For more information, try '--help'.
    ");
    assert_snapshot!(project.run("repair --task login"), @"
    exit 1
    --- stderr
    refused: repair  [nothing-to-repair]
      state, journal and artifacts agree: there is nothing to repair
      next: automaton status login
    ");
    assert_snapshot!(project.run("repair --task login --as research:approved"), @"
    exit 2
    --- stderr
    refused: repair --as research:approved  [not-a-base-state]
      `research:approved` is an approval sub-state, and what was not approved here is not approved: name the phase `research`
      next, by a person: automaton repair --task login --as research
    ");
}
