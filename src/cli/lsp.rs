//! `automaton lsp`

use std::io::{self, BufReader};

use crate::diagnostic::{Diagnostic, Exit, Severity, Topic};
use crate::lsp::{Ending, serve};
use crate::report::Answer;

/// A client that left without a word.
pub(super) static CLIENT_GONE: Topic = Topic {
    code: "client-gone",
    severity: Severity::Error,
    exit: Exit::Refused,
    summary: "the editor ended the language server without `shutdown`",
    explanation: "A client of the language server protocol sends `shutdown`, waits for the answer, and \
        then sends `exit`. One that closes the pipe or sends `exit` alone has probably crashed. The \
        server keeps nothing, so nothing is lost.",
};

/// Serve an editor with findings, fixes and explanations for workflow files
///
/// It speaks the language server protocol on standard input and output; an editor starts it.
/// docs/editors.md shows how.
#[derive(Debug, clap::Args)]
pub(super) struct Args {}

pub(super) fn run(_: &Args) -> Answer {
    match serve(BufReader::new(io::stdin()), io::stdout()) {
        Ending::Orderly => Answer::page("the editor has left", ""),
        Ending::Abrupt => {
            let message = "the client left without `shutdown`";
            Answer::refused(Diagnostic::call(&CLIENT_GONE, message))
        }
    }
}
