//! `automaton approve`

mod signed;

use std::path::PathBuf;

use super::session::Session;
use super::step;
use super::subject::Subject;
use crate::engine::Action;
use crate::report::Answer;

/// Approve what a task has submitted
///
/// The workflow says who may: with `by=human` this needs a person at a terminal, with `by=signed` a
/// signature by somebody listed in `.automaton/approvers`, and no terminal.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    subject: Subject,
    #[command(flatten)]
    how: How,
    /// Compare the signature with the statement in this file, to be told in what it differs
    #[arg(long, value_name = "FILE", requires = "signature")]
    statement: Option<PathBuf>,
    /// Say what would happen, and change nothing
    #[arg(long, conflicts_with = "print_statement")]
    dry_run: bool,
}

/// How a signature comes about.
#[derive(Debug, clap::Args)]
#[group(multiple = false)]
struct How {
    /// Sign with this key: a private key, or a public one whose private half an ssh-agent holds
    #[arg(long, value_name = "KEY")]
    sign: Option<PathBuf>,
    /// Print what has to be signed, to the byte, to have it signed elsewhere
    #[arg(long)]
    print_statement: bool,
    /// Take the signature in this file, which was made elsewhere
    #[arg(long, value_name = "FILE")]
    signature: Option<PathBuf>,
}

pub(super) fn run(args: &Args, session: &Session) -> Result<Answer, Answer> {
    let place = session.place()?;
    let task = args.subject.task(&place)?;
    let call = signed::Call {
        session,
        place: &place,
        task,
        dry_run: args.dry_run,
    };
    match &args.how {
        How {
            print_statement: true,
            ..
        } => call.print_statement(),
        How {
            sign: Some(key), ..
        } => call.sign(key),
        How {
            signature: Some(file),
            ..
        } => call.import(file, args.statement.as_deref()),
        _ if call.has_signatures()? => call.count(),
        _ => step::take(session, &place, task, Action::Approve, args.dry_run),
    }
}
