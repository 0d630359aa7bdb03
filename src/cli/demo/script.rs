//! The script of the demo: prose, commands after `$ `, and after a command the exit code that it
//! has to end with, if that is not 0.

/// A part of the script.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Part<'a> {
    /// A line for the reader.
    Prose(&'a str),
    /// A command for the shell.
    Step {
        /// The command.
        run: &'a str,
        /// How it has to end.
        exit: i32,
    },
}

/// The parts of a script, in order.
pub(super) fn parts(script: &str) -> Vec<Part<'_>> {
    let mut parts = Vec::new();
    for line in script.lines() {
        let expected = line
            .strip_prefix("exit ")
            .and_then(|code| code.parse().ok());
        match (line.strip_prefix("$ "), expected, parts.last_mut()) {
            (Some(run), ..) => parts.push(Part::Step { run, exit: 0 }),
            (None, Some(code), Some(Part::Step { exit, .. })) => *exit = code,
            _ => parts.push(Part::Prose(line)),
        }
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_exit_code_belongs_to_the_command_before_it() {
        let step = |run, exit| Part::Step { run, exit };
        assert_eq!(
            parts("Look:\n\n$ a b\n$ c\nexit 3\nexit 4 is prose\n$ d\n"),
            [
                Part::Prose("Look:"),
                Part::Prose(""),
                step("a b", 0),
                step("c", 3),
                Part::Prose("exit 4 is prose"),
                step("d", 0),
            ]
        );
    }
}
