//! `automaton init`

use std::fs;
use std::os::unix::fs::symlink;

use insta::assert_snapshot;

use crate::project::Project;

#[test]
fn a_folder_becomes_a_project_once() {
    let project = Project::bare();
    assert_snapshot!(project.run("init --dry-run"), @"
    exit 0
    would set up the project
      would write .automaton/.gitattributes
      would write .automaton/.gitignore
      would write .automaton/prompts/ (12 files)
      would write .automaton/workflow.kdl
      would write .automaton/tasks/
    ");
    assert!(!project.path(".automaton").exists());
    assert_snapshot!(project.run("init"), @"
    exit 0
    the project is set up
      wrote .automaton/.gitattributes
      wrote .automaton/.gitignore
      wrote .automaton/prompts/ (12 files)
      wrote .automaton/workflow.kdl
      wrote .automaton/tasks/
      next: automaton create-task NAME
    ");
    assert_snapshot!(project.run("init --json"), @r#"
    exit 0
    {"schema":"automaton/1","ok":true,"code":"done","exit":0,"message":"nothing to do: the project is set up","files":[],"next":[]}
    "#);
    assert_eq!(
        project.read(".automaton/workflow.kdl"),
        include_str!("../../workflow.kdl")
    );
    assert_eq!(project.read(".automaton/.gitattributes"), "* -text\n");
    assert_snapshot!(project.read(".automaton/.gitignore"), @"
    .state.tmp
    .state.lock
    .state.claim
    .state.tick
    .state.new
    .state.restore
    .state.repair
    .*.tmp
    workflows/*.tmp
    loops/*
    **/.state.attic/bytes/*.tmp
    ");
    project.all(&["create-task login"]);
}

#[test]
fn the_examples_are_known_by_the_names_of_their_folders() {
    let entries = fs::read_dir("examples").expect("examples");
    let mut folders: Vec<String> = entries
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.is_dir())
        .map(|path| {
            path.file_name()
                .expect("a name")
                .to_str()
                .expect("UTF-8")
                .to_owned()
        })
        .collect();
    folders.sort();
    assert!(!folders.is_empty());
    for name in &folders {
        let project = Project::bare();
        project.all(&[&format!("init --from {name}"), "create-task t"]);
        let text = fs::read_to_string(format!("examples/{name}/workflow.kdl")).expect("a workflow");
        assert_eq!(project.read(".automaton/workflow.kdl"), text);
    }
    let unknown = Project::bare().run("init --from rfd");
    let listed = format!("  [possible values: {}]", folders.join(", "));
    assert!(
        unknown.stderr.lines().any(|line| line == listed),
        "{unknown}"
    );
    assert_snapshot!(unknown, @"
    exit 2
    --- stderr
    error: invalid value 'rfd' for '--from <EXAMPLE>'
      [possible values: experiment, incident, minimal, rfc, spec-driven, test-driven]

      tip: a similar value exists: 'rfc'

    For more information, try '--help'.
    ");
}

#[test]
fn a_local_project_is_ignored_as_a_whole() {
    let project = Project::bare();
    assert_snapshot!(project.run("init --local --from minimal"), @"
    exit 0
    the project is set up
      wrote .automaton/.gitignore
      wrote .automaton/prompts/work.md
      wrote .automaton/workflow.kdl
      wrote .automaton/tasks/
      next: automaton create-task NAME
    ");
    assert_eq!(project.read(".automaton/.gitignore"), "*\n");
}

#[test]
fn what_is_in_force_is_changed_by_persons_only_and_never_overwritten() {
    let project = Project::bare();
    project.all(&["init --from minimal"]);
    assert_snapshot!(project.run("init"), @"
    exit 0
    nothing to do: the project is set up
      left .automaton/workflow.kdl as it is: it differs
    ");
    assert_snapshot!(project.run("init --from rfc"), @"
    exit 1
    --- stderr
    refused: the project has a workflow file of its own  [would-overwrite]
      help: nothing has changed
    ");
    fs::remove_file(project.path(".automaton/workflow.kdl")).expect("removed");
    assert_snapshot!(project.as_agent("init"), @"
    exit 3
    --- stderr
    refused: init  [person-required]
      `.automaton` exists already
      an agent is at work here: `CLAUDECODE` is set (Claude Code sets it for the commands it runs)
      next, by a person: automaton init
    ");
    project.write("inner/file", "");
    assert_snapshot!(project.run("init --project inner"), @"
    exit 3
    --- stderr
    refused: init  [person-required]
      it is inside the project `TMP/project`
      standard input is not a terminal
      next, by a person: automaton init --project inner
    ");
    assert!(!project.path("inner/.automaton").exists());
    assert!(!project.path(".automaton/workflow.kdl").exists());
}

#[test]
fn an_unusable_place_is_refused() {
    let project = Project::bare();
    assert_snapshot!(project.run("init --project missing"), @"
    exit 2
    --- stderr
    `TMP/project/missing` cannot be set up: No such file or directory (os error 2)  [no-project]
    ");
    assert_snapshot!(project.run("init --project ../home"), @"
    exit 2
    --- stderr
    the home folder's own `.automaton` is the framework's root  [no-project]
      next: automaton init --framework
    ");
    symlink("elsewhere", project.path(".automaton")).expect("a link");
    assert_snapshot!(project.run("init"), @"
    exit 2
    --- stderr
    refused: `.automaton` is a symbolic link  [workflow-not-a-file]
    ");
}

#[test]
fn the_framework_has_its_root_in_the_home_folder() {
    let project = Project::bare();
    project.all(&["init --framework", "create-task t --framework"]);
    assert!(project.home().join(".automaton/tasks/t/.state").is_file());
    assert!(project.home().join(".automaton/workflow.kdl").is_file());
}
