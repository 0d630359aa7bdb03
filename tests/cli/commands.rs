//! `docs/commands.md` is the command tree.

use std::fmt::Write as _;

use clap::{Arg, Command};

use crate::pages::check;

/// What an exit code says, whatever the command.
const EXITS: &str = "
## Exit codes

| code | meaning |
|---|---|
| 0 | done, allowed, clean |
| 1 | refused by the workflow, or findings at the level that fails the call |
| 2 | the call is wrong, a file named on it is missing, or the workflow does not compile |
| 3 | a person must act first |
| 4 | there is no such task, or it is untracked |
| 5 | locked or claimed: try again |
| 6 | tampered with, or damaged |
| 7 | input or output failed; the message says whether anything changed |
";

#[test]
fn the_page_of_commands_is_up_to_date() {
    let mut tree = automaton::cli::command();
    tree.build();
    let mut page = String::from(
        "# Commands\n\n\
         `automaton COMMAND --help` prints the same. This page is made from the program: \
         `UPDATE_DOCS=1 cargo test --test cli` writes it.\n\n",
    );
    let shown = || tree.get_subcommands().filter(|each| !each.is_hide_set());
    for command in shown() {
        let name = command.get_name();
        let about = command.get_about().map(ToString::to_string);
        let about = about.unwrap_or_default();
        _ = writeln!(page, "- [`{name}`](#{name}): {about}");
    }
    page.push_str(EXITS);
    page.push_str("\n## Global options\n\nEvery command takes these.\n\n");
    let (global, _): (Vec<&Arg>, Vec<&Arg>) = tree.get_opts().partition(|arg| is_global(arg));
    let flags = tree.get_arguments().filter(|arg| is_global(arg));
    let flags = flags.filter(|arg| !global.iter().any(|known| known.get_id() == arg.get_id()));
    for arg in global.iter().copied().chain(flags) {
        argument(&mut page, arg);
    }
    for command in shown() {
        section(&mut page, command, "automaton");
    }
    check("docs/commands.md", &page);
}

fn is_global(arg: &Arg) -> bool {
    arg.is_global_set() && !arg.is_hide_set()
}

/// One command, and those below it.
fn section(page: &mut String, command: &Command, above: &str) {
    let name = command.get_name();
    let level = if above == "automaton" { "##" } else { "###" };
    let title = format!("{above} {name}");
    let title = title.strip_prefix("automaton ").unwrap_or(name);
    _ = write!(page, "\n{level} {title}\n\n");
    let usage = command.clone().render_usage().to_string();
    let usage = usage.strip_prefix("Usage: ").unwrap_or(&usage);
    _ = write!(page, "```text\n{usage}\n```\n\n");
    let about = command.get_long_about().or_else(|| command.get_about());
    let about = about.map(ToString::to_string).unwrap_or_default();
    let mut paragraphs = about.splitn(2, "\n\n");
    _ = writeln!(page, "{}.", paragraphs.next().unwrap_or_default());
    if let Some(rest) = paragraphs.next() {
        _ = write!(page, "\n{rest}\n");
    }
    let own = command.get_arguments().filter(|arg| {
        let built_in = matches!(arg.get_id().as_str(), "help" | "version");
        !built_in && !arg.is_global_set() && !arg.is_hide_set()
    });
    for (number, arg) in own.enumerate() {
        if number == 0 {
            page.push('\n');
        }
        argument(page, arg);
    }
    let below = command
        .get_subcommands()
        .filter(|each| each.get_name() != "help");
    for each in below {
        section(page, each, &format!("{above} {name}"));
    }
}

/// One argument as an item of a list.
fn argument(page: &mut String, arg: &Arg) {
    let mut shown = String::new();
    if let Some(short) = arg.get_short() {
        _ = write!(shown, "-{short}, ");
    }
    _ = write!(shown, "{}", arg.to_string().trim_end_matches("..."));
    let help = arg.get_help().map(ToString::to_string).unwrap_or_default();
    _ = write!(page, "- `{shown}`: {help}");
    let values = arg.get_possible_values();
    let values: Vec<String> = values
        .iter()
        .filter(|value| !value.is_hide_set() && arg.get_action().takes_values())
        .map(|value| format!("`{}`", value.get_name()))
        .collect();
    if !values.is_empty() {
        _ = write!(page, " ({})", values.join(", "));
    }
    let defaults = arg.get_default_values();
    if let [default] = defaults
        && arg.get_action().takes_values()
    {
        _ = write!(page, "; `{}` by default", default.to_string_lossy());
    }
    page.push('\n');
}
