//! `automaton completions`

use clap_complete::Shell;

use crate::report::Answer;

/// Print the completions for a shell
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The shell
    shell: Shell,
}

pub(super) fn run(args: &Args) -> Answer {
    let mut command = super::command();
    let mut text = Vec::new();
    clap_complete::generate(args.shell, &mut command, "automaton", &mut text);
    let text = String::from_utf8_lossy(&text);
    Answer::page(format!("completions for {}", args.shell), text)
}
