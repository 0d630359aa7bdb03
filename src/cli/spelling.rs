//! Other spellings of commands: the flags of older prompts, and common guesses.

use std::ffi::OsString;

use super::output::USAGE;
use crate::diagnostic::{Diagnostic, NextStep};

/// Flags that stand for a command, and whether a value follows that is the command's own.
const FLAGS: &[(&str, &str, bool)] = &[
    ("--transition", "transition", true),
    ("--create-task", "create-task", true),
    ("--create-loop", "loop create", true),
    ("--check-gate", "loop check-gate", true),
    ("--pause-loop", "loop pause", true),
    ("--resume-loop", "loop resume", true),
    ("--approve", "approve", false),
    ("--validate-folder", "validate-folder", false),
    ("--audit", "audit", false),
    ("--upgrade", "upgrade", false),
    ("--can-edit", "can-edit", false),
    ("--cleanup-done", "cleanup-done", false),
    (
        "--install-cleanup-schedule",
        "install-cleanup-schedule",
        false,
    ),
];

/// Words that agents guess, and what they mean here.
const GUESSES: &[(&str, &str)] = &[
    ("new", "automaton create-task NAME"),
    ("create", "automaton create-task NAME"),
    ("next", "automaton transition STATE --task TASK"),
    ("advance", "automaton transition STATE --task TASK"),
    ("move", "automaton transition STATE --task TASK"),
    ("submit", "automaton transition PHASE:SUB_STATE --task TASK"),
    ("check", "automaton validate-folder --task TASK"),
    ("validate", "automaton validate-folder --task TASK"),
    ("lint", "automaton lint-workflow"),
    ("list", "automaton status"),
    ("show", "automaton status TASK"),
    ("start", "automaton init"),
];

/// Global flags that take a value, which is not the command.
const VALUED: &[&str] = &["--project", "--color", "--actor", "--epoch"];

/// The arguments in today's spelling, or what was meant.
pub(super) fn rewrite(arguments: Vec<OsString>) -> Result<Vec<OsString>, Diagnostic> {
    let words = words(&arguments);
    match first_word(&words) {
        Some(guess) => match GUESSES.iter().find(|(word, _)| *word == guess) {
            Some((_, meant)) => Err(hint(guess, meant)),
            None => Ok(arguments),
        },
        None => Ok(flagged(&words, &arguments).unwrap_or(arguments)),
    }
}

/// The arguments as text, the program's name without its folder.
pub(super) fn words(arguments: &[OsString]) -> Vec<String> {
    let mut words: Vec<String> = arguments
        .iter()
        .map(|word| word.to_string_lossy().into_owned())
        .collect();
    if let Some(program) = words.first_mut() {
        "automaton".clone_into(program);
    }
    words
}

/// The first word that is neither a flag nor the value of a global one, unless an unknown flag
/// comes before it: its value would look like a command.
fn first_word(words: &[String]) -> Option<&str> {
    let mut words = words.iter().skip(1);
    while let Some(word) = words.next() {
        if VALUED.contains(&word.as_str()) {
            words.next();
        } else if !word.starts_with('-') {
            return Some(word);
        } else if !is_global(word) {
            return None;
        }
    }
    None
}

/// Whether the word is a whole global flag, with its value if it takes one.
fn is_global(word: &str) -> bool {
    let (flag, value) = word.split_once('=').unwrap_or((word, ""));
    let short = word.strip_prefix('-').unwrap_or_default();
    VALUED.contains(&flag) && !value.is_empty()
        || matches!(word, "--json" | "--framework" | "--quiet" | "--verbose")
        || !short.is_empty() && short.chars().all(|flag| matches!(flag, 'q' | 'v'))
}

/// The call of the command that one of [`FLAGS`] stands for. `--task T` alone is `status T`.
fn flagged(words: &[String], arguments: &[OsString]) -> Option<Vec<OsString>> {
    let (index, (_, command, valued)) = FLAGS
        .iter()
        .find_map(|flag| {
            let is_flag =
                |word: &String| word == flag.0 || word.starts_with(&format!("{}=", flag.0));
            words.iter().position(is_flag).map(|index| (index, flag))
        })
        .or_else(|| {
            let index = words.iter().position(|word| word == "--task")?;
            Some((index, &("--task", "status", true)))
        })?;
    let mut rewritten = vec![arguments[0].clone()];
    let mut rest = arguments.to_vec();
    let flag = rest.remove(index);
    let of_a_loop = words.iter().position(|word| word == "--loop");
    if *command == "approve"
        && let Some(at) = of_a_loop
    {
        // `--approve --loop L`
        let at = if at > index { at - 1 } else { at };
        rest.remove(at);
        if at >= rest.len() {
            return None;
        }
        rewritten.extend(["loop", "approve"].map(OsString::from));
        rewritten.push(rest.remove(at));
    } else {
        rewritten.extend(command.split(' ').map(OsString::from));
    }
    if *valued {
        let value = match flag.to_str().and_then(|flag| flag.split_once('=')) {
            Some((_, value)) => OsString::from(value),
            None if index < rest.len() => rest.remove(index),
            None => return None,
        };
        rewritten.push(value);
    }
    rewritten.extend(rest.into_iter().skip(1));
    Some(rewritten)
}

fn hint(guess: &str, meant: &str) -> Diagnostic {
    Diagnostic::call(&USAGE, format!("refused: there is no command `{guess}`"))
        .reason(format!("what you mean is `{meant}`"))
        .next(NextStep::anyone("automaton --help"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rewritten(call: &str) -> Result<String, &'static str> {
        let arguments = call.split(' ').map(OsString::from).collect();
        match rewrite(arguments) {
            Ok(arguments) => Ok(words(&arguments)[1..].join(" ")),
            Err(hint) => Err(hint.topic.code),
        }
    }

    #[test]
    fn older_flags_become_commands_and_guesses_are_answered() {
        for (call, expected) in [
            ("a --task t --transition x", Ok("transition x --task t")),
            ("a --transition=x --task=t", Ok("transition x --task=t")),
            ("a --create-task n --json", Ok("create-task n --json")),
            (
                "a --create-loop l --from-template t",
                Ok("loop create l --from-template t"),
            ),
            ("a --check-gate=l", Ok("loop check-gate l")),
            ("a --pause-loop l --now", Ok("loop pause l --now")),
            ("a --resume-loop l", Ok("loop resume l")),
            (
                "a --approve --loop l --reason r",
                Ok("loop approve l --reason r"),
            ),
            ("a --loop l --approve --json", Ok("loop approve l --json")),
            (
                "a --project p --approve --task t",
                Ok("approve --project p --task t"),
            ),
            (
                "a --validate-folder --task t",
                Ok("validate-folder --task t"),
            ),
            ("a --audit", Ok("audit")),
            ("a --task t", Ok("status t")),
            (
                "a --json transition x --task t",
                Ok("--json transition x --task t"),
            ),
            (
                "a --create-task n --parent p --dry-run",
                Ok("create-task n --parent p --dry-run"),
            ),
            ("a --approve --task t --json", Ok("approve --task t --json")),
            ("a --upgrade", Ok("upgrade")),
            ("a --upgrade --task t --as s", Ok("upgrade --task t --as s")),
            (
                "a --actor=me transition x --task t",
                Ok("--actor=me transition x --task t"),
            ),
            (
                "a -qv --color=never approve --task t",
                Ok("-qv --color=never approve --task t"),
            ),
            ("a transition --task t x", Ok("transition --task t x")),
            ("a --project new status", Ok("--project new status")),
            ("a next", Err("usage")),
            ("a --json new x", Err("usage")),
            ("a --help", Ok("--help")),
            ("a", Ok("")),
        ] {
            assert_eq!(
                rewritten(call).as_deref(),
                expected.as_ref().map(|s| *s),
                "{call}"
            );
        }
    }
}
