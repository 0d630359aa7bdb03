//! `automaton exec`

mod aftermath;
mod explained;

use std::ffi::OsString;
use std::io::Write as _;

pub(super) use self::aftermath::violation;
use super::can_edit;
use super::output::USAGE;
use super::session::Session;
use crate::diagnostic::Diagnostic;
use crate::guard::sandbox::{NotRun, Sandbox};
use crate::names::TaskPath;
use crate::report::Answer;

/// Run a command that may write only what a task's phase may
///
/// The command reads everything. The kernel lets it write what the phase edits and produces, build
/// outputs, and temporary files, and nothing else; what it starts ends with it. Its exit code is
/// this command's own, and 6 where it changed something that could not be held here.
#[derive(Debug, Default, clap::Args)]
pub(super) struct Args {
    /// Let it write what this task's phase may; what any of your tasks may otherwise
    #[arg(long, short, value_name = "TASK")]
    pub(super) task: Option<TaskPath>,
    /// Say what could be written, what holds it, and what is not held; run nothing
    #[arg(long)]
    pub(super) explain: bool,
    /// The command and its arguments, behind `--`
    #[arg(
        last = true,
        value_name = "COMMAND",
        required_unless_present = "explain"
    )]
    pub(super) command: Vec<OsString>,
}

/// It returns only what keeps the command from running: else the process ends as the command did.
pub(super) fn run(args: &Args, session: &Session) -> Result<Answer, Answer> {
    let project = session.project()?;
    let gate = can_edit::open(&project, args.task.clone(), session)?;
    let here = session.environment.folder();
    let Some(here) = here.and_then(|folder| folder.canonicalize().ok()) else {
        let found = Diagnostic::call(&USAGE, "refused: the command");
        return Err(Answer::refused(found.reason("the working folder is gone")));
    };
    let sandbox = Sandbox::of(&gate, &project, args.task.as_ref(), &here);
    let sandbox = sandbox.map_err(|found| Answer::refused(*found))?;
    if args.explain {
        let tier = Sandbox::tier().map_err(|found| Answer::refused(*found))?;
        return Ok(explained::answer(&sandbox, tier, &project));
    }
    match sandbox.run(&args.command) {
        Ok(ended) if ended.changed.is_empty() => {
            aftermath::hint(args, &sandbox, &ended);
            ended.ending.follow()
        }
        Ok(ended) => Err(violation(&ended, &sandbox, &project, session)),
        Err(NotRun::Refused(found)) => Err(Answer::refused(*found)),
        Err(NotRun::Unable(code, problem)) => {
            let program = args
                .command
                .first()
                .map(|program| program.to_string_lossy());
            let program = program.unwrap_or_default();
            // There is nobody else to tell.
            let _ = writeln!(
                std::io::stderr(),
                "automaton: cannot run `{program}`: {problem}"
            );
            std::process::exit(code.into())
        }
    }
}
