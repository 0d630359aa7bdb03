//! The `automaton` program: arguments in, exit code out.

use std::process::ExitCode;

fn main() -> ExitCode {
    automaton::cli::main(std::env::args_os())
}
