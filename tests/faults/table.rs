//! Whether every command that changes something is in the table of injected faults.

use automaton::cli;

#[test]
fn every_command_that_changes_something_has_a_case() {
    let table = include_str!("cases.py");
    let tree = cli::command();
    let names: Vec<_> = changing(&tree).collect();
    assert!(names.contains(&"transition"), "{names:?}");
    // No record of a task is touched by them: they mend one file, or set up the machine's schedule.
    let outside = ["lint-workflow", "install-cleanup-schedule"];
    for name in names.into_iter().filter(|name| !outside.contains(name)) {
        // The words of a case start with its command.
        let words = format!("[\"{name}\"");
        assert!(table.contains(&words), "`{name}` has no case");
    }
}

#[test]
fn every_command_that_changes_a_loop_has_a_case() {
    let table = include_str!("cases.py");
    let tree = cli::command();
    let of_loops = tree.find_subcommand("loop").expect("a command");
    // They stop and go on without a choice that could be looked at before.
    let names: Vec<_> = changing(of_loops)
        .chain(["pause", "resume", "tick"])
        .collect();
    assert!(names.contains(&"approve"), "{names:?}");
    for name in names {
        let words = format!("[\"loop\", \"{name}\"");
        assert!(table.contains(&words), "`loop {name}` has no case");
    }
}

/// The commands directly below `command` that can say what they would change.
fn changing(command: &clap::Command) -> impl Iterator<Item = &str> {
    let changing = command.get_subcommands().filter(|command| {
        let mut arguments = command.get_arguments();
        arguments.any(|argument| argument.get_long() == Some("dry-run"))
    });
    changing.map(clap::Command::get_name)
}
