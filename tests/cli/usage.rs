//! Calls that cannot be meant, and how they are answered.

use insta::assert_snapshot;

use crate::project::Project;

#[test]
fn an_unknown_command_is_no_success() {
    let project = Project::bare();
    assert_snapshot!(project.run("transiton x"), @"
    exit 2
    --- stderr
    error: unrecognized subcommand 'transiton'

      tip: a similar subcommand exists: 'transition'

    Usage: automaton [OPTIONS] <COMMAND>

    For more information, try '--help'.
    ");
    assert_snapshot!(project.run("frobnicate --json"), @r#"
    exit 2
    {"schema":"automaton/1","ok":false,"code":"usage","exit":2,"message":"unrecognized subcommand 'frobnicate'","reasons":[],"offending":[],"places":[],"next":[]}
    "#);
    assert_eq!(project.run("").exit, 2);
}

#[test]
fn a_missing_task_is_never_guessed() {
    let project = Project::relayed();
    assert_snapshot!(project.run("approve"), @"
    exit 2
    --- stderr
    refused: `--task TASK` is missing  [usage]
      the project has no task yet
    ");
    project.all(&["create-task one"]);
    for command in [
        "transition research",
        "approve",
        "reject --reason r",
        "rework research --reason r",
        "abandon --reason r",
        "validate-folder",
        "repair",
    ] {
        let run = project.run(command);
        assert_eq!(
            (run.exit, run.stderr.as_str()),
            (
                2,
                "refused: `--task TASK` is missing  [usage]\n  it could be `one`\n"
            ),
            "{command}"
        );
    }
    project.all(&["create-task two"]);
    assert_snapshot!(project.run("approve --json"), @r#"
    exit 2
    {"schema":"automaton/1","ok":false,"code":"usage","exit":2,"message":"refused: `--task TASK` is missing: it could be `one`, `two`","tasks":["one","two"],"reasons":["it could be `one`, `two`"],"offending":[],"places":[],"next":[]}
    "#);
}

#[test]
fn the_spelling_of_older_prompts_does_the_same() {
    let project = Project::relayed();
    project.all(&["--create-task epic", "--task=epic --transition=research"]);
    project.artifact("epic", "SPEC.md", "x");
    project.all(&[
        "--task epic --transition research:awaiting_approval",
        "--approve --task epic",
        "--transition decomposition --task epic",
    ]);
    project.artifact("epic", "DECOMPOSITION.md", "x");
    project.all(&[
        "--task epic --transition decomposition:awaiting_approval",
        "--approve --task epic",
        "--create-task part --parent epic",
        "--validate-folder --task epic/part",
        "--upgrade",
    ]);
    assert_eq!(project.state("epic"), "decomposition:approved\n");
    assert_eq!(project.state("epic/subtasks/part"), "new\n");
}

#[test]
fn whatever_changes_something_can_be_tried_first() {
    let tree = automaton::cli::command();
    for name in [
        "init",
        "create-task",
        "transition",
        "approve",
        "reject",
        "rework",
        "abandon",
        "upgrade",
        "repair",
    ] {
        let command = tree.find_subcommand(name).expect(name);
        let trial = command
            .get_arguments()
            .any(|argument| argument.get_long() == Some("dry-run"));
        assert!(trial, "{name}");
    }
    let project = Project::relayed();
    project.all(&["create-task t", "transition research --task t"]);
    project.artifact("t", "SPEC.md", "x");
    let before = project.files();
    project.all(&[
        "create-task other --dry-run",
        "transition research:awaiting_approval --task t --dry-run",
        "upgrade --dry-run",
    ]);
    assert_eq!(project.files(), before);
}
