//! `automaton loop check-gate`

use super::tick;
use crate::cli::session::Session;
use crate::diagnostic::Exit;
use crate::names::LoopName;
use crate::report::Answer;

/// Ask the six gates of a loop, as a tick would; exits 0 where its harness may run, else 1
///
/// The gates are its status, its iterations, its budget, the phase of its task, its worktree and its
/// scores, in this order. The first that is closed halts the loop.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The loop
    #[arg(value_name = "LOOP")]
    name: LoopName,
}

pub(super) fn run(args: &Args, session: &Session) -> Result<Answer, Answer> {
    let answer = tick::check_gate(&args.name, session)?;
    let is_open = answer.fields.get("open").is_some_and(|open| open == true);
    if is_open {
        return Ok(answer);
    }
    let code = answer.code.clone();
    Ok(answer.field("open", false).ending(Exit::Refused, &code))
}
