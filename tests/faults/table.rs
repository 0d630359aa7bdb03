//! Whether every command that changes something is in the table of injected faults.

use automaton::cli;

#[test]
fn every_command_that_changes_something_has_a_case() {
    let table = include_str!("cases.py");
    let tree = cli::command();
    let changing = tree.get_subcommands().filter(|command| {
        let mut arguments = command.get_arguments();
        arguments.any(|argument| argument.get_long() == Some("dry-run"))
    });
    let names: Vec<_> = changing.map(clap::Command::get_name).collect();
    assert!(names.contains(&"transition"), "{names:?}");
    // No record of a task is touched by them: they mend one file, or set up the machine's schedule.
    let outside = ["lint-workflow", "install-cleanup-schedule"];
    for name in names.into_iter().filter(|name| !outside.contains(name)) {
        // The words of a case start with its command.
        let words = format!("[\"{name}\"");
        assert!(table.contains(&words), "`{name}` has no case");
    }
}
