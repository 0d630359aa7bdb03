//! What the program says about itself: the demo, completions, manual pages.

use std::fs;

use insta::assert_snapshot;

use crate::project::Project;

#[test]
fn the_demo_is_its_script_with_the_real_output_and_leaves_nothing() {
    let project = Project::bare();
    let run = project.run("demo");
    assert_eq!((run.exit, run.stderr.as_str()), (0, ""), "{run}");
    let script = include_str!("../../src/cli/demo/script.txt");
    let mut shown = run.stdout.lines();
    for line in script.lines() {
        assert!(
            shown.any(|shown| shown == line),
            "`{line}` is missing, or not in its place"
        );
    }
    assert_eq!(run, project.run("demo"));
    assert_eq!(fs::read_dir(project.root()).expect("a folder").count(), 0);
}

#[test]
fn the_demo_is_the_same_whoever_runs_it_from_wherever() {
    let project = Project::relayed();
    project.all(&["create-task login"]);
    assert_eq!(Project::bare().run("demo"), project.as_agent("demo"));
}

#[test]
fn completions_name_every_command() {
    let project = Project::bare();
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let run = project.run(&format!("completions {shell}"));
        assert_eq!((run.exit, run.stderr.as_str()), (0, ""), "{shell}");
        assert!(run.stdout.contains("validate-folder"), "{shell}");
    }
    assert_eq!(project.run("completions csh").exit, 2);
}

/// How many commands there are, this one and all below it.
fn all(command: &clap::Command) -> usize {
    1 + command.get_subcommands().map(all).sum::<usize>()
}

#[test]
fn every_command_has_a_manual_page() {
    let project = Project::bare();
    let page = project.run("man");
    assert_eq!(page.exit, 0);
    assert!(page.stdout.contains(".TH automaton 1"), "{page}");
    project.write("pages/keep.txt", "");
    project.all(&["man --dir pages"]);
    assert_eq!(project.read("pages/automaton.1"), page.stdout);
    let commands = automaton::cli::command();
    for command in commands.get_subcommands() {
        let name = command.get_name();
        let text = project.read(&format!("pages/automaton-{name}.1"));
        assert!(text.contains(&format!(".TH automaton-{name} 1")), "{text}");
    }
    let pages = fs::read_dir(project.path("pages")).expect("pages").count();
    // And `keep.txt`.
    assert_eq!(pages, all(&commands) + 1);
    assert_snapshot!(project.run("man --dir missing"), @"
    exit 7
    --- stderr
    failed  [io]
      missing: cannot open: No such file or directory (os error 2)
      help: nothing has changed
    ");
}

#[test]
fn the_overview_lists_the_commands() {
    assert_snapshot!(Project::bare().run("--help"), @"
    exit 0
    Hold coding agents to the workflow that a project declares

    Usage: automaton [OPTIONS] <COMMAND>

    Commands:
      demo                      Take a task through a scratch copy of the default workflow
      init                      Set up `.automaton` in the current folder, or in the one that --project names
      lint-workflow             Check workflow files, and mend what can be mended
      graph                     Draw a workflow: its states, the steps between them, and their conditions
      explain                   Explain a finding or a refusal by its code
      create-task               Make a task; this is the only way to make one
      transition                Move a task one step, if the workflow allows it
      approve                   Approve what a task has submitted
      status                    Show where tasks stand, what may happen next, and who must do it
      dashboard                 Show in a browser where tasks stand, and decide there
      audit                     Check every task: records, steps, approvals and folders
      log                       Show what happened to a task, or to all of them in the order of time
      reject                    Turn down what a task has submitted
      rework                    Take a task back to an earlier phase
      abandon                   End a task where it stands; by a person only
      claim                     Claim a task: until the claim ends, others cannot move it
      release                   End the claim on a task: one's own, or as a person anyone's
      claims                    Show who works on which task, until when, and whose scopes overlap
      scope                     Show or set the project files that a task is about
      attic                     Look at what the steps of a task moved aside, and put it back
      cleanup-done              Move tasks that are over to the archive, `.automaton/tasks/complete/`
      install-cleanup-schedule  Have this machine archive tasks that are over, once a day
      validate-folder           Check a task's folder against the phase that it is in
      can-edit                  Say whether files may be edited now
      exec                      Run a command that may write only what a task's phase may
      hook                      Answer a coding agent's harness, or Git: may this tool run, may this be committed
      override                  Let edits and commits through for a while; by a person only
      hooks                     Put the edit gate into harnesses and Git, and prove that it fires
      upgrade                   Put folders that an older tool or a hand made under the workflow
      repair                    Settle a task whose records or artifacts were changed from outside; by a person only
      prompt                    Print the prompt for where a task stands, ready to be followed
      prompts                   Hold the prompts of a workflow to what it says
      vram                      Show how much context a model has, and how much of it one task may fill
      completions               Print the completions for a shell
      man                       Print the manual page, or write a page for each command
      workflow                  Look at workflows as a whole
      where                     Show which project and which workflow a call here is about, and why
      doctor                    Check the project and this machine, and say what to do about what is wrong
      capabilities              Show what this build and this machine can do
      lsp                       Serve an editor with findings, fixes and explanations for workflow files
      loop                      Let agents run by themselves, with brakes that hold

    Options:
          --project <DIR>
              Use the project in this folder instead of looking for one

          --framework
              Use `~/.automaton`, the framework's own root

          --json
              Answer with exactly one JSON document on standard output

          --color <WHEN>
              Say when to use colour

              Possible values:
              - auto:   On a terminal, unless `NO_COLOR` is set
              - always: Always
              - never:  Never
              
              [default: auto]

      -q, --quiet
              Print nothing but errors

      -v, --verbose
              Print more

          --actor <NAME>
              Act under this name instead of user@host

          --epoch <N>
              Change a task only if the caller's claim on it has this epoch

      -h, --help
              Print help (see a summary with '-h')

      -V, --version
              Print version
    ");
}
